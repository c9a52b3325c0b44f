"""What titles, date lines and sections of the release notes are called, by language.

Seen in documents of 2002 to 2024; German, Russian, Korean and Traditional Chinese ones were not.
"""

import re
from datetime import date
from typing import NamedTuple

from ingest.release_notes.lines import SHORT

_NAME = r"[_\s]*(?P<set>[^.。]{1,80}?)[_\s]*"


class Section(NamedTuple):
    """The beginning of a section: `specific` where the notes on single cards begin; `of` is what
    part of the release it is about, as the heading says, or ""."""

    specific: bool
    of: str


class Headings(NamedTuple):
    """One language. `titles` hold the set's name, `general` and `specific` what the section is
    about; `main` and `commander` are what the set itself and the new cards of its Commander decks
    are called there. `types` begin a type line."""

    language: str
    titles: re.Pattern[str]
    updated: re.Pattern[str]
    general: re.Pattern[str]
    specific: re.Pattern[str]
    main: tuple[str, ...]
    commander: tuple[str, ...]
    types: re.Pattern[str]
    months: tuple[str, ...] = ()


def _headings(
    language: str,
    titles: str,
    updated: str,
    general: str,
    specific: str,
    *,
    types: str,
    main: tuple[str, ...] = (),
    commander: tuple[str, ...] = (),
    months: str = "",
) -> Headings:
    """The patterns of one language; NAME in `titles` is where the set's name stands, OF in the
    others that of a part of the release."""
    of = r"(?P<of>[^.。，「」“”\"«»]{0,60}?)"
    words = "|".join(sorted(map(re.escape, types.split()), key=len, reverse=True))
    flags = re.IGNORECASE
    return Headings(
        language,
        re.compile(titles.replace("NAME", _NAME), flags),
        re.compile(updated, flags),
        re.compile(general.replace("OF", of), flags),
        re.compile(specific.replace("OF", of), flags),
        main,
        commander,
        re.compile(rf"(?:(?:{words})(?:[\s·・･\-/]+|(?![a-zà-ÿ])|$))+", flags),
        tuple(months.split()),
    )


HEADINGS = (
    _headings(
        "en",
        r"NAME\s(?:Release Notes|Frequently Asked Questions|FAQ)",
        r"(?:document )?last (?:modified|updated)",
        r"OF ?general notes",
        r"OF ?card[- ]specific notes",
        types="artifact basic battle conspiracy creature dungeon elite enchantment host instant"
        " kindred land legendary ongoing phenomenon plane planeswalker scheme snow sorcery summon"
        " token tribal vanguard world",
        main=("main set",),
        commander=("commander", "commander deck", "commander decks"),
        months="january february march april may june july august september october november"
        " december",
    ),
    _headings(
        "fr",
        r"(?:Notes de publication|Foire aux questions|FAQ)(?: d[eu]| d[’'])?NAME",
        r"(?:document )?modifié pour la dernière fois",
        r"notes générales(?: d[eu])? ?OF",
        r"notes sur (?:des|les) cartes spécifiques(?: d[eu])? ?OF",
        types="artefact base bataille conspiration créature de donjon enchantement légendaire"
        " machination monde neige neigeuse neigeux phénomène plan planeswalker rituel terrain"
        " tribal éphémère -artefact",
        months="janvier février mars avril mai juin juillet août septembre octobre novembre"
        " décembre",
    ),
    _headings(
        "pt",
        r"(?:Notas de Lançamento|Dúvidas Frequentes|Perguntas Frequentes)(?: d[eoa]s?)?NAME",
        r"(?:documento )?última (?:modificação|atualização)",
        r"notas gerais(?: d[eoa])? ?OF",
        r"notas sobre (?:cards|cartas) específic[oa]s(?: d[eoa])? ?OF",
        types="artefato batalha básica básico conspiração criatura da de encantamento feitiço"
        " fenômeno instantânea lendária lendário masmorra mundo mágica neve nevada nevado"
        " planeswalker plano terreno trama tribal",
        months="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro"
        " dezembro",
    ),
    _headings(
        "es",
        r"(?:Notas de la colección(?! básica)|Notas de (?:la )?(?=Colección)|Notas de publicación"
        r"(?: d[e])?|Preguntas (?:más )?frecuentes(?: d[e])?)NAME",
        r"(?:documento )?(?:modificado por última vez|última modificación)",
        r"notas generales(?: de)? ?OF",
        r"notas (?:de|sobre) cartas específicas(?: de)? ?OF",
        types="artefacto batalla básica básico calabozo conjuro conspiración criatura de"
        " encantamiento fenómeno instantáneo legendaria legendario maquinación mundo nevada nevado"
        " nieve plano planeswalker tierra tribal vanguardia",
        months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre"
        " diciembre",
    ),
    _headings(
        "it",
        r"Note di (?:release|pubblicazione)(?: d[ei])?NAME|(?:Le )?Domande (?:più )?Frequenti"
        r"(?: d[i])(?P<after>.+)|(?P<before>.+?)\s[-–—]\s(?:Le )?Domande (?:più )?Frequenti",
        r"ultima modifica",
        r"note generali(?: d[i])? ?OF",
        r"note specifiche sulle carte(?: d[i])? ?OF",
        types="artefatto base battaglia cospirazione creatura del di fenomeno incantesimo"
        " istantaneo leggendaria leggendario mondo neve planeswalker piano stregoneria terra"
        " tribale",
        months="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre"
        " novembre dicembre",
    ),
    _headings(
        "ja",
        r"『?NAME』?\s*(?:リリース・?ノート|よくある質問(?:集)?|FAQ)",
        r"最終更新",
        r"OF\s*一般注釈",
        r"OF\s*カード別注釈",
        types="アーティファクト インスタント エンチャント クリーチャー ソーサリー ダンジョン バトル"
        " プレインズウォーカー ヴァンガード 世界 伝説の 同族 土地 基本 氷雪 策略 計略 次元 現象"
        " 部族",
        main=("メインセット",),
        commander=("統率者", "統率者デッキ"),
    ),
    _headings(
        "zhs",
        r"《?NAME》?\s*(?:发布释疑|常见问题集|常见问题)",
        r"此文件最近更新日期",
        r"OF\s*通则释疑",
        r"OF\s*单卡解惑",
        types="世界 亲族 传奇 先锋 地 地城 基本 异象 战役 时空 法术 瞬间 生物 神器 结界 衍生 诡局"
        " 部族 阴谋 雪境 鹏洛客",
        main=("主系列",),
        commander=("指挥官", "指挥官新牌", "指挥官套牌"),
    ),
)

_DASH = re.compile(r"\s*[—–―～〜~：]\s*|\s+--?\s+|\s*:\s+|\s+:")
_EAST_ASIAN_DATE = re.compile(r"(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日")
_DAY_FIRST = re.compile(r"\b(\d{1,2})(?:er|º|°|\.)? (?:de )?([^\W\d_]+)(?: de|,)? (\d{4})")
_MONTH_FIRST = re.compile(r"\b([^\W\d_]+) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")


def find_title(line: str) -> tuple[Headings, str] | None:
    """The language and the set's name, when `line` is a title of release notes. What a web page
    puts behind it ("| Magic: The Gathering") is left out."""
    line = re.split(r"\s[|｜]\s", line.strip(" \t*"))[0]
    if len(line) <= SHORT:
        for headings in HEADINGS:
            if found := headings.titles.fullmatch(line):
                name = next(name for name in found.groups() if name is not None)
                return headings, name.strip(" _\t")
    return None


def find_section(line: str) -> tuple[Headings, Section] | None:
    """The language and the section that `line` begins, when it is the heading of one."""
    line = line.strip(" \t*_:：")
    if len(line) <= SHORT:
        for headings in HEADINGS:
            for specific in (False, True):
                pattern = headings.specific if specific else headings.general
                if found := pattern.fullmatch(line):
                    return headings, Section(specific, found["of"].strip(" _"))
    return None


def find_date(line: str) -> str | None:
    """The day a document was last changed as ISO text, when `line` says it in a language of the
    table: the latest, where there is a day of the translation too."""
    for headings in HEADINGS:
        if len(line) <= 2 * SHORT and (found := headings.updated.search(line)):
            return max(_dates(line[found.end() :], headings.months), default=None)
    return None


def is_type_line(line: str, headings: Headings) -> bool:
    """Whether `line` is a type line: before its dash there are only words for types."""
    if len(line) > SHORT:
        return False
    return headings.types.fullmatch(_DASH.split(line.strip(), maxsplit=1)[0]) is not None


def _dates(text: str, months: tuple[str, ...]) -> list[str]:
    found = [(y, m, d) for y, m, d in _EAST_ASIAN_DATE.findall(text)]
    named = [(y, m, d) for d, m, y in _DAY_FIRST.findall(text)]
    named += [(y, m, d) for m, d, y in _MONTH_FIRST.findall(text)]
    found += [
        (y, str(months.index(m.casefold()) + 1), d) for y, m, d in named if m.casefold() in months
    ]
    days = []
    for year, month, day in found:
        try:
            days.append(date(int(year), int(month), int(day)).isoformat())
        except ValueError:
            continue
    return days
