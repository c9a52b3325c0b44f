"""Release notes in every layout and language known; cards and rulings are invented."""

import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from ingest.records import Card, Printing, Problem, Ruling, Wording
from ingest.release_notes import web
from ingest.release_notes.headings import find_date, find_section, find_title
from ingest.release_notes.lines import close_gaps, join
from tests.records import cards, problem_places, write_and_open

NOTES = """\
Otterfall Release Notes

Compiled by Ann Onym
Document last modified August 30, 2005

The “Card-Specific Notes” section answers questions.
-----

GENERAL NOTES

***Release Information***

The _Otterfall_ set has nine cards.

***New Keyword: Paddle***

Paddle lets creatures swim.

Muddy Otter
{1}{U}
Creature -- Otter
1/2
Paddle

* Paddle is a keyword.
-----

CARD-SPECIFIC NOTES

Blue

Quiet Otter
{2}{U}
Creature -- Otter Scout
*/*+1
Flying
Choose one --
• Draw a card.
• {T}: Quiet Otter fishes.

* It stays quiet, whatever (R) or (TM) says.

* It may fish in _Otterfall_ only.
-----

Still Pond
Land
{T}: Add {U}.

* It is a land.
-----

Magic and Otterfall are trademarks. (c)2005 Wizards.
"""


def wording(card: Card) -> Wording:
    (found,) = card.printings[0].wordings if card.printings else card.wordings
    return found


def texts(card: Card) -> list[str]:
    return [ruling.text for ruling in card.rulings]


def write_docx(path: Path, paragraphs: list[tuple[str, str]], listed: bool = False) -> Path:
    """A Word document of (style, text); a newline is a break within the paragraph, and points
    are items of a list."""
    namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    styles = {"a1": "FAQ Card", "a2": "FAQPoint", "1": "heading 1", "a3": "FAQ Spacer"}
    ids = {name: key for key, name in styles.items()}
    body = ""
    for style, text in paragraphs:
        item = "<w:numPr/>" if listed and style == "FAQPoint" else ""
        runs = "<w:br/>".join(f"<w:t>{escape(part)}</w:t>" for part in text.split("\n"))
        used = f'<w:pStyle w:val="{ids[style]}"/>' if style else ""
        body += f"<w:p><w:pPr>{used}{item}</w:pPr><w:r>{runs}</w:r></w:p>"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "word/styles.xml",
            f'<w:styles xmlns:w="{namespace}">'
            + "".join(
                f'<w:style w:styleId="{key}"><w:name w:val="{name}"/></w:style>'
                for key, name in styles.items()
            )
            + "</w:styles>",
        )
        archive.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{namespace}"><w:body>{body}</w:body></w:document>',
        )
    return path


def plain_docx(path: Path, text: str) -> Path:
    return write_docx(path, [("", line) for line in text.split("\n")])


class TestPlainText:
    def test_a_whole_document(self, tmp_path):
        source, records = write_and_open(tmp_path / "faq_ott.txt", NOTES)
        assert (source.kind, source.version) == ("release notes", "2005-08-30")
        muddy, quiet, pond = cards(records)
        assert quiet == Card(
            "Quiet Otter",
            mana_cost="{2}{U}",
            printings=(
                Printing(
                    "OTT",
                    "Otterfall",
                    wordings=(
                        Wording(
                            "en",
                            "Quiet Otter",
                            "Creature -- Otter Scout",
                            "Flying\nChoose one --\n• Draw a card.\n• {T}: Quiet Otter fishes.",
                        ),
                    ),
                ),
            ),
            rulings=(
                Ruling(
                    "It stays quiet, whatever (R) or (TM) says.", issuer="wotc", dated_by="release"
                ),
                Ruling("It may fish in _Otterfall_ only.", issuer="wotc", dated_by="release"),
            ),
            place="faq_ott.txt:32",
            power="*",
            toughness="*+1",
        )
        assert (pond.name, wording(pond).type_line, texts(pond)) == (
            "Still Pond",
            "Land",
            ["It is a land."],
        )
        assert (muddy.name, wording(muddy).text, muddy.rulings) == ("Muddy Otter", "Paddle", ())
        (problem,) = [record for record in records if isinstance(record, Problem)]
        assert problem.kind == "general notes not taken"
        assert "2 paragraphs and 1 points" in problem.message

    def test_the_set_has_a_code_only_where_the_file_name_says_it(self, tmp_path):
        for name, code in [
            ("notes.txt", None),
            ("faq_ott_j.txt", "OTT"),
            ("sp_mtgott_releasenotes.txt", "OTT"),
        ]:
            _, records = write_and_open(tmp_path / name, NOTES)
            printing = cards(records)[0].printings[0]
            assert (printing.set_code, printing.set_name) == (code, "Otterfall")

    def test_lines_wrapped_by_hand_are_put_together(self, tmp_path):
        wrapped = """\
Otterfall Frequently Asked Questions
Document last modified August 30, 2005

GENERAL NOTES

This text has been broken by hand before the seventieth column of it,
as was the custom in those days, so that a reader has to put together
what belongs together and nothing else, be it in the general notes up
here or further below in the notes on single cards, which come at the
end of it and are what most people read at all, if they read anything
of it, for there are so many other things to read and to do every day
that nobody can blame them for it, and so the whole is broken by hand

CARD-SPECIFIC NOTES

Quiet Otter
{2}{U}
Creature -- Otter
1/1
Flying
When Quiet Otter enters the battlefield, look at the top three cards of
your library, then put them back in any order.

* If you have only two cards in your library, look at both of them, and
then put them
back in any order. This doesn't make you lose the game on its own; that
happens the next time you draw.
-----
"""
        _, records = write_and_open(tmp_path / "faq_ott.txt", wrapped)
        (otter,) = cards(records)
        assert wording(otter).text == (
            "Flying\nWhen Quiet Otter enters the battlefield, look at the top three cards of your"
            " library, then put them back in any order."
        )
        assert texts(otter) == [
            "If you have only two cards in your library, look at both of them, and then put them"
            " back in any order. This doesn't make you lose the game on its own; that happens the"
            " next time you draw."
        ]


LANGUAGES = {
    "fr": (
        """\
Foire aux questions _La Chute des loutres_
Document modifié pour la dernière fois le 20 juillet 2017

NOTES GÉNÉRALES

NOTES SUR DES CARTES SPÉCIFIQUES

Loutre tranquille
{1}{U}
Créature : loutre et éclaireur
1/2
Vol

* Elle reste tranquille.
* Elle peut pêcher.
-----
Étang calme
Terrain
{T} : Ajoutez {U}.

* C’est un terrain.
-----
""",
        "2017-07-20",
        "La Chute des loutres",
        ["Loutre tranquille", "Étang calme"],
        ["Créature : loutre et éclaireur", "Terrain"],
    ),
    "pt": (
        """\
Notas de Lançamento de Queda das Lontras
Última modificação em 1º de março de 2017

NOTAS GERAIS

NOTAS SOBRE CARDS ESPECÍFICOS

Lontra Quieta
{1}{U}
Criatura lendária — Lontra Batedora
1/2
Voar

* Ela fica quieta.
* Ela pode pescar.
-----
Silêncio
Mágica Instantânea
Nada acontece.

* Nada acontece mesmo.
-----
""",
        "2017-03-01",
        "Queda das Lontras",
        ["Lontra Quieta", "Silêncio"],
        ["Criatura lendária — Lontra Batedora", "Mágica Instantânea"],
    ),
    "es": (
        """\
Notas de la Colección básica 2020
Documento modificado por última vez el 31 de mayo de 2019

NOTAS GENERALES

NOTAS DE CARTAS ESPECÍFICAS

Nutria callada
{1}{U}
Criatura legendaria — Nutria explorador
1/2
Vuela.

* Se queda callada.
* Puede pescar.
-----
Estanque
Tierra básica — Isla
({T}: Agrega {U}.)

* Es una tierra.
-----
""",
        "2019-05-31",
        "Colección básica 2020",
        ["Nutria callada", "Estanque"],
        ["Criatura legendaria — Nutria explorador", "Tierra básica — Isla"],
    ),
    "it": (
        """\
La Caduta delle Lontre – Domande Frequenti
Ultima modifica: 6 novembre 2015

NOTE GENERALI

NOTE SPECIFICHE SULLE CARTE

Lontra Silenziosa
{1}{U}
Creatura Leggendaria -- Lontra Esploratore
1/2
Volare

* Resta silenziosa.
* Può pescare.
-----
Stagno
Terra
{T}: Aggiungi {U}.

* È una terra.
-----
""",
        "2015-11-06",
        "La Caduta delle Lontre",
        ["Lontra Silenziosa", "Stagno"],
        ["Creatura Leggendaria -- Lontra Esploratore", "Terra"],
    ),
    "ja": (
        """\
『かわうその滝』リリースノート
最終更新 2019年6月27日

一般注釈

カード別注釈

静かなかわうそ
{1}{U}
伝説のクリーチャー ― かわうそ・斥候
1/2
飛行

＊静かなままである。
＊釣りをしてもよい。
-----
静かな池
基本土地 ― 島
（{T}：{U}を加える。）

＊これは土地である。
-----
""",
        "2019-06-27",
        "かわうその滝",
        ["静かなかわうそ", "静かな池"],
        ["伝説のクリーチャー ― かわうそ・斥候", "基本土地 ― 島"],
    ),
    "zhs": (
        """\
《水獭瀑布》发布释疑
此文件最近更新日期：2018年1月31日

通则释疑

单卡解惑

静水獭
{一}{蓝}
传奇生物～水獭／斥候
1/2
飞行

* 它保持安静。
* 它可以钓鱼。
-----
静水池
基本地～海岛
（{横置}：加{蓝}。）

* 这是地。
-----
""",
        "2018-01-31",
        "水獭瀑布",
        ["静水獭", "静水池"],
        ["传奇生物～水獭／斥候", "基本地～海岛"],
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language(tmp_path, language):
    content, updated, set_name, names, types = LANGUAGES[language]
    source, records = write_and_open(tmp_path / "notes.txt", content)
    found = cards(records)
    assert (source.kind, source.version) == ("release notes", updated)
    assert [card.name for card in found] == names
    assert [wording(card).type_line for card in found] == types
    assert [len(card.rulings) for card in found] == [2, 1]
    assert {card.language for card in found} == {language}
    assert {card.printings[0].set_name for card in found} == {set_name}
    assert {wording(card).language for card in found} == {language}
    assert {r.language for card in found for r in card.rulings} == {language}
    assert problem_places(records) == []


@pytest.mark.parametrize(
    ("line", "language", "name"),
    [
        ("Ixalan Release Notes", "en", "Ixalan"),
        ("Core Set 2020 Release Notes | MAGIC: THE GATHERING", "en", "Core Set 2020"),
        ("_Lorwyn_ Frequently Asked Questions", "en", "Lorwyn"),
        ("Notes de publication Ixalan", "fr", "Ixalan"),
        ("Dúvidas Frequentes de_Magic 2012_", "pt", "Magic 2012"),
        ("Notas de la colección Ixalan", "es", "Ixalan"),
        ("Note di release di Ixalan", "it", "Ixalan"),
        ("『エルドレインの王権』リリースノート", "ja", "エルドレインの王権"),
        ("多明纳里亚常见问题集", "zhs", "多明纳里亚"),
    ],
)
def test_titles(line, language, name):
    headings, found = find_title(line)
    assert (headings.language, found) == (language, name)


@pytest.mark.parametrize(
    ("line", "updated"),
    [
        ("Document last modified August 30, 2005", "2005-08-30"),
        ("Document modifié pour la dernière fois le 1er août 2009", "2009-08-01"),
        ("最終更新 2019年6月27日", "2019-06-27"),
        ("最近更新日期：2018年1月31日", None),
        (
            "此文件最近更新日期：2024 年 3 月 7 日；中文版最近更新日期：2024 年 4 月 8 日",
            "2024-04-08",
        ),
        ("Document last modified February 30, 2005", None),
        ("Released August 30, 2005", None),
    ],
)
def test_date_lines(line, updated):
    assert find_date(line) == updated


@pytest.mark.parametrize(
    ("line", "specific", "of"),
    [
        ("GENERAL NOTES", False, ""),
        ("Otterfall Card-Specific Notes", True, "Otterfall"),
        ("Notes sur des cartes spécifiques", True, ""),
        ("指挥官新牌单卡解惑", True, "指挥官新牌"),
    ],
)
def test_sections(line, specific, of):
    _, section = find_section(line)
    assert (section.specific, section.of) == (specific, of)


def test_a_sentence_about_a_section_is_no_heading():
    assert find_section("The “Card-Specific Notes” section contains answers.") is None
    assert find_section("「单卡解惑」段落则为牌手解答疑问。「单卡解惑」") is None


class TestNames:
    @pytest.mark.parametrize(
        "name",
        [
            "静水獭/Quiet Otter",
            "静水獭 / Quiet Otter",
            "《静水獭/Quiet Otter》",
            "静水獭 Quiet Otter",
            "静水獭（Quiet Otter）",
            "Quiet Otter/静水獭",
            "静水獭\nQuiet Otter",
        ],
    )
    def test_an_english_name_beside_the_localized_one(self, tmp_path, name):
        content = LANGUAGES["zhs"][0].replace("静水獭", name, 1)
        _, records = write_and_open(tmp_path / "faq_ott.txt", content)
        otter = cards(records)[0]
        assert (otter.name, otter.language, wording(otter).name) == ("Quiet Otter", "en", "静水獭")
        assert wording(otter).type_line == "传奇生物～水獭／斥候"
        assert otter.rulings[0].language == "zhs"

    def test_a_remark_is_no_part_of_the_name(self, tmp_path):
        content = LANGUAGES["zhs"][0].replace("静水獭", "静水獭（仅出现在套牌中）", 1)
        _, records = write_and_open(tmp_path / "faq_ott.txt", content)
        assert cards(records)[0].name == "静水獭"


class TestFaces:
    CONTENT = NOTES.replace(
        "Still Pond\nLand\n{T}: Add {U}.",
        "Still Pond\n{U}\nInstant\nWait.\n{mark}\nWild Pond\n{R}\nSorcery\nDo not wait.",
    )

    @pytest.mark.parametrize("mark", ["//", "/////", "//ADV//"])
    def test_a_card_for_each_face_and_the_rulings_once(self, tmp_path, mark):
        _, records = write_and_open(tmp_path / "faq_ott.txt", self.CONTENT.replace("{mark}", mark))
        still, wild = cards(records)[-2:]
        assert (still.name, still.side, still.face_name) == (
            "Still Pond // Wild Pond",
            "a",
            "Still Pond",
        )
        assert (wild.name, wild.side, wild.face_name) == (still.name, "b", "Wild Pond")
        assert (wording(still).text, wording(wild).text) == ("Wait.", "Do not wait.")
        assert (still.mana_cost, wild.mana_cost) == ("{U}", "{R}")
        assert (texts(still), wild.rulings) == (["It is a land."], ())


class TestSections:
    def test_each_section_names_its_part_of_the_release(self, tmp_path):
        content = LANGUAGES["zhs"][0].replace("单卡解惑", "主系列单卡解惑")
        for number, section in enumerate(["水獭瀑布指挥官", "指挥官新牌", "满载"]):
            content += (
                f"\n{section}单卡解惑\n\n第{number}獭\n{{蓝}}\n法术\n抓牌。\n\n* 抓。\n-----\n"
            )
        _, records = write_and_open(tmp_path / "faq_ott.txt", content)
        assert [
            (card.printings[0].set_code, card.printings[0].set_name) if card.printings else None
            for card in cards(records)[1:]
        ] == [("OTT", "水獭瀑布"), (None, "水獭瀑布指挥官"), None, (None, "满载")]

    def test_what_belongs_to_no_card_is_a_problem(self, tmp_path):
        content = NOTES.replace("Blue\n", "* A point alone.\nA sentence on its own.\n")
        _, records = write_and_open(tmp_path / "faq_ott.txt", content)
        assert problem_places(records)[:2] == [
            ("ruling without a card", "faq_ott.txt:30"),
            ("paragraph not taken", "faq_ott.txt:31"),
        ]
        assert len(cards(records)) == 3

    def test_no_title_is_a_problem(self, tmp_path):
        _, records = write_and_open(
            tmp_path / "notes.txt", NOTES.replace("Otterfall Release Notes", "Hello")
        )
        assert ("no title", "notes.txt") in problem_places(records)
        assert cards(records)[0].wordings[0].name == "Muddy Otter"

    def test_a_card_without_a_type_line_is_a_problem(self, tmp_path):
        _, records = write_and_open(
            tmp_path / "n.txt", NOTES.replace("Creature -- Otter Scout", "Fish.")
        )
        assert ("no type line", "n.txt:32") in problem_places(records)
        assert wording(cards(records)[1]).type_line is None

    def test_a_ruling_goes_on_in_a_paragraph_directly_below(self, tmp_path):
        content = NOTES.replace("* It is a land.", "* It is a land.\nA wet one.")
        _, records = write_and_open(tmp_path / "faq_ott.txt", content)
        assert texts(cards(records)[-1]) == ["It is a land.\nA wet one."]


class TestWord:
    STYLED = (
        ("heading 1", "水獭瀑布发布释疑"),
        ("", "此文件最近更新日期：2018年1月31日"),
        ("heading 1", "通则释疑"),
        ("", "水会动。"),
        ("FAQ Card", "泥水獭\n{蓝}\n生物～水獭\n1/1"),
        ("", "以下是说明。"),
        ("FAQPoint", "一般说明。"),
        ("heading 1", "单卡解惑"),
        ("heading 1", "蓝色"),
        ("FAQ Card", "静水獭\n{一}{蓝}\n生物～水獭\n1/2\n选择一项～\n•抓一张牌。\n•弃一张牌。"),
        ("FAQPoint", "它保持安静。\n真的。"),
        ("FAQPoint", "*/*不是标记。"),
        ("FAQ Spacer", ""),
        ("FAQ Card", "静水池"),
        ("FAQ Card", "地"),
        ("FAQ Card", "{横置}：加{蓝}。"),
        ("FAQPoint", "这是地。"),
        ("FAQ Spacer", ""),
    )

    @pytest.mark.parametrize("listed", [False, True])
    def test_styles_of_newer_notes(self, tmp_path, listed):
        path = write_docx(tmp_path / "faq_ott.docx", list(self.STYLED), listed)
        source, records = write_and_open(path, path.read_bytes())
        muddy, otter, pond = cards(records)
        assert (source.kind, source.version) == ("release notes", "2018-01-31")
        assert wording(otter).text == "选择一项～\n•抓一张牌。\n•弃一张牌。"
        assert texts(otter) == ["它保持安静。\n真的。", "*/*不是标记。"]
        assert (wording(pond).type_line, wording(pond).text) == ("地", "{T}：加{U}。")
        assert texts(pond) == ["这是地。"]
        assert (wording(muddy).text, muddy.rulings) == (None, ())
        assert (otter.printings[0].set_code, otter.mana_cost) == ("OTT", "{1}{U}")
        assert (otter.power, otter.toughness) == ("1", "2")
        assert otter.place == "faq_ott.docx:paragraph 10"

    @pytest.mark.parametrize("mark", ["* ", "＊", "• "])
    def test_marks_of_older_notes(self, tmp_path, mark):
        path = plain_docx(
            tmp_path / "faq_ott.docx",
            LANGUAGES["zhs"][0].replace("* ", mark).replace("飞行", "选择一项～\n• 飞行"),
        )
        _, records = write_and_open(path, path.read_bytes())
        otter, pond = cards(records)
        assert texts(otter) == ["它保持安静。", "它可以钓鱼。"]
        assert wording(otter).text == "选择一项～\n• 飞行"
        assert texts(pond) == ["这是地。"]

    def test_a_text_box_is_read_once_and_by_itself(self, tmp_path):
        path = plain_docx(tmp_path / "faq_ott.docx", LANGUAGES["zhs"][0])
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name).decode() for name in archive.namelist()}
        box = "<w:pict><w:p><w:r><w:t>盒</w:t></w:r></w:p></w:pict>"
        with zipfile.ZipFile(path, "w") as archive:
            for name, part in parts.items():
                archive.writestr(name, part.replace("<w:t>* 它可以", f"{box}<w:t>* 它可以"))
        _, records = write_and_open(path, path.read_bytes())
        assert texts(cards(records)[0]) == ["它保持安静。\n盒", "它可以钓鱼。"]


PAGE = """\
<!DOCTYPE html><html><head><title>Otterfall Release Notes | MAGIC: THE GATHERING</title>
<script>"GENERAL NOTES"</script></head><body><nav><ul><li>Home</li></ul></nav>
<h1>Otterfall Release Notes</h1><p>Document last modified August 30, 2023</p>
<h2>General Notes</h2><p>Otters swim.</p>
<h2>Otterfall Card-Specific Notes</h2>
CARDS
<p>©2023 Wizards.</p></body></html>
"""


class TestWeb:
    @pytest.mark.parametrize(
        "body",
        [
            "<p><strong>Quiet&nbsp;Otter</strong><br>{2}{U}<br>Creature — Otter<br>1/1<br>Flying"
            "<br>• Draw.</p><ul><li>It <em>stays</em>\nquiet.</li><li><p>It fishes.</p></li></ul>"
            "<p>Still Pond<br>Land<br>Wait.</p><ul><li>It is a land.</li></ul>",
            "<blockquote><p>Quiet Otter</p><p>{2}{U}</p><p>Creature — Otter</p><p>1/1</p><p>Flying"
            "</p><p>• Draw.</p></blockquote><ul><li>It stays quiet.</li><li>It fishes.</li></ul>"
            "<blockquote><p>Still Pond</p><p>Land</p><p>Wait.</p></blockquote>"
            "<ul><li>It is a land.</li></ul>",
            "<div>Quiet Otter<br>{2}<img alt='{U}'><br>Creature — Otter<br>1/1<br>Flying<br>• Draw."
            "<br><br>* It stays quiet.<br>* It fishes.</div><hr>"
            "<div>Still Pond<br>Land<br>Wait.<br><br>* It is a land.</div><hr>",
        ],
        ids=["breaks", "paragraphs", "rules"],
    )
    def test_layouts(self, tmp_path, body):
        source, records = write_and_open(tmp_path / "notes.html", PAGE.replace("CARDS", body))
        otter, pond = cards(records)
        assert (source.kind, source.version) == ("release notes", "2023-08-30")
        assert (otter.name, otter.mana_cost) == ("Quiet Otter", "{2}{U}")
        assert wording(otter) == Wording("en", "Quiet Otter", "Creature — Otter", "Flying\n• Draw.")
        assert texts(otter) == ["It stays quiet.", "It fishes."]
        assert (pond.name, wording(pond).text, texts(pond)) == (
            "Still Pond",
            "Wait.",
            ["It is a land."],
        )
        assert otter.printings[0].set_name == "Otterfall"
        assert problem_places(records) == [("general notes not taken", "notes.html")]

    def test_an_older_page_is_text_in_pre(self, tmp_path):
        content = f"<html><title>x</title><h2>GENERAL NOTES</h2><pre>{NOTES}</pre></html>"
        _, records = write_and_open(tmp_path / "faq_ott.html", content)
        assert [len(card.rulings) for card in cards(records)] == [0, 2, 1]

    def test_headings_are_found_without_reading_the_page(self):
        assert web.find_headings('<h1 class="a">Otter<b>fall</b>\nRelease Notes</h1>') == [
            "Otterfall Release Notes"
        ]


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("draw a ", "card", "draw a card"),
        ("a non-", "creature card", "a non-creature card"),
        ("Choose one -", "nothing", "Choose one - nothing"),
        ("quiet—", "very", "quiet—very"),
        ("抓一", "张牌", "抓一张牌"),
        ("得", "+1/+1", "得+1/+1"),
        ("所以Theros", "环境", "所以Theros环境"),
        ("水。", "Otter", "水。Otter"),
    ],
)
def test_lines_are_joined_as_their_script_is_written(before, after, whole):
    assert join(before, after) == whole


def test_gaps_that_are_no_blanks_are_closed():
    assert (
        close_gaps("造成 1 点伤害，且有 Ann Onym 在 2021 年") == "造成1点伤害，且有Ann Onym在2021年"
    )
    assert close_gaps("deals 1 damage to 獭") == "deals 1 damage to獭"
