-- The database: one file, normalized, keyed by card, language and set. Explained in docs/schema.md.
-- Dates are ISO text without a zone; texts are raw, exactly as the source has them.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE languages (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    tag TEXT NOT NULL,
    name TEXT NOT NULL,
    native TEXT NOT NULL,
    script TEXT NOT NULL,
    direction TEXT NOT NULL
) STRICT;

CREATE TABLE sets (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    released_at TEXT,
    kind TEXT,
    parent TEXT,
    digital INTEGER NOT NULL DEFAULT 0,
    minted INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE set_names (
    set_code TEXT NOT NULL REFERENCES sets(code),
    language_id INTEGER NOT NULL REFERENCES languages(id),
    name TEXT NOT NULL,
    PRIMARY KEY (set_code, language_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE set_aliases (
    alias TEXT NOT NULL,
    set_code TEXT NOT NULL REFERENCES sets(code),
    PRIMARY KEY (alias, set_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE cards (
    id INTEGER PRIMARY KEY,
    oracle_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    slug TEXT UNIQUE,
    layout TEXT NOT NULL,
    colors TEXT NOT NULL,
    types TEXT NOT NULL,
    keywords TEXT NOT NULL,
    unresolved INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE faces (
    id INTEGER PRIMARY KEY,
    card_id INTEGER NOT NULL REFERENCES cards(id),
    side TEXT NOT NULL,
    name TEXT NOT NULL,
    mana_cost TEXT,
    power TEXT,
    toughness TEXT,
    loyalty TEXT,
    defense TEXT,
    UNIQUE (card_id, side, name)
) STRICT;

CREATE TABLE printings (
    id INTEGER PRIMARY KEY,
    card_id INTEGER NOT NULL REFERENCES cards(id),
    set_code TEXT REFERENCES sets(code),
    collector_number TEXT,
    scryfall_id TEXT
) STRICT;

CREATE TABLE printing_faces (
    printing_id INTEGER NOT NULL REFERENCES printings(id),
    face_id INTEGER NOT NULL REFERENCES faces(id),
    mtgjson_uuid TEXT,
    multiverse_id INTEGER,
    PRIMARY KEY (printing_id, face_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE localizations (
    id INTEGER PRIMARY KEY,
    face_id INTEGER NOT NULL REFERENCES faces(id),
    language_id INTEGER NOT NULL REFERENCES languages(id),
    name TEXT,
    type_line TEXT,
    text TEXT,
    oracle INTEGER NOT NULL DEFAULT 0,
    status TEXT
) STRICT;

-- Other readings of one wording, alike but for quotes, dashes, white space or symbol notation.
CREATE TABLE localization_variants (
    localization_id INTEGER NOT NULL REFERENCES localizations(id),
    name TEXT,
    type_line TEXT,
    text TEXT
) STRICT;

CREATE TABLE flavor_texts (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE localization_printings (
    localization_id INTEGER NOT NULL REFERENCES localizations(id),
    printing_id INTEGER NOT NULL REFERENCES printings(id),
    flavor_text_id INTEGER REFERENCES flavor_texts(id),
    multiverse_id INTEGER,
    scryfall_id TEXT,
    PRIMARY KEY (localization_id, printing_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE rulings (
    id INTEGER PRIMARY KEY,
    ruling_id TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE ruling_aliases (
    alias TEXT PRIMARY KEY,
    ruling_id INTEGER NOT NULL REFERENCES rulings(id)
) STRICT, WITHOUT ROWID;

CREATE TABLE ruling_texts (
    id INTEGER PRIMARY KEY,
    ruling_id INTEGER NOT NULL REFERENCES rulings(id),
    language_id INTEGER NOT NULL REFERENCES languages(id),
    text TEXT NOT NULL,
    status TEXT,
    card_id INTEGER REFERENCES cards(id)
) STRICT;

-- Other readings of one ruling text, alike but for quotes, dashes, white space or symbol notation.
CREATE TABLE ruling_text_variants (
    ruling_text_id INTEGER NOT NULL REFERENCES ruling_texts(id),
    text TEXT NOT NULL,
    PRIMARY KEY (ruling_text_id, text)
) STRICT, WITHOUT ROWID;

CREATE TABLE card_rulings (
    id INTEGER PRIMARY KEY,
    card_id INTEGER NOT NULL REFERENCES cards(id),
    ruling_id INTEGER NOT NULL REFERENCES rulings(id),
    published_at TEXT,
    issuer TEXT,
    dated_by TEXT,
    place INTEGER NOT NULL
) STRICT;

CREATE TABLE ruling_events (
    id INTEGER PRIMARY KEY,
    ruling_id INTEGER NOT NULL REFERENCES rulings(id),
    card_id INTEGER REFERENCES cards(id),
    kind TEXT NOT NULL,
    noticed_at TEXT NOT NULL,
    before TEXT,
    after TEXT
) STRICT;

CREATE TABLE glossary (
    id INTEGER PRIMARY KEY,
    term TEXT NOT NULL,
    kind TEXT NOT NULL,
    language_id INTEGER NOT NULL REFERENCES languages(id),
    translation TEXT NOT NULL,
    key TEXT NOT NULL,
    votes INTEGER NOT NULL,
    confidence REAL NOT NULL
) STRICT;

CREATE INDEX glossary_key ON glossary(key);
CREATE INDEX glossary_term ON glossary(term);

-- Words and phrases of other languages with the English words that stand beside them.
CREATE TABLE lexicon (
    language_id INTEGER NOT NULL REFERENCES languages(id),
    word TEXT NOT NULL,
    english TEXT NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (word, language_id, english)
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    version TEXT,
    checksum TEXT NOT NULL,
    read_at TEXT NOT NULL
) STRICT;

CREATE TABLE printing_sources (
    printing_id INTEGER NOT NULL REFERENCES printings(id),
    source_id INTEGER NOT NULL REFERENCES sources(id),
    PRIMARY KEY (printing_id, source_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE localization_sources (
    localization_id INTEGER NOT NULL REFERENCES localizations(id),
    source_id INTEGER NOT NULL REFERENCES sources(id),
    PRIMARY KEY (localization_id, source_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE ruling_text_sources (
    ruling_text_id INTEGER NOT NULL REFERENCES ruling_texts(id),
    source_id INTEGER NOT NULL REFERENCES sources(id),
    PRIMARY KEY (ruling_text_id, source_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE card_ruling_sources (
    card_ruling_id INTEGER NOT NULL REFERENCES card_rulings(id),
    source_id INTEGER NOT NULL REFERENCES sources(id),
    PRIMARY KEY (card_ruling_id, source_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE problems (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    place TEXT NOT NULL,
    message TEXT NOT NULL,
    places INTEGER NOT NULL DEFAULT 1
) STRICT;

-- Search: one hit a (card, language) or a (ruling, language), numbered by language, then kind.
CREATE TABLE hits (
    id INTEGER PRIMARY KEY,
    language_id INTEGER NOT NULL REFERENCES languages(id),
    card_id INTEGER REFERENCES cards(id),
    ruling_id INTEGER REFERENCES rulings(id)
) STRICT;

CREATE VIRTUAL TABLE hits_fts USING fts5(
    name, type, text,
    content='',
    tokenize="ascii tokenchars '{}/+-*|'"
);

CREATE VIRTUAL TABLE flavor_fts USING fts5(
    text,
    content='',
    tokenize="ascii tokenchars '{}/+-*|'"
);

-- Every name a card goes by, folded; what exact and prefix name search look up.
CREATE TABLE names (
    name TEXT NOT NULL,
    language_id INTEGER NOT NULL REFERENCES languages(id),
    card_id INTEGER NOT NULL REFERENCES cards(id),
    PRIMARY KEY (name, language_id, card_id)
) STRICT, WITHOUT ROWID;

-- The words of each language by stem: an inflected query word finds its other forms here.
CREATE TABLE word_forms (
    stem TEXT NOT NULL,
    language_id INTEGER NOT NULL REFERENCES languages(id),
    word TEXT NOT NULL,
    PRIMARY KEY (stem, language_id, word)
) STRICT, WITHOUT ROWID;

-- Facets baked as arrays, explained in rulings_db/index/arrays.py.
CREATE TABLE facet_arrays (
    name TEXT PRIMARY KEY,
    data BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIEW card_texts AS
SELECT
    cards.slug AS card,
    faces.name AS face,
    languages.code AS language,
    printings.set_code,
    printings.collector_number,
    localizations.name,
    localizations.type_line,
    localizations.text,
    localizations.oracle,
    localizations.status,
    localizations.id AS localization_id
FROM localizations
JOIN faces ON faces.id = localizations.face_id
JOIN cards ON cards.id = faces.card_id
JOIN languages ON languages.id = localizations.language_id
LEFT JOIN localization_printings ON localization_printings.localization_id = localizations.id
LEFT JOIN printings ON printings.id = localization_printings.printing_id;

CREATE VIEW rulings_by_card AS
SELECT
    cards.slug AS card,
    cards.name AS card_name,
    rulings.ruling_id AS ruling,
    languages.code AS language,
    card_rulings.published_at,
    card_rulings.issuer,
    card_rulings.dated_by,
    ruling_texts.status,
    ruling_texts.text,
    ruling_texts.id AS ruling_text_id
FROM card_rulings
JOIN cards ON cards.id = card_rulings.card_id
JOIN rulings ON rulings.id = card_rulings.ruling_id
JOIN ruling_texts ON ruling_texts.ruling_id = rulings.id
JOIN languages ON languages.id = ruling_texts.language_id;
