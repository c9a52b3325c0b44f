"""An overlay wins over what it corrects, keeps what it replaced, and is gone without it."""

from ingest.records import Card, Printing, Ruling, Wording

WOLF = "0a000000-0000-0000-0000-000000000001"
GERMAN = Wording("de", "Stiller Wolf", "Kreatur — Wolf", "Flugfähig")
OLDER = Wording("de", "Stiller Wolf", "Kreatur — Wolf", "Fliegend")


def wolf(*rulings):
    return Card(
        "Quiet Wolf",
        WOLF,
        oracle=Wording("en", "Quiet Wolf", "Creature — Wolf", "Flying"),
        printings=(
            Printing("LAK", None, "7", wordings=(GERMAN,)),
            Printing("RIV", None, "1", wordings=(OLDER,)),
        ),
        rulings=rulings,
    )


def mine(**more):
    return Card("Quiet Wolf", overlay=True, place="mine.csv:2", **more)


def german(connection):
    return connection.execute(
        """
        SELECT name, text, status, count(printing_id)
        FROM localizations
        LEFT JOIN localization_printings ON localization_id = localizations.id
        WHERE language_id = 2
        GROUP BY localizations.id
        ORDER BY localizations.id
        """
    ).fetchall()


def texts(connection):
    return connection.execute(
        """
        SELECT languages.code, ruling_texts.text, ruling_texts.status, ruling_texts.ruling_id
        FROM ruling_texts
        JOIN languages ON languages.id = ruling_texts.language_id
        ORDER BY ruling_texts.id
        """
    ).fetchall()


def problems(connection):
    return connection.execute("SELECT kind FROM problems ORDER BY id").fetchall()


def test_a_name_alone_is_corrected_in_every_wording(load):
    connection = load(a=[wolf()], overlay=[mine(wordings=(Wording("de", "Leiser Wolf"),))])
    assert german(connection) == [
        ("Stiller Wolf", "Flugfähig", "replaced", 1),
        ("Stiller Wolf", "Fliegend", "replaced", 1),
        ("Leiser Wolf", "Flugfähig", "correction", 1),
        ("Leiser Wolf", "Fliegend", "correction", 1),
    ]


def test_on_a_printing_only_its_wording_is_corrected(load):
    printing = Printing("RIV", None, "1", wordings=(Wording("de", text="Flugfähig."),))
    connection = load(a=[wolf()], overlay=[mine(printings=(printing,))])
    assert german(connection) == [
        ("Stiller Wolf", "Flugfähig", None, 1),
        ("Stiller Wolf", "Fliegend", "replaced", 1),
        ("Stiller Wolf", "Flugfähig.", "correction", 1),
    ]


def test_a_corrected_oracle_wording_is_the_oracle_wording(load):
    connection = load(a=[wolf()], overlay=[mine(wordings=(Wording("en", text="It flies."),))])
    assert connection.execute("SELECT text, status FROM localizations WHERE oracle").fetchall() == [
        ("It flies.", "correction")
    ]


def test_a_new_language_replaces_nothing(load):
    connection = load(a=[wolf()], overlay=[mine(wordings=(Wording("fr", "Loup calme"),))])
    assert connection.execute(
        "SELECT name, status FROM localizations WHERE language_id = 4"
    ).fetchall() == [("Loup calme", None)]
    assert connection.execute(
        "SELECT count(*) FROM localizations WHERE status IS NOT NULL"
    ).fetchone() == (0,)


def test_one_of_the_wordings_can_be_what_all_should_be(load):
    connection = load(a=[wolf()], overlay=[mine(wordings=(GERMAN,))])
    assert german(connection) == [
        ("Stiller Wolf", "Flugfähig", "correction", 2),
        ("Stiller Wolf", "Fliegend", "replaced", 1),
    ]
    only = Card("Quiet Wolf", WOLF, wordings=(GERMAN,))
    connection = load(a=[only], overlay=[mine(wordings=(GERMAN,))])
    assert german(connection) == [("Stiller Wolf", "Flugfähig", None, 0)]


def test_a_translation_belongs_to_its_ruling(load):
    english = Ruling("It flies.", "2014-11-24")
    mine_too = mine(rulings=(Ruling("Er fliegt.", None, "de", of="It  flies."),))
    connection = load(a=[wolf(english)], overlay=[mine_too])
    assert texts(connection) == [("en", "It flies.", None, 1), ("de", "Er fliegt.", None, 1)]
    assert connection.execute("SELECT published_at FROM card_rulings").fetchall() == [
        ("2014-11-24",)
    ]


def test_a_correction_keeps_what_it_replaced_and_the_id(load):
    connection = load(a=[wolf(Ruling("It flys.", "2014-11-24"))])
    (public,) = connection.execute("SELECT ruling_id FROM rulings").fetchone()
    overlay = mine(rulings=(Ruling("It flies.", None, "en", of=public),))
    connection = load(a=[wolf(Ruling("It flys.", "2014-11-24"))], overlay=[overlay])
    assert texts(connection) == [
        ("en", "It flys.", "replaced", 1),
        ("en", "It flies.", "correction", 1),
    ]
    assert connection.execute("SELECT ruling_id FROM rulings").fetchall() == [(public,)]


def test_a_house_ruling_is_one_more(load):
    house = Ruling("Lies sideways.", "2026-11-30", "en", "Our club")
    connection = load(a=[wolf(Ruling("It flies.", "2014-11-24"))], overlay=[mine(rulings=(house,))])
    assert connection.execute("SELECT published_at, issuer FROM card_rulings").fetchall() == [
        ("2014-11-24", None),
        ("2026-11-30", "Our club"),
    ]


def test_a_ruling_nobody_knows_is_told_and_kept_as_one_of_its_own(load):
    overlay = mine(rulings=(Ruling("Er fliegt.", None, "de", of="ffffffffffff"),))
    connection = load(a=[wolf(Ruling("It flies."))], overlay=[overlay])
    assert problems(connection) == [("unknown ruling",)]
    assert texts(connection) == [("en", "It flies.", None, 1), ("de", "Er fliegt.", None, 2)]


def test_a_wording_that_could_be_of_either_face_is_left_out(load):
    faces = [
        Card("Fire // Ice", WOLF, side, face, oracle=Wording("en", face, "Instant", face))
        for side, face in (("a", "Fire"), ("b", "Ice"))
    ]
    unclear = Card("Fire // Ice", wordings=(Wording("de", "Feuer"),), overlay=True)
    clear = Card("Fire // Ice", face_name="Ice", wordings=(Wording("de", "Eis"),), overlay=True)
    connection = load(a=faces, overlay=[unclear, clear])
    assert problems(connection) == [("unknown face",)]
    assert connection.execute(
        """
        SELECT faces.name, localizations.name
        FROM localizations
        JOIN faces ON faces.id = localizations.face_id
        WHERE language_id = 2
        """
    ).fetchall() == [("Ice", "Eis")]


def test_of_two_overlays_the_later_wins(load):
    first = mine(rulings=(Ruling("Eins.", None, "de", of="It flies."),))
    second = mine(rulings=(Ruling("Zwei.", None, "de", of="It flies."),))
    connection = load(a=[wolf(Ruling("It flies."))], one=[first], two=[second])
    assert texts(connection)[1:] == [
        ("de", "Eins.", "replaced", 1),
        ("de", "Zwei.", "correction", 1),
    ]


def test_a_card_nobody_knows_is_told_and_not_made_up(load):
    unknown = Card("Quite Wolf", rulings=(Ruling("Ours."),), overlay=True, place="mine.csv:3")
    no_id = Card(None, WOLF[:-1] + "9", rulings=(Ruling("Ours."),), overlay=True)
    connection = load(a=[wolf()], overlay=[unknown, no_id])
    assert problems(connection) == [("unknown card",), ("unknown card",)]
    assert connection.execute("SELECT count(*) FROM cards").fetchone() == (1,)
    assert texts(connection) == []


def test_a_card_can_be_meant_by_set_and_number(load):
    printing = Printing("LAK", None, "7")
    overlay = Card("LAK 7", printings=(printing,), rulings=(Ruling("Ours."),), overlay=True)
    connection = load(a=[wolf()], overlay=[overlay])
    assert problems(connection) == []
    assert texts(connection) == [("en", "Ours.", None, 1)]


def test_a_new_language_is_on_the_printing_that_is_named(load):
    french = Wording("fr", "Loup calme")
    for printing, carried in (
        (Printing("LAK", None, "7", wordings=(french,)), ["LAK"]),
        (Printing("RIV", wordings=(french,)), ["RIV"]),
        (Printing("XXX", None, "1", wordings=(french,)), []),
    ):
        connection = load(a=[wolf()], overlay=[mine(printings=(printing,))])
        codes = connection.execute(
            """
            SELECT set_code
            FROM localization_printings
            JOIN localizations ON localizations.id = localization_id
            JOIN printings ON printings.id = printing_id
            WHERE language_id = 4
            """
        ).fetchall()
        assert [code for (code,) in codes] == carried
