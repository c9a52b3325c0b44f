"""Pages of the new Gatherer to records. All are invented, after what readers of the site know of
its data; no saved page was to be had."""

import base64
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.files import Document, InputError
from ingest.gatherer import new
from ingest.gatherer.flight import Flight
from ingest.readers import open_source
from ingest.records import Card, Printing, Record, Ruling, Set, Wording
from tests.records import cards, problem_messages, write_text

OTTER: dict[str, Any] = {
    "kind": "CardData",
    "resourceId": "otter-de",
    "multiverseId": 70,
    "cardNumber": "7",
    "cardNumberVariant": "",
    "instanceName": "Stiller Otter",
    "instanceTypeLine": "Kreatur — Otter",
    "instanceText": "Fliegend+|ocT: Ziehe &lt;i&gt;eine&lt;/i&gt; Karte.",
    "instanceManaText": "o1oU",
    "flavorText": "Er lauscht.",
    "language": {"englishName": "German", "originalName": "Deutsch", "code": "de-de"},
    "languageCode": "de",
    "oracleName": "Quiet Otter",
    "oracleTypeLine": "Creature — Otter",
    "oracleText": "Flying\r\n{T}: Draw a card.",
    "oracleManaText": "{1}{U}",
    "colors": [{"colorCode": "U", "colorName": "Blue"}],
    "setCode": "RIV",
    "setName": "River Bend",
    "setReleaseDate": "2020-01-24T00:00:00.000Z",
    "rulings": [
        {"rulingDate": "2020-01-24", "rulingStatement": "You draw &amp; win."},
        {"rulingDate": "January 2, 2021", "rulingStatement": "Like &lt;i&gt;fish&lt;/i&gt;."},
    ],
    "relatedCardInstances": [
        {
            "cardNumber": "12",
            "instanceName": "Quiet Otter",
            "languageCode": "en",
            "oracleName": "Quiet Otter",
            "setCode": "LAK",
            "setName": "Lake Side",
        },
        {
            "cardNumber": "0",
            "oracleName": "Loud Otter",
            "setCode": "OD",
            "setName": "Odd Days",
        },
    ],
    "otherLanguages": [{"englishName": "French", "code": "fr-fr"}],
}
ENGLISH = {
    "instanceName": "Quiet Otter",
    "instanceTypeLine": "Creature - Otter",
    "instanceText": "Flying",
    "flavorText": None,
    "language": {"englishName": "English", "code": "en-us"},
    "relatedCardInstances": [],
    "rulings": [],
}


def tree(card: Any, row: str = "1a") -> str:
    """A row of flight data with a card some way down the tree."""
    element = ["$", "main", None, {"children": [["$", "$L3", None, {"card": card}]]}]
    return f"{row}:{json.dumps(element, ensure_ascii=False)}\n"


def page(stream: str, *, chunk: int = 150, head: str = "", body: str = "") -> str:
    """A page that sends `stream` along in calls of `chunk` characters."""
    calls = [stream[at : at + chunk] for at in range(0, len(stream), chunk)]
    return (
        "<!DOCTYPE html><html lang='de-DE'><head><title>Otter | Gatherer</title>"
        f"<script src='/_next/static/x.js'></script>{head}</head><body>{body}"
        "<script>(self.__next_f=self.__next_f||[]).push([0])</script>"
        + "".join(
            f"<script>self.__next_f.push([1,{json.dumps(call, ensure_ascii=False)}])</script>"
            for call in calls
        )
        + "</body></html>"
    )


def read(content: str | bytes, folder: Path) -> list[Record]:
    """The records of a page."""
    return list(new.read(write_text(folder / "otter.html", content)))


def read_card(folder: Path, **changes: Any) -> list[Record]:
    """What a page of OTTER says with some fields changed; a change to `...` takes one away."""
    card = {key: value for key, value in (OTTER | changes).items() if value is not ...}
    return read(page(tree(card)), folder)


IN_FULL = [
    Card(
        "Quiet Otter",
        mana_cost="{1}{U}",
        colors=("U",),
        oracle=Wording("en", "Quiet Otter", "Creature — Otter", "Flying\n{T}: Draw a card."),
        printings=(
            Printing(
                "RIV",
                "River Bend",
                "7",
                wordings=(
                    Wording(
                        "de",
                        "Stiller Otter",
                        "Kreatur — Otter",
                        "Fliegend\n{T}: Ziehe eine Karte.",
                        "Er lauscht.",
                        70,
                    ),
                ),
            ),
            Printing("LAK", "Lake Side", "12", wordings=(Wording("en", "Quiet Otter"),)),
        ),
        rulings=(
            Ruling("You draw & win.", "2020-01-24", issuer="wotc"),
            Ruling("Like fish.", "2021-01-02", issuer="wotc", raw="Like &lt;i&gt;fish&lt;/i&gt;."),
        ),
        place="otter.html",
    ),
    # The code is one of Gatherer's own.
    Card("Loud Otter", printings=(Printing(None, "Odd Days"),), place="otter.html"),
]


@pytest.mark.parametrize("chunk", [1, 7, 1_000_000])
def test_a_page_in_full_however_it_is_cut_into_calls(tmp_path, chunk):
    stream = '0:{"P":null}\n3:I[12,["a.js"],"Card"]\n:HL["x","style"]\n' + tree(OTTER) + "4:null\n"
    assert read(page(stream, chunk=chunk), tmp_path) == IN_FULL


def test_an_english_page_gives_its_set_and_the_id_of_the_printing(tmp_path):
    found = read_card(tmp_path, **ENGLISH)
    assert problem_messages(found) == []
    assert found[-1] == Set("RIV", "River Bend", "2020-01-24")
    (card,) = cards(found)
    assert card.printings == (
        Printing(
            "RIV",
            "River Bend",
            "7",
            multiverse_id=70,
            wordings=(Wording("en", "Quiet Otter", "Creature - Otter", "Flying"),),
        ),
    )


def test_long_texts_and_parts_said_before_are_rows_of_their_own(tmp_path):
    long = "Fliegend, heißt es.\nÜberall: $12 gespart. "
    size = len(long.encode())
    card = OTTER | {"instanceText": "$b", "rulings": "$1c:props:rulings", "flavorText": "$$5."}
    rulings = ["$", "div", None, {"rulings": ["$d", {"rulingStatement": "$$1 is paid."}]}]
    stream = (
        tree(card)
        + f"b:T{size:x},{long}"
        + f"1c:{json.dumps(rulings)}\n"
        + 'd:{"rulingDate":"$D2020-01-24T00:00:00.000Z","rulingStatement":"It stays."}\n'
    )
    found = read(page(stream), tmp_path)
    card = cards(found)[0]
    (wording,) = card.printings[0].wordings
    assert wording.text == "Fliegend, heißt es.\nÜberall: $12 gespart."
    assert wording.flavor_text == "$5."
    assert [(r.text, r.published_at) for r in card.rulings] == [
        ("It stays.", "2020-01-24"),
        ("$1 is paid.", None),
    ]


def test_calls_in_base64_are_part_of_the_stream():
    stream = tree(OTTER).encode()
    call = base64.b64encode(stream[40:]).decode()
    content = (
        f"self.__next_f.push([1,{json.dumps(stream[:40].decode())}])"
        f'self.__next_f.push([3,"{call}"])'
    )
    flight = Flight(content)
    assert flight.faults == []
    assert list(flight.find("card")) == [OTTER]


def test_undefined_is_nothing(tmp_path):
    found = read_card(tmp_path, flavorText="$undefined", oracleText="$undefined")
    assert problem_messages(found) == []
    assert cards(found)[0].oracle == Wording("en", "Quiet Otter", "Creature — Otter")


# Languages


@pytest.mark.parametrize(
    ("changes", "language"),
    [
        ({"language": {"englishName": "Chinese Traditional"}, "languageCode": "zh"}, "zht"),
        ({"language": {"englishName": "Chinese Simplified"}, "languageCode": "zh"}, "zhs"),
        ({"language": ..., "englishLanguageName": "Chinese Traditional"}, "zht"),
        ({"language": ..., "languageCode": "pt-br"}, "pt"),
        ({"language": {"code": "ja-jp"}, "languageCode": ...}, "ja"),
        ({"language": ..., "languageCode": "zh", "instanceText": "飞行生物"}, "zhs"),
        ({"language": ..., "languageCode": "zh", "instanceText": "飛行生物"}, "zht"),
    ],
)
def test_the_language_by_its_english_name_then_its_code_then_its_script(
    tmp_path, changes, language
):
    found = read_card(tmp_path, **changes)
    assert problem_messages(found) == []
    assert cards(found)[0].printings[0].wordings[0].language == language


@pytest.mark.parametrize(
    ("changes", "language", "problem"),
    [
        (
            {"language": ..., "languageCode": "zh", "instanceName": "天", "instanceText": ""},
            "zhs",
            ("unknown language", "Chinese in either script: '天'; taken as zhs"),
        ),
        (
            {"language": {"englishName": "Khuzdul"}},
            "khuzdul",
            (
                "unknown language",
                "the language 'Khuzdul' is not in the table; kept under that name",
            ),
        ),
        (
            {"language": ..., "languageCode": ...},
            "en",
            ("missing part", "no `language` in the card data; taken as English"),
        ),
    ],
)
def test_a_language_nobody_knows_is_told(tmp_path, changes, language, problem):
    found = read_card(tmp_path, **changes)
    assert problem_messages(found) == [problem]
    assert cards(found)[0].printings[0].wordings[0].language == language


def test_a_ruling_in_the_language_of_the_page(tmp_path):
    statement = "Du ziehst eine Karte, wenn der Otter stirbt."
    row = {"rulingDate": "1/24/2020", "rulingStatement": statement}
    (ruling,) = cards(read_card(tmp_path, rulings=[row]))[0].rulings
    assert ruling == Ruling(statement, "2020-01-24", "de", "wotc")


# Parts


@pytest.mark.parametrize("separator", ["//", "///", "//ADV//", "//OMEN//", "\r\n//ADV//\r\n"])
def test_parts_of_one_text_are_faces(tmp_path, separator):
    found = read_card(
        tmp_path,
        oracleName="Shy // Bold",
        oracleTypeLine="Creature — Otter // Instant — Adventure",
        oracleText=f"Flying {separator} Draw a card.",
        oracleManaText="{U} // {1}{R}",
        instanceName="Scheu // Kühn",
        instanceTypeLine="Kreatur — Otter // Spontanzauber — Abenteuer",
        instanceText=f"Fliegend\n{separator}\nZiehe eine Karte.",
        relatedCardInstances=[],
    )
    assert problem_messages(found) == []
    shy, bold = cards(found)
    assert (shy.name, shy.side, shy.face_name) == ("Shy // Bold", "a", "Shy")
    assert (bold.name, bold.side, bold.face_name) == ("Shy // Bold", "b", "Bold")
    assert shy.oracle == Wording("en", "Shy", "Creature — Otter", "Flying")
    assert bold.oracle == Wording("en", "Bold", "Instant — Adventure", "Draw a card.")
    assert (shy.mana_cost, bold.mana_cost) == ("{U}", "{1}{R}")
    assert shy.printings[0].wordings == (
        Wording("de", "Scheu", "Kreatur — Otter", "Fliegend", "Er lauscht.", 70),
    )
    assert bold.printings[0].wordings == (
        Wording("de", "Kühn", "Spontanzauber — Abenteuer", "Ziehe eine Karte.", None, 70),
    )
    assert (len(shy.rulings), len(bold.rulings)) == (2, 0)
    assert bold.place == "otter.html, Bold"


def test_levels_are_lines_of_one_text(tmp_path):
    text = "Gain life.\n//Level_2//\n{1}: Level 2\nDraw.\n//Level_3//\n{2}: Level 3"
    (card, _) = cards(read_card(tmp_path, oracleText=text))
    assert card.oracle
    assert card.oracle.text == "Gain life.\n{1}: Level 2\nDraw.\n{2}: Level 3"


def test_a_missing_half_and_parts_without_names_are_told(tmp_path):
    found = read_card(tmp_path, oracleName="Shy // Bold", relatedCardInstances=[])
    assert [kind for kind, _ in problem_messages(found)] == ["missing half"] * 6
    assert problem_messages(found)[1][1] == "`oracleText` has 1 parts, the card 2 names"
    found = read_card(tmp_path, instanceText="Eins // Zwei")
    assert problem_messages(found) == [
        ("unnamed part", "`instanceText` has 2 parts, the card 1 names; kept as one text")
    ]
    assert cards(found)[0].printings[0].wordings[0].text == "Eins // Zwei"


# A new shape


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"rulings": []}, []),
        ({"rulings": ...}, ["no list `rulings` in the card data"]),
        ({"rulings": None}, ["no list `rulings` in the card data"]),
        ({"rulings": {"edges": []}}, ["no list `rulings` in the card data"]),
        ({"rulings": "$5"}, ["no value of `rulings`; '$5' refers to what", "no list `rulings`"]),
        ({"relatedCardInstances": ...}, ["no list `relatedCardInstances` in the card data"]),
        ({"oracleTypeLine": ...}, ["no `oracleTypeLine` in the card data"]),
        ({"instanceName": None}, ["no `instanceName` in the card data"]),
        ({"setName": ...}, ["no `setName` in the card data"]),
        ({"oracleText": "$5"}, ["no value of `oracleText`; '$5' refers to what the page has not"]),
    ],
)
def test_what_the_data_no_longer_has_is_named(tmp_path, changes, expected):
    found = read_card(tmp_path, **changes)
    assert [kind for kind, _ in problem_messages(found)] == ["missing part"] * len(expected)
    for (_, message), start in zip(problem_messages(found), expected, strict=True):
        assert message.startswith(start)
    assert cards(found)[0].name == "Quiet Otter"


def test_without_an_english_name_the_cards_own_stands(tmp_path):
    found = read_card(tmp_path, oracleName=..., relatedCardInstances=[])
    assert problem_messages(found) == [("missing part", "no `oracleName` in the card data")]
    (card,) = cards(found)
    assert (card.name, card.language, card.oracle) == ("Stiller Otter", "de", None)


def test_a_card_without_any_name_is_left_out_and_told(tmp_path):
    found = read_card(tmp_path, oracleName=None, instanceName=7_000, relatedCardInstances=[])
    assert cards(found)[0].name == "7000"
    found = read_card(tmp_path, oracleName=None, instanceName="")
    message = "no card name; the card and its 2 rulings are left out"
    assert ("missing part", message) in problem_messages(found)
    assert cards(found) == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"oracleText": ["Flying"]},
            ("unreadable field", "`oracleText` is list, expected text; taken as absent"),
        ),
        (
            {"multiverseId": "many"},
            ("impossible multiverse id", "'many' is no multiverse id; taken as absent"),
        ),
        (
            {"rulings": ["You win."]},
            ("unreadable field", "entry 1 of `rulings` is no object; left out"),
        ),
        (
            {"rulings": [{"rulingDate": "2020-01-24"}]},
            ("empty ruling", "a ruling without text, dated '2020-01-24'; left out"),
        ),
        (
            {"rulings": [{"rulingDate": "24.1.2020", "rulingStatement": "Win."}]},
            (
                "impossible date",
                "a ruling with the date '24.1.2020', expected one like 10/15/2006; taken as"
                " undated",
            ),
        ),
        (
            {"relatedCardInstances": [{"setCode": "LAK"}]},
            (
                "missing part",
                "no `oracleName` in an entry of `relatedCardInstances`; it is left out",
            ),
        ),
        (
            {"instanceText": "d\ud83dj\ufffd"},
            ("lost letter", "found '\\ufffd' where a letter was: 'd\ufffdj\ufffd'"),
        ),
    ],
)
def test_a_faulty_field_is_told_and_the_rest_read(tmp_path, changes, problem):
    content = json.dumps(tree(OTTER | changes))
    script = f"<script>self.__next_f.push([1,{content}])</script></body>"
    stream = page("").replace("</body>", script)
    found = read(stream.encode("utf-8", "surrogatepass"), tmp_path)
    assert problem_messages(found) == [problem]
    assert cards(found)[0].name == "Quiet Otter"


def test_a_call_and_a_row_that_cannot_be_decoded_are_told(tmp_path):
    content = page('2:["cut\n' + tree(OTTER)).replace(
        "</body>", "<script>self.__next_f.push([1,oops])</script></body>"
    )
    found = read(content, tmp_path)
    assert [kind for kind, _ in problem_messages(found)] == ["unreadable data"] * 2
    assert problem_messages(found)[0][1].startswith("in `__next_f`, line 1: Expecting value")
    assert problem_messages(found)[1][1].startswith("in `__next_f`, row 2: Unterminated string")
    assert cards(found) == cards(IN_FULL)


def test_of_several_cards_those_with_rulings_are_read(tmp_path):
    other = {"oracleName": "Loud Otter", "instanceName": "Loud Otter"}
    stream = tree(other, "1") + tree(OTTER, "2") + tree(OTTER, "3")
    found = read(page(stream), tmp_path)
    assert found[1:] == IN_FULL
    assert problem_messages(found) == [
        ("card left out", "Loud Otter, which the page has no rulings for")
    ]


SHOWN = (
    '<h1 data-testid="cardDetailsCardName">Stiller Otter</h1>'
    '<p data-testid="cardDetailsTypeLine">Kreatur — Otter</p>'
    '<div data-testid="cardDetailsOracleText"><span>Fliegend</span><span class="block"></span>'
    '<span data-manacost="(u/b)"><svg></svg></span>: Ziehe eine Karte.</div>'
    '<p data-testid="cardDetailsFlavorText">Er lauscht.</p>'
)
ADDRESS = '<meta property="og:url" content="https://gatherer.wizards.com/RIV/{}/7/otter"/>'
GONE = [
    ("missing part", "no card data (`card` in `self.__next_f`); what the page shows is read"),
    ("missing part", "no rulings part; whether the card has rulings cannot be told"),
]


def test_without_data_what_the_page_shows_is_read(tmp_path):
    found = read(page("", head=ADDRESS.format("de-de"), body=SHOWN), tmp_path)
    assert problem_messages(found) == GONE
    wording = Wording(
        *("de", "Stiller Otter", "Kreatur — Otter", "Fliegend\n{U/B}: Ziehe eine Karte."),
        flavor_text="Er lauscht.",
    )
    assert cards(found) == [
        Card(
            "Stiller Otter",
            printings=(Printing("RIV", None, "7", wordings=(wording,)),),
            place="otter.html",
            language="de",
        )
    ]


def test_what_an_english_page_shows_is_the_oracle_text(tmp_path):
    (card,) = cards(read(page("", head=ADDRESS.format("en-us"), body=SHOWN), tmp_path))
    assert card.oracle
    assert card.oracle.text == "Fliegend\n{U/B}: Ziehe eine Karte."
    assert card.printings[0].wordings == (
        Wording("en", "Stiller Otter", flavor_text="Er lauscht."),
    )


def test_what_a_page_does_not_even_show_is_named(tmp_path):
    found = read(page("", body=SHOWN.replace("TypeLine", "Types")), tmp_path)
    assert problem_messages(found) == [
        *GONE,
        ("missing part", "no address (og:url); taken as English, its set and number as unknown"),
        ("missing part", "no type line (cardDetailsTypeLine)"),
    ]


def test_a_page_without_a_card_is_an_input_error(tmp_path):
    stream = f"5:{json.dumps({'items': [{'setCode': 'RIV', 'oracleName': 'Quiet Otter'}]})}\n"
    with pytest.raises(InputError) as caught:
        read(page(stream), tmp_path)
    assert str(caught.value) == (
        "otter.html: a page of Gatherer without a card (a list, or a page of a new shape),"
        " expected `card` in `self.__next_f`, or data-testid=cardDetailsCardName"
    )


def test_a_page_is_known_by_its_content(tmp_path):
    path = tmp_path / "saved"
    path.write_text(page(tree(OTTER)), encoding="utf-8")
    source, records = open_source(Document(path, "saved"))
    assert (source.kind, source.version) == ("gatherer", None)
    assert [card.name for card in cards(records)] == ["Quiet Otter", "Loud Otter"]


@pytest.mark.parametrize(
    "content",
    [
        b"<!DOCTYPE html><title>Release Notes</title><a href='//gatherer.wizards.com/RIV'>"
        b"Otter</a><script src='/_next/x.js'>",
        b"<!DOCTYPE html><title>Gatherer</title><p>moved",
        b'{"html": "<title>Gatherer</title>/_next/"}',
    ],
)
def test_other_pages_are_not_taken(content):
    assert not new._sniff(content, "otter.html")


# Damage


def test_a_page_cut_short_at_any_byte_is_an_input_error(tmp_path):
    small = {"oracleName": "Òtter", "rulings": [{"rulingStatement": "Win."}]}
    content = page(tree(small)).encode()
    for size in range(content.index(b"<html") + 5, len(content) - 1):
        with pytest.raises(InputError, match=r"expected (the rest of the page|UTF-8)"):
            read(content[:size], tmp_path)


def test_a_page_cut_short_and_closed_is_read_or_an_input_error(tmp_path):
    content = page(tree(OTTER))
    for size in range(0, len(content), 7):
        try:
            found = read(content[:size] + "</html>", tmp_path)
        except InputError:
            continue
        assert found


def loop() -> str:
    return '1:{"card":"$2"}\n2:"$3"\n3:"$2"\n' + tree(OTTER, "4")


@pytest.mark.parametrize(
    "stream",
    [
        "1:" + "[" * 10_000 + "]" * 10_000 + "\n" + tree(OTTER, "2"),
        "1:" + '{"card":' * 10_000 + "1" + "}" * 10_000 + "\n" + tree(OTTER, "2"),
        "1:" + "9" * 10_000 + "\n2:[" + "9" * 10_000 + "]\n" + tree(OTTER, "3"),
        "1:Tffffffff,short\n" + tree(OTTER, "2"),
        tree(OTTER | {"oracleText": "x" * 1_000_000 + "// " * 10_000}),
        tree(OTTER | {"instanceText": "<" * 100_000 + "{(" * 50_000 + "o" * 100_000}),
        tree(OTTER | {"rulings": "$5"}) * 3_000 + "5:" + json.dumps([{}] * 3_000) + "\n",
        "".join(tree({"oracleName": f"Otter {n}", "rulings": []}, f"{n:x}") for n in range(3_000)),
        loop(),
        tree(OTTER | {"oracleText": "$1a:props:children:0:props:card:oracleText"}),
        tree(OTTER | {"language": "$1a", "colors": "$1a", "relatedCardInstances": "$1a"}),
    ],
    ids="nested cards digits length long codes shared many loop self wrong".split(),
)
def test_no_data_takes_long_or_raises_anything_else(tmp_path, stream):
    content = page(stream, chunk=100_000)
    start = time.process_time()
    try:
        assert read(content, tmp_path)
    except InputError as error:
        assert str(error).startswith("otter.html: ")  # noqa: PT017
    assert time.process_time() - start < 10


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10) | st.just("$1a"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(sorted(OTTER)), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(changes=st.dictionaries(st.sampled_from(sorted(OTTER)), VALUES, max_size=5))
def test_any_value_in_any_field_is_read_or_told(tmp_path_factory, changes):
    stream = tree(OTTER | changes)
    content = f"<script>self.__next_f.push([1,{json.dumps(stream)}])</script></body>"
    try:
        found = read(page("").replace("</body>", content), tmp_path_factory.mktemp("page"))
    except InputError as error:
        assert str(error).startswith("otter.html: ")  # noqa: PT017
    else:
        assert found
