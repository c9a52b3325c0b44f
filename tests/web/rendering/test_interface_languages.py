"""The interface in its languages: catalogues that lack nothing, templates that say nothing outside
them, the choice of a language, and the words of the game."""

import re
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from ingest.languages import BY_CODE
from rulings_db.notices import Notice
from rulings_db.retrieval.query import parse
from rulings_db.terminology.glossary import sure_translations
from rulings_db.web.rendering import interface_language
from rulings_db.web.serving.language_choice import preferred
from tests.invented_sets import a_card, a_set, build_sets
from tests.surroundings import ROOT
from tests.web.answers import Get, getting, parsed

LOCALES = ROOT / "rulings_db/web/locale"
TEMPLATES = sorted((ROOT / "rulings_db/web/templates").glob("*.html"))
TRANSLATED = [
    language.tag
    for language in interface_language.LANGUAGES
    if language is not interface_language.ENGLISH
]

# Catalogues


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The messages of the code and the templates, as `make messages` finds them."""
    template = tmp_path_factory.mktemp("messages") / "messages.pot"
    command = "-m babel.messages.frontend -q extract --mapping-file pyproject.toml --output-file"
    subprocess.run([sys.executable, *command.split(), template, "rulings_db"], cwd=ROOT, check=True)
    return read_po(template.open("rb"))


def catalogue(tag: str) -> Catalog:
    locale = tag.replace("-", "_")
    return read_po((LOCALES / f"{locale}.po").open("rb"), locale=locale)


def key(message: Message) -> tuple[str | None, Any]:
    return message.context, message.id


def test_the_languages_of_the_interface_are_those_with_a_catalogue() -> None:
    assert set(TRANSLATED) == {
        "de", "fr", "es", "it", "pt-BR", "ja", "ko", "ru", "zh-Hans", "zh-Hant",
    }  # fmt: skip
    assert {path.stem.replace("_", "-") for path in LOCALES.iterdir()} == set(TRANSLATED)


@pytest.mark.parametrize("tag", TRANSLATED)
def test_a_catalogue_has_every_message_and_no_other(tag: str, source: Catalog) -> None:
    known = catalogue(tag)
    wanted = {key(message) for message in source if message.id}
    assert wanted - {key(message) for message in known} == set()
    assert {key(message) for message in known if message.id} - wanted == set()
    assert list(known.obsolete) == []


def faults(message: Message) -> Iterator[str]:
    """What is wrong with a translation."""
    sources = message.id if isinstance(message.id, tuple) else (message.id,)
    strings = message.string if isinstance(message.string, tuple) else (message.string,)
    if message.fuzzy:
        yield "fuzzy"
    for string in strings:
        if not string.strip():
            yield "untranslated"
        elif _places(string) != _places(sources[-1]):
            yield "other places"
        elif _tags(string) != _tags(sources[-1]):
            yield "other tags"
        elif re.sub(r"%\(\w+\)s|%%", "", string).count("%"):
            yield "a stray %"
        elif string.endswith("\n") != sources[-1].endswith("\n"):
            yield "another end of line"


def _places(text: str) -> Counter[str]:
    return Counter(re.findall(r"%\(\w+\)s", text))


def _tags(text: str) -> Counter[str]:
    return Counter(re.findall(r"<[^>]*>", text))


@pytest.mark.parametrize("tag", TRANSLATED)
def test_every_message_of_a_catalogue_is_translated_whole(tag: str) -> None:
    found = [
        (message.id, fault) for message in catalogue(tag) if message.id for fault in faults(message)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("string", "fault"),
    [
        ("", "untranslated"),
        ("Seite %(seite)s", "other places"),
        ("Seite %(page)s %(page)s", "other places"),
        ("<b>Seite</b> %(page)s", "other tags"),
        ("Seite %(page)s zu 100 %", "a stray %"),
    ],
)
def test_what_is_wrong_with_a_translation_is_seen(string: str, fault: str) -> None:
    assert list(faults(Message("Page %(page)s", string))) == [fault]
    assert list(faults(Message("Page %(page)s", "Seite %(page)s"))) == []
    assert list(faults(Message("Page %(page)s", "Seite %(page)s", flags=["fuzzy"]))) == ["fuzzy"]


@pytest.mark.parametrize("tag", TRANSLATED)
def test_plural_forms_are_those_of_the_language(tag: str) -> None:
    known = catalogue(tag)
    forms = get_plural(tag.replace("-", "_"))
    assert (known.num_plurals, known.plural_expr) == (forms.num_plurals, forms.plural_expr)
    counts = {
        len(message.string) for message in known if isinstance(message.id, tuple) and message.id
    }
    assert counts == {forms.num_plurals}


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("en", {1: "1 hit", 2: "2 hits", 1234: "1,234 hits"}),
        ("de", {1: "1 Treffer", 1234: "1.234 Treffer"}),
        ("fr", {0: "0 résultat", 1: "1 résultat", 2: "2 résultats"}),
        ("pt-BR", {1: "1 resultado", 1234: "1.234 resultados"}),
        ("ru", {1: "1 результат", 3: "3 результата", 5: "5 результатов", 11: "11 результатов",
                21: "21 результат", 102: "102 результата", 112: "112 результатов"}),
        ("ja", {1: "1件", 1234: "1,234件"}),
        ("ko", {1: "결과 1건", 2: "결과 2건"}),
        ("zh-Hans", {1: "1条结果", 2: "2条结果"}),
        ("zh-Hant", {1: "1筆結果", 2: "2筆結果"}),
    ],
)  # fmt: skip
def test_numbers_take_the_form_and_the_signs_of_the_language(
    tag: str, said: dict[int, str]
) -> None:
    with interface_language.speaking(by_tag(tag)):
        for number, text in said.items():
            assert interface_language.ngettext("%(num)s hit", "%(num)s hits", number) == text


def by_tag(tag: str) -> Any:
    return next(language for language in interface_language.LANGUAGES if language.tag == tag)


# Templates

NAMES = ("Rulings", "rulings-db", "JSON", "MTGJSON", "Scryfall")
"""What is called the same in every language."""

_SHOWN = ("alt", "aria-label", "aria-description", "content", "placeholder", "title", "label")
_WORD = re.compile(r"[^\W\d_]{2,}")
_NAME = re.compile(rf"\b({'|'.join(NAMES)})\b|\b(lang|dir)=\"…\"")


class Texts(HTMLParser):
    """Collects what a reader of HTML sees or hears, but for code and what is marked English."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("code", "script", "style") or self._skipped or given.get("lang") == "en":
            if tag not in ("br", "img", "input", "meta", "link", "path", "rect"):
                self._skipped.append(tag)
            return
        self.found += [
            given[name] or "" for name in _SHOWN if name in given and given.get("name") is None
        ]

    def handle_endtag(self, tag: str) -> None:
        if self._skipped and self._skipped[-1] == tag:
            self._skipped.pop()

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.found.append(data)


def untranslated(template: str) -> list[str]:
    """The texts of a template that no catalogue has."""
    environment = Environment(autoescape=True)
    interface_language.install(environment)
    texts = Texts()
    texts.feed("".join(_written(environment.parse(template))))
    texts.close()
    said = [" ".join(text.split()) for text in texts.found]
    return [text for text in said if _WORD.search(_NAME.sub("", text))]


def _written(node: nodes.Node) -> Iterator[str]:
    """What a template writes by itself, in order; not what it hands to `_` and the like."""
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.Block) and child.name == "body_class":
            continue
        if not isinstance(child, nodes.Output):
            yield from _written(child)
            continue
        for part in child.nodes:
            constants = [part.data] if isinstance(part, nodes.TemplateData) else _constants(part)
            yield " ".join(constants) or "…"


def _constants(node: nodes.Node) -> Iterator[str]:
    """The texts that an expression may become, as far as they stand in it."""
    if isinstance(node, nodes.Const):
        yield from [node.value] if isinstance(node.value, str) else []
    elif isinstance(node, nodes.CondExpr):
        yield from _constants(node.expr1)
        yield from _constants(node.expr2) if node.expr2 else ()
    elif isinstance(node, nodes.Concat | nodes.And | nodes.Or | nodes.Add):
        for child in node.iter_child_nodes():
            yield from _constants(child)
    elif isinstance(node, nodes.Filter) and node.node is not None:
        yield from _constants(node.node)
        for argument in node.args if node.name in ("default", "d", "join") else ():
            yield from _constants(argument)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_nothing_outside_the_catalogues(path: Path) -> None:
    assert untranslated(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>Nothing found</p>", ["Nothing found"]),
        ("<p>{{ _('Nothing found') }}</p>", []),
        ("<p>{% trans %}Nothing found{% endtrans %}</p>", []),
        ("<p>on {{ number(n) }} cards</p>", ["on … cards"]),
        ("{{ 'card' if one else 'cards' }}", ["card cards"]),
        ("{{ name or 'no name' }}", ["no name"]),
        ("{{ name | default('no name') }}", ["no name"]),
        ('<a title="Copy it">x</a>', ["Copy it"]),
        ('<a title="{{ _(\'Copy\') }}" class="some class">×</a>', []),
        ("<title>{{ name }} · Rulings</title>", []),
        ("<code>{{ 'set:FRF' if sets }}</code> <a title='{{ 'a' ~ 'title' }}'>", ["a title"]),
        ("<code>set:FRF</code> <span lang='en'>Fan Content</span> 10 – 20", []),
        ("{% macro one() %}<b>one</b>{% endmacro %}", ["one"]),
    ],
)
def test_words_outside_the_catalogues_are_seen(template: str, found: list[str]) -> None:
    assert untranslated(template) == found


def test_what_is_put_into_a_message_is_escaped() -> None:
    environment = Environment(autoescape=True)
    interface_language.install(environment)
    template = environment.from_string(
        "{{ _('via %(words)s', words=x) }} {% trans words=x %}via {{ words }}{% endtrans %}"
        " {{ ngettext('%(x)s', '%(x)s', 2, x=x) }}"
    )
    with interface_language.speaking(BY_CODE["de"]):
        html = template.render(x="<b>")
    assert html == "über &lt;b&gt; über &lt;b&gt; &lt;b&gt;"


# The choice of a language


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("de-AT, de;q=0.9, en;q=0.8", "de"),
        ("en;q=0.5, fr;q=0.8", "fr"),
        ("fr;q=0, it;q=0.1", "it"),
        ("nb, sv;q=0.9, ru;q=0.2", "ru"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK, en", "zh-Hant"),
        ("zh-Hant-CN", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"),
        ("PT-pt", "pt-BR"),
        ("he, es;q=0.4", "es"),
        # Czech, Twi and Kanuri: codes that others use for Chinese and Korean.
        ("cs, tw, kr", "en"),
        ("*", "en"),
        ("de;q=much, ko", "ko"),
        ("de;q=9", "en"),
        (";;;,,,q=1,-,--", "en"),
        ("x" * 10_000 + ", ja;q=0.1", "ja"),
        ("xx," * 20 + "ja", "en"),
    ],
)
def test_what_the_browser_asks_for(accepted: str, tag: str) -> None:
    assert preferred(accepted, interface_language.LANGUAGES).tag == tag


@pytest.fixture(scope="module")
def get(sample_db: Path) -> Get:
    """GET from a server of the sample's database."""
    return getting_in(sample_db)


def getting_in(database: Path, **settings: Any) -> Get:
    """GET from a server of a database, by a browser with a language or a cookie of the switch."""
    ask = getting(database, settings=settings)

    def get(path: str, tag: str = "", cookie: str = "") -> Any:
        headers = {"accept-language": tag} | ({"cookie": cookie} if cookie else {})
        return ask(path, headers=headers)

    return get


def language_of(response: Any) -> str:
    return str(parsed(response).html["lang"])


def test_the_switch_is_remembered_and_leads_back_to_the_page(get: Get) -> None:
    page = parsed(get("/compare/cloudform?langs=de,ja"))
    address = page.select_one('a[hreflang="ja"]')["href"]
    assert address == "?langs=de%2Cja&ui=ja"
    chosen = get("/compare/cloudform" + address)
    assert (chosen.status_code, chosen.headers["location"]) == (
        302, "/compare/cloudform?langs=de%2Cja",
    )  # fmt: skip
    cookie = chosen.headers["set-cookie"]
    assert cookie.startswith("rulings_ui=ja;")
    for attribute in ("SameSite=lax", "Max-Age=31536000", "Path=/", "HttpOnly"):
        assert attribute in cookie
    assert "no-store" in chosen.headers["cache-control"]
    again = get(chosen.headers["location"], tag="de", cookie="other=1; rulings_ui=ja")
    assert language_of(again) == "ja"
    current = parsed(again).select("a[hreflang][aria-current]")
    assert [link["hreflang"] for link in current] == ["ja"]


def test_every_language_can_be_chosen(get: Get) -> None:
    for link in parsed(get("/")).select("a[hreflang]"):
        chosen = get("/" + link["href"])
        assert chosen.headers["location"] == "/"
        cookie = chosen.headers["set-cookie"].partition(";")[0]
        assert language_of(get("/", cookie=cookie)) == link["hreflang"]


def test_the_switch_works_below_a_path(sample_db: Path) -> None:
    get = getting_in(sample_db, base_url="/rules/")
    assert get("/card/cloudform?ui=ko").headers["location"] == "/rules/card/cloudform"


@pytest.mark.parametrize(
    "value",
    ["", "xx", "he", "English", "日本語", "../../de", "ja%0d%0aX: y", "<script>", "j" * 9_000],
)
def test_what_is_no_language_of_the_interface_is_not_chosen(get: Get, value: str) -> None:
    response = get(f"/?ui={value}")
    assert response.status_code == 200
    assert "set-cookie" not in response.headers
    assert language_of(response) == "en"
    assert value not in [link["href"] for link in parsed(response).select("a")]


def test_a_cookie_that_nobody_set_chooses_nothing(get: Get) -> None:
    for cookie in (
        "rulings_ui=xx",
        "rulings_ui=",
        "rulings_ui=de/../ja",
        "xrulings_ui=ja",
        'rulings_ui="ja"',
        "; ;",
    ):
        assert language_of(get("/", tag="fr", cookie=cookie)) == "fr"


def test_another_site_is_never_where_the_switch_leads(get: Get) -> None:
    for path in ("//other.example/?ui=ja", "/%5Cother.example/?ui=ja", "/%2F/other.example?ui=ja"):
        assert not get(path).headers.get("location", "/").startswith(("//", "/\\", "http"))


def test_caches_are_told_what_the_language_depends_on(get: Get) -> None:
    for path in ("/", "/card/cloudform", "/card/nope", "/search.json?q=a", "/?ui=ja"):
        vary = get(path).headers["vary"]
        assert "Accept-Language" in vary
        assert "Cookie" in vary


def test_json_says_the_same_in_every_language(get: Get) -> None:
    path = "/search.json?q=予示+sett:FRF&reader=en"
    assert get(path, tag="ja").json() == get(path).json()
    assert get(path, tag="ja").json()["warnings"][0].startswith('no field is called "sett"')


def test_texts_of_the_language_that_was_chosen_stand_first(get: Get) -> None:
    for chosen in ({"tag": "ja"}, {"tag": "de", "cookie": "rulings_ui=ja"}):
        (hit, *_) = get("/search.json?q=cloudform", **chosen).json()["hits"]
        assert hit["language"] in ("ja", "en")
        own = parsed(get("/card/cloudform", **chosen)).select_one(".wording")
        assert own["lang"] == "ja"


# Pages

ERRORS = ["/card/nope", "/ruling/nope", "/set/nope", "/language/nope", "/glossary?term=zzzz"]


@pytest.mark.slow
@pytest.mark.parametrize("tag", TRANSLATED)
def test_no_message_stays_english_on_a_page(get: Get, kinds: dict[str, str], tag: str) -> None:
    known = {
        message.id: message.string
        for message in catalogue(tag)
        if isinstance(message.id, str) and " " in message.id and message.id != message.string
    }
    for path in [*kinds.values(), *ERRORS]:
        response = get(path, tag=tag)
        assert response.status_code in (200, 404), path
        page = parsed(response)
        assert page.html["lang"] == tag
        said = {text.strip() for text in page.find_all(string=True)}
        said |= {
            value for node in page.select("[aria-label], [title], [placeholder]")
            for value in (node.get("aria-label"), node.get("title"), node.get("placeholder"))
        }  # fmt: skip
        assert sorted(said & known.keys() - set(known.values())) == [], path


@pytest.mark.parametrize(
    ("tag", "warning"),
    [
        ("en", 'No field is called "sett"'),
        ("de", "Kein Feld heißt „sett“"),
        ("ja", "「sett」という項目はありません"),
        ("ru", "Поля «sett» нет"),
    ],
)
def test_warnings_of_the_search_are_translated(get: Get, tag: str, warning: str) -> None:
    page = parsed(get("/?q=予示+sett:FRF", tag=tag))
    assert page.select_one(".warning").text.startswith(warning)


def test_a_notice_is_english_until_it_is_translated() -> None:
    (warning,) = parse("a is:new").warnings
    assert str(warning) == (
        '"is:" takes one of shared, unresolved, reprint, digital, not "new" (at character 3)'
    )
    with interface_language.speaking(BY_CODE["zht"]):
        assert interface_language.notice(warning) == (
            "「is:」可用的值：shared, unresolved, reprint, digital；不能用「new」（第3個字元處）"
        )
    hostile = Notice('no card is called "%(name)s"', {"name": "%(x)s %s <b>"})
    with interface_language.speaking(BY_CODE["es"]):
        assert interface_language.notice(hostile) == "Ninguna carta se llama «%(x)s %s <b>»"


# Words of the game


@pytest.fixture(scope="module")
def with_words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two invented cards, and a glossary that knows two words surely and one not."""
    cards = [
        a_card(str(number), f"Quiet {kind}", type=kind, types=[kind], text="Rest.")
        for number, kind in enumerate(["Enchantment", "Creature", "Instant"])
    ]
    path = build_sets(tmp_path_factory.mktemp("words") / "words.db", [a_set("TST", cards)])
    rows = [
        ("Enchantment", "card type", "エンチャント", 0.99),
        ("Enchantment", "card type", "<i>エンチャント場</i>", 0.9),
        ("Creature", "card type", "<i>クリーチャー</i>", 0.95),
        ("Instant", "card type", "インスタント・カード", 0.6),
    ]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            """
            INSERT INTO glossary (term, kind, language_id, translation, key, votes, confidence)
            SELECT :1, :2, id, :3, :3, 9, :4 FROM languages WHERE code = 'ja'
            """,
            rows,
        )
    return path


def test_a_word_of_the_game_is_what_the_glossary_is_surest_of(with_words: Path) -> None:
    with closing(sqlite3.connect(with_words)) as connection:
        words = sure_translations(connection, "ja")
    with interface_language.speaking(BY_CODE["ja"]):
        interface_language.learn(words)
        assert interface_language.spoken("Enchantment") == ("エンチャント", "ja")
        assert interface_language.spoken("Instant") == ("Instant", "en")
    assert interface_language.spoken("Enchantment") == ("Enchantment", "en")


def test_a_facet_has_the_word_of_the_language_and_the_value_of_the_search(
    with_words: Path,
) -> None:
    response = getting_in(with_words)("/?q=quiet", tag="ja")
    labels = {
        link["href"]: link.select_one(".value") for link in parsed(response).select("[data-keep]")
    }
    assert labels["/?q=quiet&type=Enchantment"].text.strip() == "エンチャント"
    english = labels["/?q=quiet&type=Instant"]
    assert (english.text.strip(), english.span["lang"]) == ("Instant", "en")
    assert "&lt;i&gt;クリーチャー" in response.text
    narrowed = parsed(getting_in(with_words)("/?q=quiet&type=Enchantment", tag="ja"))
    assert len(narrowed.select(".hit")) == 1


def test_languages_are_called_by_their_names() -> None:
    with interface_language.speaking(BY_CODE["de"]):
        names = {
            code: interface_language.language_name(BY_CODE[code])
            for code in ("ja", "zht", "pt", "ph")
        }
    assert names == {
        "ja": "Japanisch", "zht": "Chinesisch (traditionell)", "pt": "Portugiesisch",
        "ph": "Phyrexian",
    }  # fmt: skip


# In a browser; last, since no test can run a loop of its own while one is open


def test_the_switch_works_where_searches_are_shown_without_a_reload(
    page: Any, address: str
) -> None:
    page.goto(f"{address}/?q=manifest")
    page.click('a[hreflang="ja"]')
    page.locator('html[lang="ja"]').wait_for(state="attached")
    assert page.url == f"{address}/?q=manifest"
    assert page.locator("#said").get_attribute("data-copied") == "コピーしました"


@pytest.mark.parametrize("tag", ["de", "ru", "ja"])
def test_long_words_stay_within_a_narrow_phone(
    open_page: Callable[..., Any], address: str, kinds: dict[str, str], tag: str
) -> None:
    with open_page(viewport={"width": 320, "height": 640}, locale=tag) as page:
        for path in kinds.values():
            page.goto(address + path)
            assert page.evaluate("document.documentElement.lang") == tag
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= 320, path
