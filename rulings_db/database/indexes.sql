-- Made when all but the last rows are in: an index built once over sorted keys beats one kept up row
-- by row.
CREATE INDEX printings_card ON printings(card_id);
CREATE INDEX printings_set ON printings(set_code, collector_number);
CREATE INDEX localizations_face ON localizations(face_id);
CREATE INDEX localizations_language ON localizations(language_id, face_id);
CREATE INDEX localization_printings_printing ON localization_printings(printing_id);
CREATE INDEX ruling_texts_ruling ON ruling_texts(ruling_id, language_id);
CREATE INDEX card_rulings_card ON card_rulings(card_id);
CREATE INDEX card_rulings_ruling ON card_rulings(ruling_id);
