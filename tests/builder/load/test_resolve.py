"""A record without an Oracle id finds the card it means, or says why not."""

import pytest

from ingest.records import Card, Printing, Ruling, Set, Wording

WOLF, BEAR, OTHER = (f"0a000000-0000-0000-0000-00000000000{n}" for n in (1, 2, 3))
SETS = [
    Set("LAK", "Lakeside", "2014-11-24", names={"de": "Am See"}),
    Set("RIV", "Riverside", "2015-01-01"),
]


def known(name, oracle_id, code="LAK", number="1", german=None, rulings=(), side=None, face=None):
    wordings = (Wording("de", german, "Kreatur", "Text"),) if german else ()
    return Card(
        name,
        oracle_id,
        side,
        face,
        oracle=Wording("en", face or name, "Creature", "Text"),
        printings=(Printing(code, None, number, wordings=wordings),),
        rulings=tuple(Ruling(text, "2014-11-24") for text in rulings),
    )


def holders(connection, text):
    return connection.execute(
        """
        SELECT cards.oracle_id
        FROM ruling_texts
        JOIN card_rulings ON card_rulings.ruling_id = ruling_texts.ruling_id
        JOIN cards ON cards.id = card_rulings.card_id
        WHERE ruling_texts.text = ?
        ORDER BY 1
        """,
        (text,),
    ).fetchall()


def problems(connection):
    return connection.execute("SELECT kind, message FROM problems ORDER BY id").fetchall()


NEW = (Ruling("Neu.", None, "de"),)


def test_a_name_in_the_records_language_leads_to_the_card(load):
    note = Card("Stiller Wolf", rulings=NEW, language="de")
    connection = load(a=[*SETS, known("Quiet Wolf", WOLF, german="Stiller  Wolf")], notes=[note])
    assert holders(connection, "Neu.") == [(WOLF,)]
    assert connection.execute("SELECT count(*) FROM cards").fetchone() == (1,)
    assert connection.execute("SELECT count(*) FROM faces").fetchone() == (1,)
    assert problems(connection) == []


def test_the_order_of_sources_does_not_matter(load):
    note = Card("Stiller Wolf", rulings=NEW, language="de")
    cards = [*SETS, known("Quiet Wolf", WOLF, german="Stiller Wolf")]
    for sources in ({"notes": [note], "a": cards}, {"a": cards, "notes": [note]}):
        assert holders(load(**sources), "Neu.") == [(WOLF,)]


@pytest.mark.parametrize("named", ["Am See", "Lakeside", "LAKESIDE"])
def test_of_two_cards_of_one_name_the_one_in_the_set_is_meant(load, named):
    note = Card("Stiller Wolf", printings=(Printing(None, named),), rulings=NEW, language="de")
    cards = [
        *SETS,
        known("Quiet Wolf", WOLF, "LAK", german="Stiller Wolf"),
        known("Calm Wolf", BEAR, "RIV", german="Stiller Wolf"),
    ]
    connection = load(a=cards, notes=[note])
    assert holders(connection, "Neu.") == [(WOLF,)]
    assert connection.execute("SELECT count(*) FROM sets").fetchone() == (2,)


def test_of_two_cards_of_one_name_none_is_guessed(load):
    note = Card("Stiller Wolf", rulings=NEW, language="de", place="notes.txt:4")
    cards = [known("Quiet Wolf", WOLF, german="Stiller Wolf")]
    cards += [known("Calm Wolf", BEAR, number="2", german="Stiller Wolf")]
    connection = load(a=[*SETS, *cards], notes=[note])
    ((oracle_id,),) = holders(connection, "Neu.")
    assert oracle_id.startswith("unresolved-")
    assert problems(connection) == [
        (
            "unresolved card",
            "Stiller Wolf: 2 cards of that name are known; kept as a card of its own",
        )
    ]


def test_an_unknown_name_is_kept_and_told(load):
    connection = load(
        a=[known("Quiet Wolf", WOLF)], notes=[Card("Niemand", rulings=NEW, language="de")]
    )
    assert holders(connection, "Neu.")[0][0].startswith("unresolved-")
    ((kind, message),) = problems(connection)
    assert (kind, message[:21]) == ("unresolved card", "Niemand: no card of t")


def test_a_name_does_not_hold_against_the_rulings(load):
    """The name is another card's; of its English rulings none is that card's."""
    cards = [
        known("Wild Defiance", WOLF, german="Wilder Ruf", rulings=("It is a wolf.",)),
        known("Wild Call", BEAR, number="2", rulings=("One.", "Two.", "Three.")),
        known("Shared", OTHER, number="3", rulings=("One.", "Two.")),
    ]
    english = tuple(Ruling(text) for text in ("One.", "Two.", "Three."))
    connection = load(a=cards, page=[Card("Wilder Ruf", rulings=(*NEW, *english), language="de")])
    assert holders(connection, "Neu.") == [(BEAR,)]


def test_rulings_that_several_cards_have_tell_none_of_them(load):
    shared = ("One.", "Two.", "Three.")
    cards = [known(name, i, rulings=shared, number=i[-1]) for name, i in (("A", WOLF), ("B", BEAR))]
    page = Card("Niemand", rulings=(*NEW, *(Ruling(text) for text in shared)), language="de")
    ((oracle_id,),) = holders(load(a=cards, page=[page]), "Neu.")
    assert oracle_id.startswith("unresolved-")


def test_a_half_leads_to_its_face_and_not_to_a_new_one(load):
    cards = [
        known("Fire // Ice", WOLF, german="Feuer", side="a", face="Fire"),
        known("Fire // Ice", WOLF, german="Eis", side="b", face="Ice"),
    ]
    page = Card("Ice", printings=(Printing("LAK", None, None, multiverse_id=9),), rulings=NEW)
    connection = load(a=[*SETS, *cards], gatherer=[page])
    assert holders(connection, "Neu.") == [(WOLF,)]
    assert connection.execute("SELECT name FROM faces ORDER BY id").fetchall() == [
        ("Fire",),
        ("Ice",),
    ]
    assert connection.execute(
        """
        SELECT faces.name, printing_faces.multiverse_id
        FROM printing_faces
        JOIN faces ON faces.id = printing_faces.face_id
        ORDER BY faces.id
        """
    ).fetchall() == [("Fire", None), ("Ice", 9)]


def test_a_wording_without_a_number_is_on_the_only_printing_there(load):
    said = Wording("fr", "Loup calme", "Créature", "Texte")
    note = Card("Quiet Wolf", printings=(Printing("LAK", wordings=(said,)),))
    connection = load(a=[*SETS, known("Quiet Wolf", WOLF)], notes=[note])
    assert connection.execute("SELECT collector_number FROM printings").fetchall() == [("1",)]
    assert connection.execute("SELECT count(*) FROM localization_printings").fetchone() == (1,)
    two = [known("Quiet Wolf", WOLF), known("Quiet Wolf", WOLF, number="1a")]
    connection = load(a=[*SETS, *two], notes=[note])
    assert connection.execute("SELECT count(*) FROM printings").fetchone() == (2,)
    assert connection.execute("SELECT count(*) FROM localization_printings").fetchone() == (0,)
    assert connection.execute("SELECT count(*) FROM localizations").fetchone() == (2,)


def test_rulings_by_oracle_id_alone_find_their_card(load):
    rulings = Card(None, WOLF, rulings=(Ruling("Flies.", "2020-01-01", issuer="wotc"),))
    for sources in (
        {"a": [known("Quiet Wolf", WOLF)], "b": [rulings]},
        {"b": [rulings], "a": [known("Quiet Wolf", WOLF)]},
    ):
        connection = load(**sources)
        assert holders(connection, "Flies.") == [(WOLF,)]
        assert connection.execute("SELECT name FROM cards").fetchall() == [("Quiet Wolf",)]
    connection = load(b=[rulings])
    assert connection.execute("SELECT name, unresolved FROM cards").fetchall() == [(WOLF, 1)]
    assert [kind for kind, _ in problems(connection)] == ["nameless card"]


def test_new_rulings_of_a_card_named_in_english_are_no_contradiction(load):
    old = known("Quiet Wolf", WOLF, rulings=("One.", "Two."))
    note = Card("Quiet Wolf", rulings=(Ruling("Three."), Ruling("Four.")))
    connection = load(a=[old], notes=[note])
    assert holders(connection, "Three.") == [(WOLF,)]
    assert problems(connection) == []
