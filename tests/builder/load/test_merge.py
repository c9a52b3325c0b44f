"""The same card, wording or ruling from several sources becomes one, with every source."""

from itertools import permutations

import pytest

from ingest.records import Card, Migration, Printing, Ruling, Set, Wording

OTTER = "0a000000-0000-0000-0000-000000000001"
ORACLE = Wording("en", "Quiet Otter", "Creature — Otter", "Flying")
GERMAN = Wording("de", "Stiller Otter", "Kreatur — Otter", "Flugfähig")


def otter(*rulings, **more):
    printing = Printing("LAK", None, "7", wordings=(GERMAN,))
    facts = {"oracle": ORACLE, "printings": (printing,)} | more
    return Card("Quiet Otter", OTTER, rulings=rulings, **facts)


def attachments(connection):
    return connection.execute(
        """
        SELECT card_rulings.published_at, card_rulings.issuer, group_concat(sources.kind, ' ')
        FROM card_rulings
        JOIN card_ruling_sources ON card_ruling_sources.card_ruling_id = card_rulings.id
        JOIN sources ON sources.id = card_ruling_sources.source_id
        GROUP BY card_rulings.id
        ORDER BY 1, 2
        """
    ).fetchall()


def problems(connection):
    return connection.execute("SELECT kind, message FROM problems ORDER BY id").fetchall()


def one(connection, query):
    return connection.execute(query).fetchone()[0]


def test_a_card_of_two_sources_is_one_with_both(load):
    connection = load(mtgjson=[otter()], scryfall=[otter()])
    for table in ("cards", "faces", "printings"):
        assert one(connection, f"SELECT count(*) FROM {table}") == 1
    assert one(connection, "SELECT count(*) FROM localizations") == 2
    assert one(connection, "SELECT count(*) FROM printing_sources") == 2
    assert one(connection, "SELECT count(*) FROM localization_sources") == 4
    assert problems(connection) == []


@pytest.mark.parametrize(
    "other",
    [
        "It isn’t “tapped” – ever. {tap}",
        'It isn\'t  "tapped" - ever.\n{TAP}',
        "It isn't \u201ctapped\u201d\u00a0\u2014 ever. {Tap}\u200b",
    ],
)
def test_texts_that_differ_in_notation_only_are_one_ruling(load, other):
    first = Ruling('It isn\'t "tapped" - ever. {TAP}', "2014-11-24")
    connection = load(
        mtgjson=[otter(first)], scryfall=[otter(Ruling(other, "2014-11-24", issuer="wotc"))]
    )
    assert one(connection, "SELECT count(*) FROM rulings") == 1
    assert one(connection, "SELECT text FROM ruling_texts") == first.text
    assert connection.execute("SELECT text FROM ruling_text_variants").fetchall() == [(other,)]


def test_an_issuer_that_one_source_leaves_open_is_what_the_other_says(load):
    text = "It flies."
    connection = load(
        gatherer=[otter(Ruling(text, "2014-11-24"))],
        scryfall=[otter(Ruling(text, "2014-11-24", issuer="wotc"))],
    )
    assert attachments(connection) == [("2014-11-24", "wotc", "gatherer scryfall")]


def test_two_issuers_of_one_ruling_stay_two(load):
    connection = load(
        scryfall=[
            otter(
                Ruling("It flies.", "2014-11-24", issuer="wotc"),
                Ruling("It flies.", "2014-11-24", issuer="scryfall"),
            )
        ]
    )
    assert [issuer for _, issuer, _ in attachments(connection)] == ["scryfall", "wotc"]


def test_an_undated_ruling_is_the_dated_one_of_another_source(load):
    connection = load(
        page=[otter(Ruling("It flies."))], mtgjson=[otter(Ruling("It flies.", "2014-11-24"))]
    )
    assert attachments(connection) == [("2014-11-24", None, "page mtgjson")]


def test_dates_that_differ_are_both_kept_and_told(load):
    connection = load(
        mtgjson=[otter(Ruling("It flies.", "2014-11-24"))],
        gatherer=[otter(Ruling("It flies.", "2014-11-25"))],
    )
    assert [day for day, _, _ in attachments(connection)] == ["2014-11-24", "2014-11-25"]
    ((kind, message),) = problems(connection)
    assert kind == "dates differ"
    assert "gatherer: 2014-11-25; mtgjson: 2014-11-24" in message


def test_several_dates_of_one_source_are_no_conflict(load):
    dated = [Ruling("It flies.", day) for day in ("2014-11-24", "2019-01-25")]
    connection = load(mtgjson=[otter(*dated)], scryfall=[otter(*dated)])
    assert len(attachments(connection)) == 2
    assert problems(connection) == []


def test_a_release_stands_in_for_a_date_until_a_source_has_one(load):
    lake = Set("LAK", "Lakeside", "2014-11-01")
    stands_in = Ruling("Er fliegt.", None, "de", "wotc", dated_by="release")
    connection = load(notes=[lake, otter(stands_in)])
    assert connection.execute("SELECT published_at, dated_by FROM card_rulings").fetchall() == [
        ("2014-11-01", "release")
    ]
    connection = load(
        notes=[lake, otter(stands_in)], page=[otter(Ruling("Er fliegt.", "2014-12-01", "de"))]
    )
    assert connection.execute("SELECT published_at, dated_by FROM card_rulings").fetchall() == [
        ("2014-12-01", None)
    ]
    connection = load(notes=[Set("LAK", "Lakeside"), otter(stands_in)])
    assert connection.execute("SELECT published_at, dated_by FROM card_rulings").fetchall() == [
        (None, None)
    ]


def test_wordings_that_differ_in_notation_between_sources_are_one(load):
    curly = Wording("de", "Stiller Otter", "Kreatur – Otter", "Flugfähig")
    connection = load(
        mtgjson=[otter()],
        scryfall=[otter(printings=(Printing("LAK", None, "8", wordings=(curly,)),))],
    )
    german = "SELECT id FROM localizations WHERE language_id = 2"
    assert one(connection, f"SELECT count(*) FROM ({german})") == 1
    assert (
        one(
            connection,
            f"SELECT count(*) FROM localization_printings WHERE localization_id IN ({german})",
        )
        == 2
    )
    assert connection.execute("SELECT type_line FROM localization_variants").fetchall() == [
        ("Kreatur – Otter",)
    ]


def test_a_name_alone_goes_into_the_wording_that_has_it(load):
    name_only = Wording("de", "Stiller Otter", multiverse_id=12)
    connection = load(
        gatherer=[otter(printings=(Printing("LAK", None, "7", wordings=(name_only,)),))],
        mtgjson=[otter()],
    )
    assert connection.execute(
        "SELECT name, text FROM localizations WHERE language_id = 2"
    ).fetchall() == [("Stiller Otter", "Flugfähig")]
    assert one(connection, "SELECT multiverse_id FROM localization_printings") == 12


def test_wordings_that_one_source_has_apart_stay_apart(load):
    older = Wording("de", "Stiller Otter", "Kreatur – Otter", "Flugfähig")
    printings = (
        Printing("LAK", None, "7", wordings=(GERMAN,)),
        Printing("RIV", None, "1", wordings=(older,)),
    )
    connection = load(mtgjson=[otter(printings=printings)], scryfall=[otter(printings=printings)])
    assert one(connection, "SELECT count(*) FROM localizations WHERE language_id = 2") == 2


def test_the_oracle_wording_is_that_of_the_newest_source(load):
    older = otter(oracle=Wording("en", "Quiet Otter", "Summon Otter", "It flies."))
    sources = {"a": ("5.1.0+20210801", [older]), "b": ("2026-11-01", [otter()])}
    for order in permutations(sources):
        connection = load(**{kind: sources[kind] for kind in order})
        assert connection.execute("SELECT text FROM localizations WHERE oracle").fetchall() == [
            ("Flying",)
        ]
        ((kind, _),) = problems(connection)
        assert kind == "oracle wordings differ"


def test_a_card_is_called_as_the_newest_source_calls_it(load):
    """Names are not known for certain before a release."""
    faces = [
        Card("Wet // Dry", OTTER, side, name, oracle=Wording("en", name, "Instant", name))
        for side, name in (("a", "Wet"), ("b", "Dry"))
    ]
    renamed = [
        Card("Fire // Ice", OTTER, side, name, oracle=Wording("en", name, "Instant", name))
        for side, name in (("a", "Fire"), ("b", "Ice"))
    ]
    sources = {"a": ("2021-08-01", faces), "b": ("2026-11-01", renamed)}
    for order in permutations(sources):
        connection = load(**{kind: sources[kind] for kind in order})
        assert connection.execute("SELECT name, slug FROM cards").fetchall() == [
            ("Fire // Ice", "fire-ice")
        ]
        names = connection.execute("SELECT name FROM faces ORDER BY side").fetchall()
        assert names == [("Fire",), ("Ice",)]
        told = connection.execute("SELECT name FROM localizations ORDER BY name").fetchall()
        assert told == [("Dry",), ("Fire",), ("Ice",), ("Wet",)]


def test_a_page_that_shows_one_half_does_not_rename_the_card(load):
    half = Card("Ice", oracle=Wording("en", "Ice", "Instant", "Tap."), language="en")
    faces = [
        Card("Fire // Ice", OTTER, side, name, oracle=Wording("en", name, "Instant", name))
        for side, name in (("a", "Fire"), ("b", "Ice"))
    ]
    connection = load(a=("2021-08-01", faces), b=("2026-11-01", [half]))
    assert connection.execute("SELECT name FROM cards").fetchall() == [("Fire // Ice",)]
    assert one(connection, "SELECT text FROM localizations WHERE oracle AND name = 'Ice'") == "Tap."


def test_of_two_flavor_texts_of_a_printing_one_stays_and_the_other_is_told(load):
    def printed(name: str, flavor: str) -> Card:
        wording = Wording("de", name, "Kreatur — Otter", "Flugfähig", flavor)
        return otter(printings=(Printing("LAK", None, "7", wordings=(wording,)),))

    first = printed("Stiller Otter", "Still.")
    # The second as it is, and as one that goes into the other's wording.
    for second in (printed("Stiller Otter", "Laut."), printed("Stiller  Otter", "Laut.")):
        connection = load(a=[first], b=[second])
        assert connection.execute(
            """
            SELECT flavor_texts.text
            FROM localization_printings
            JOIN flavor_texts ON flavor_texts.id = flavor_text_id
            """
        ).fetchall() == [("Still.",)]
        assert problems(connection) == [
            ("flavor texts differ", "another source has another one, which stays: Laut.")
        ]


def test_of_two_multiverse_ids_of_a_face_that_of_no_other_face_stays(load):
    def faces(front: int, back: int) -> list[Card]:
        return [
            Card(
                "Fire // Ice",
                OTTER,
                side,
                name,
                oracle=Wording("en", name, "Instant", name),
                printings=(Printing("LAK", None, "7", multiverse_id=number),),
            )
            for side, name, number in (("a", "Fire", front), ("b", "Ice", back))
        ]

    sources = {"a": faces(4, 4), "b": faces(4, 5)}
    for order in permutations(sources):
        connection = load(**{kind: sources[kind] for kind in order})
        numbers = connection.execute("SELECT multiverse_id FROM printing_faces ORDER BY 1")
        assert numbers.fetchall() == [(4,), (5,)]
        assert problems(connection) == []
    connection = load(a=faces(4, 5), b=faces(4, 6))
    message = "the multiverse id 6, where 5 is known; that stays"
    assert problems(connection) == [("ids differ", message)]


def test_ids_of_all_sources_come_together(load):
    first = Printing("LAK", None, "7", mtgjson_uuid="uuid", wordings=(GERMAN,))
    second = Printing("LAK", None, "7", scryfall_id="scry", multiverse_id=3, wordings=(GERMAN,))
    for order in ((first, second), (second, first)):
        connection = load(a=[otter(printings=order[:1])], b=[otter(printings=order[1:])])
        assert one(connection, "SELECT scryfall_id FROM printings") == "scry"
        assert connection.execute(
            "SELECT mtgjson_uuid, multiverse_id FROM printing_faces"
        ).fetchall() == [("uuid", 3)]


def test_what_sources_say_of_a_set_comes_together(load):
    named = Set("LAK", "Lakeside", None, "expansion", names={"de": "Am See"})
    dated = Set("LAK", "LAK", "2014-11-24", parent="RIV", digital=True, aliases=("LK",))
    for order in ((named, dated), (dated, named)):
        connection = load(a=[order[0], otter()], b=[order[1]])
        assert connection.execute("SELECT * FROM sets").fetchall() == [
            ("LAK", "Lakeside", "2014-11-24", "expansion", "RIV", 1, 0)
        ]
        assert connection.execute("SELECT name FROM set_names ORDER BY name").fetchall() == [
            ("Am See",),
            ("Lakeside",),
        ]
        assert connection.execute("SELECT * FROM set_aliases").fetchall() == [("LK", "LAK")]


@pytest.mark.parametrize(
    ("migrations", "expected", "told"),
    [
        ([("old", "new")], "new", 0),
        ([("old", "mid"), ("mid", "new")], "new", 0),
        ([("old", None)], None, 1),
        ([("old", "mid"), ("mid", "old")], None, 1),
        ([("other", "new")], "old", 0),
    ],
)
def test_migrated_ids_lead_on(load, migrations, expected, told):
    printing = Printing("LAK", None, "7", "old")
    records = [otter(printings=(printing,)), *(Migration(*pair, "m.json") for pair in migrations)]
    connection = load(scryfall=records)
    assert one(connection, "SELECT scryfall_id FROM printings") == expected
    assert len(problems(connection)) == told


def test_a_name_alone_says_nothing_of_what_another_printing_carries(load):
    """The printing it is on has no text that is known: it must not be given another's."""
    name_only = Wording("de", "Stiller Otter", scryfall_id="s")
    connection = load(
        mtgjson=[otter()],
        scryfall=[otter(printings=(Printing("RIV", None, "1", wordings=(name_only,)),))],
    )
    assert connection.execute(
        """
        SELECT printings.set_code, localizations.text
        FROM localization_printings
        JOIN localizations ON localizations.id = localization_printings.localization_id
        JOIN printings ON printings.id = localization_printings.printing_id
        ORDER BY 1
        """
    ).fetchall() == [("LAK", "Flugfähig"), ("RIV", None)]


def test_a_face_is_known_by_its_side_when_its_name_has_changed(load):
    faces = [
        Card("Fire // Ice", OTTER, side, name, oracle=Wording("en", name, "Instant", name))
        for side, name in (("a", "Fire"), ("b", "Ice"))
    ]
    renamed = Card("Fire // Hail", OTTER, "b", "Hail", oracle=Wording("en", "Hail", "Instant", "H"))
    connection = load(a=faces, b=[renamed])
    assert connection.execute("SELECT side, name FROM faces ORDER BY id").fetchall() == [
        ("a", "Fire"),
        ("b", "Ice"),
    ]


def test_keywords_come_from_the_source_that_has_them(load):
    for order in (((), ("Flying",)), (("Flying",), ())):
        connection = load(a=[otter(keywords=order[0])], b=[otter(keywords=order[1])])
        assert one(connection, "SELECT keywords FROM cards") == '["Flying"]'


@pytest.mark.parametrize(
    ("one_way", "other_way"), [("[+1]: Draw.", "+1: Draw."), ("[−X]: Draw.", "-X: Draw.")]
)
def test_loyalty_costs_have_two_notations(load, one_way, other_way):
    connection = load(
        a=[otter(Ruling(one_way, "2014-11-24"))], b=[otter(Ruling(other_way, "2014-11-24"))]
    )
    assert one(connection, "SELECT count(*) FROM rulings") == 1


def test_a_source_without_a_date_is_as_new_as_the_newest_ruling_in_it(load):
    """An old saved page does not beat a newer file that does not say how new it is."""
    older = otter(oracle=Wording("en", "Quiet Otter", "Summon Otter", "It flies."))
    undated = [otter(Ruling("It flies.", "2020-01-24"))]
    for sources in (
        {"gatherer": ("2012-04-07", [older]), "mtgjson": undated},
        {"mtgjson": undated, "gatherer": ("2012-04-07", [older])},
    ):
        connection = load(**sources)
        assert connection.execute("SELECT text FROM localizations WHERE oracle").fetchall() == [
            ("Flying",)
        ]


def test_a_raw_text_is_kept_beside_the_clean_one(load):
    raw = Ruling("It flies.", "2014-11-24", raw="It&nbsp;<i>flies</i>.")
    for order in permutations([[otter(raw)], [otter(Ruling("It flies.", "2014-11-24"))]]):
        connection = load(a=order[0], b=order[1])
        assert connection.execute("SELECT text FROM ruling_text_variants").fetchall() == [
            ("It&nbsp;<i>flies</i>.",)
        ]


def test_a_name_on_no_printing_goes_into_a_wording_of_that_name(load):
    old = Wording("de", "Stiller Otter", "Kreatur", "Fliegt")
    printings = (
        Printing("LAK", None, "7", wordings=(GERMAN,)),
        Printing("RIV", None, "1", wordings=(old,)),
    )
    languages = otter(oracle=None, printings=(), wordings=(Wording("de", "Stiller Otter"),))
    connection = load(mtgjson=[otter(printings=printings)], gatherer=[languages])
    assert one(connection, "SELECT count(*) FROM localizations WHERE language_id = 2") == 2


def test_the_name_of_a_set_is_that_of_the_source_that_knows_more(load):
    full = Set("LAK", "Lakeside", "2014-11-24", "expansion")
    bare = Set("LAK", "The Lakeside Set")
    for order in permutations([full, bare]):
        connection = load(a=[order[0], otter()], b=[order[1]])
        assert one(connection, "SELECT name FROM sets") == "Lakeside"
        assert one(connection, "SELECT alias FROM set_aliases") == "The Lakeside Set"


def test_no_name_of_a_set_is_lost(load):
    """What else it is called in a language is an alias; so is a second English name."""
    first = Set("LAK", "Lakeside", None, "expansion", names={"de": "Am See"})
    second = Set("LAK", "LAK", names={"en": "Lakeside (2014 Edition)", "de": "Seeufer"})
    for order in permutations([first, second]):
        connection = load(a=[order[0], otter()], b=[order[1]])
        held = dict(connection.execute("SELECT language_id, name FROM set_names").fetchall())
        aliases = {alias for (alias,) in connection.execute("SELECT alias FROM set_aliases")}
        assert held[1] == "Lakeside"
        assert {held[2], *aliases} == {"Am See", "Seeufer", "Lakeside (2014 Edition)"}


def test_figures_come_from_the_source_that_has_them(load):
    figures = {"mana_cost": "{1}{U}", "power": "1", "toughness": "1+*"}
    for order in permutations(({}, figures)):
        connection = load(a=[otter(**order[0])], b=[otter(**order[1])])
        assert connection.execute(
            "SELECT mana_cost, power, toughness, loyalty, defense FROM faces"
        ).fetchall() == [("{1}{U}", "1", "1+*", None, None)]


def test_rulings_of_one_day_keep_the_order_of_their_source(load):
    told = [Ruling(text, "2014-11-24") for text in ("If it flies.", "Also swims.", "But walks.")]
    connection = load(mtgjson=[otter(*told)])
    assert connection.execute(
        """
        SELECT ruling_texts.text
        FROM card_rulings
        JOIN ruling_texts ON ruling_texts.ruling_id = card_rulings.ruling_id
        ORDER BY card_rulings.place
        """
    ).fetchall() == [("If it flies.",), ("Also swims.",), ("But walks.",)]


def test_cards_of_one_name_and_the_same_head_have_slugs_of_their_own(load):
    twins = [Card("Twin", f"0a000000-0000-0000-0000-00000000000{n}") for n in (1, 2)]
    other = Card("Twin", "0b000000-0000-0000-0000-000000000001")
    connection = load(a=[*twins, other])
    assert connection.execute("SELECT slug FROM cards ORDER BY oracle_id").fetchall() == [
        ("twin-0a000000-0000-0000-0000-000000000001",),
        ("twin-0a000000-0000-0000-0000-000000000002",),
        ("twin-0b000000",),
    ]
