"""The query language: what is typed, and the tree it means, written out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings_db.retrieval.query import FIELDS, And, Field, Node, Not, Or, Word, parse, written


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("", None),
        ("   ", None),
        ("flying", Word("flying")),
        ("flying trample", And((Word("flying"), Word("trample")))),
        ('"first strike"', Word("first strike", phrase=True)),
        ("“first strike”", Word("first strike", phrase=True)),
        ("manif*", Word("manif", prefix=True)),
        ("*", Word("*")),
        ("*/*", Word("*/*")),
        ("-flying", Not(Word("flying"))),
        ('-"first strike"', Not(Word("first strike", phrase=True))),
        ("anti-malocchio", Word("anti-malocchio")),
        ("-1/-1", Word("-1/-1")),
        ("-X/-0", Word("-X/-0")),
        ("-2/2", Not(Word("2/2"))),
        ("+1/+1", Word("+1/+1")),
        ("{2}{G}", Word("{2}{G}")),
        ("a OR b", Or((Word("a"), Word("b")))),
        ("a or b", And((Word("a"), Word("or"), Word("b")))),
        ("a b OR c", Or((And((Word("a"), Word("b"))), Word("c")))),
        ("a (b OR c)", And((Word("a"), Or((Word("b"), Word("c")))))),
        ("-(a OR b)", Not(Or((Word("a"), Word("b"))))),
        ("《雲変化/Cloudform》", Or((
            Word("雲変化", phrase=True, column="name"),
            Word("Cloudform", phrase=True, column="name"),
        ))),
        ("Fire // Ice", And((Word("Fire"), Word("Ice")))),
        ("火 // 氷", And((Word("火"), Word("氷")))),
        ("text:fly", Word("fly", column="text")),
        ('o:"face up"', Word("face up", phrase=True, column="text")),
        ("oracle:fly", Word("fly", column="text")),
        ("t:goblin", Word("goblin", column="type")),
        ("e:FRF", Field("set", ":", "FRF")),
        ("c>=rg", Field("color", ">=", "rg")),
        ("color:Colorless", Field("color", ":", "Colorless")),
        ("島*", Word("島*")),
        ("text:fly*", Word("fly", prefix=True, column="text")),
        ('type:"basic land"', Word("basic land", phrase=True, column="type")),
        ("lang:ja", Field("lang", ":", "ja")),
        ("LANG:ja", Field("lang", ":", "ja")),
        ("language:pt-BR", Field("lang", ":", "pt-BR")),
        ('lang:"Chinese Simplified"', Field("lang", ":", "Chinese Simplified")),
        ("card:Wildcall", Field("name", ":", "Wildcall")),
        ("s:FRF", Field("set", ":", "FRF")),
        ("cn:32", Field("number", ":", "32")),
        ("keyword:flying", Field("kw", ":", "flying")),
        ("date>=2014-11-24", Field("date", ">=", "2014-11-24")),
        ("date:2014..2016", Field("date", ":", "2014..2016")),
        ("year<2005", Field("date", "<", "2005")),
        ("cards>=10", Field("cards", ">=", "10")),
        ("in:rulings", Field("in", ":", "rulings")),
        ("is:shared", Field("is", ":", "shared")),
        ("-lang:en", Not(Field("lang", ":", "en"))),
        ("飛行 lang:日本語", And((Word("飛行"), Field("lang", ":", "日本語")))),
        ("morph: face", And((Word("morph:"), Word("face")))),
    ],
)  # fmt: skip
def test_what_a_query_means(text: str, tree: Node | None) -> None:
    query = parse(text)
    assert query.tree == tree
    assert query.warnings == ()


@pytest.mark.parametrize("text", ["flying", '"first strike"', "fly*", 'text:"face up"', "set:FRF"])
def test_a_part_is_written_as_it_was_typed(text: str) -> None:
    tree = parse(text).tree
    assert isinstance(tree, Word | Field)
    assert written(tree) == text


def test_order_is_no_condition() -> None:
    query = parse("flying order:date")
    assert query.tree == Word("flying")
    assert query.order == "date"


def test_relevance_is_the_order_where_none_is_asked() -> None:
    assert parse("flying").order == "relevance"


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("a colour:red", 'no field is called "colour"'),
        ("a in:deck", '"in:" takes one of rulings, cards, names, flavor, not "deck"'),
        ("a is:new", '"is:" takes one of shared, unresolved, reprint, digital, not "new"'),
        ("a order:price", '"order:" takes one of relevance, date, name, not "price"'),
        ("a date:yesterday", '"yesterday" is not a date'),
        ("a date:14/11/2014", '"14/11/2014" is not a date'),
        ("a c:brown", '"brown" is no color: w, u, b, r, g, several of them, or a name'),
        ("a f*", '"f*" begins too many words; type two letters before the star'),
        ("a text:1*", '"1*" begins too many words; type two letters before the star'),
        ("a cards>many", '"cards" is compared with a number, not "many"'),
        ("a lang>ja", '"lang" can only be asked with ":"'),
        ('a lang:""', '"lang:" has no value'),
        ('a "', "a quotation mark without its partner"),
        ("a )", 'a ")" without its "("'),
        ("a (", 'a "(" without its ")"'),
    ],
)
def test_a_mistake_is_named_with_its_place_and_the_rest_is_kept(text: str, warning: str) -> None:
    query = parse(text)
    assert query.tree == Word("a")
    (told,) = map(str, query.warnings)
    assert told.startswith(warning)
    assert told.endswith("(at character 3)")


def test_alternatives_without_words_are_left_out() -> None:
    assert parse("OR a OR").tree == Word("a")


def test_what_is_too_long_is_cut() -> None:
    query = parse("a" * 2_000)
    assert query.tree == Word("a" * 1_000)
    (told,) = map(str, query.warnings)
    assert told == "longer than 1000 characters; the rest is left out"


def test_what_has_too_many_terms_is_cut() -> None:
    query = parse(" ".join(f"a{number}" for number in range(60)))
    assert query.tree == And(tuple(Word(f"a{number}") for number in range(50)))
    (told,) = map(str, query.warnings)
    assert told == "more than 50 terms; the rest is left out (at character 191)"


def test_what_is_nested_too_deep_still_gives_a_tree() -> None:
    query = parse("(" * 400 + "a" + ")" * 400)
    assert any("deep" in str(warning) for warning in query.warnings)


def test_a_lone_surrogate_and_a_nul_are_no_obstacle() -> None:
    assert parse("a\ud800\0b").tree == And((Word("a?"), Word("b")))


@given(st.text())
def test_nothing_that_can_be_typed_raises(text: str) -> None:
    parse(text)


_PIECES = ["(", ")", '"', "“", "”", "-", "*", "OR", "《", "》", "/", "..", ":", ">=", "<", " ", "a"]


@given(st.lists(st.sampled_from([*_PIECES, *FIELDS, "飛行", "2014", "\0", "\u202e"])))
def test_no_mixture_of_what_has_a_meaning_raises(pieces: list[str]) -> None:
    parse("".join(pieces))


def _depth(node: Node | None) -> int:
    if isinstance(node, And | Or):
        return 1 + max(map(_depth, node.nodes))
    return 1 + _depth(node.node) if isinstance(node, Not) else 1


@given(st.lists(st.sampled_from(["(", "-(", "a ", ") ", "OR "]), max_size=300))
def test_trees_stay_shallow(pieces: list[str]) -> None:
    assert _depth(parse("".join(pieces)).tree) < 120
