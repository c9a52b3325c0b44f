"""The query language: what people type -> a tree, and warnings that point at what was not
understood. Described in docs/query.md; nothing that can be typed raises.
"""

import re
from typing import NamedTuple

from rulings_db.language.fold import CJK_CHARACTER
from rulings_db.notices import N_, Notice

MAX_LENGTH = 1_000
MAX_TERMS = 50
MAX_DEPTH = 20

FIELDS = {
    "card": "name",
    "name": "name",
    "text": "text",
    "o": "text",
    "oracle": "text",
    "type": "type",
    "t": "type",
    "lang": "lang",
    "language": "lang",
    "set": "set",
    "s": "set",
    "e": "set",
    "number": "number",
    "cn": "number",
    "date": "date",
    "year": "date",
    "issuer": "issuer",
    "source": "source",
    "kw": "kw",
    "keyword": "kw",
    "color": "color",
    "c": "color",
    "in": "in",
    "is": "is",
    "cards": "cards",
    "order": "order",
    "xlang": "xlang",
}
_COLUMNS = ("text", "type")
_COMPARED = ("date", "cards", "color")
_ORDERS = ("relevance", "date", "name")
_IN = ("rulings", "cards", "names", "flavor")
_XLANG = ("on", "off")
_IS = ("shared", "unresolved", "reprint", "digital")


class Word(NamedTuple):
    """Words to find, in one column ("name", "type", "text") or in all. A `phrase` is found as it
    stands, else inflected forms count too; `prefix` lets the last word go on."""

    text: str
    phrase: bool = False
    prefix: bool = False
    column: str | None = None


class Field(NamedTuple):
    """A condition on what is found; `operator` is one of `: = < <= > >=`."""

    name: str
    operator: str
    value: str


class Not(NamedTuple):
    node: "Node"


class And(NamedTuple):
    nodes: tuple["Node", ...]


class Or(NamedTuple):
    nodes: tuple["Node", ...]


Node = Word | Field | Not | And | Or


def written(node: Word | Field) -> str:
    """A word or a condition as it can be typed."""
    if isinstance(node, Word):
        field = f"{node.column}:" if node.column else ""
        return f'{field}"{node.text}"' if node.phrase else field + node.text + "*" * node.prefix
    value = f'"{node.value}"' if re.search(r"[\s()]", node.value) else node.value
    return f"{node.name}{node.operator}{value}"


class Query(NamedTuple):
    """A parsed query: its tree (None finds everything), the order asked for, and warnings."""

    text: str
    tree: Node | None
    order: str
    warnings: tuple[Notice, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        """What must all match: the nodes at the top of the tree."""
        if self.tree is None:
            return ()
        return self.tree.nodes if isinstance(self.tree, And) else (self.tree,)

    @property
    def words(self) -> tuple[Word, ...]:
        """The parts that are words by themselves, looked for anywhere."""
        return tuple(p for p in self.parts if isinstance(p, Word) and not p.column)

    @property
    def conditions(self) -> tuple[Node, ...]:
        """All the other parts."""
        return tuple(p for p in self.parts if not isinstance(p, Word) or p.column)


_LEXEME = re.compile(
    r"""
    (?P<space>\s+)
    | (?P<open>\() | (?P<close>\))
    | (?P<pasted>《[^《》]+》)
    | (?P<not>-)(?![\dXx*]+/[+-])(?=[\w"“(《])  # but -1/-1 is a word
    | (?P<field>[A-Za-z]+)(?P<operator>>=|<=|[:=<>])(?=\S)
      (?P<value>"[^"]*"|“[^”]*”|[^\s()]+)
    | (?P<phrase>"[^"]*"|“[^”]*”)
    | (?P<word>[^\s()"“”]+)
    | (?P<stray>["“”])
    """,
    re.VERBOSE,
)


class _Lexeme(NamedTuple):
    kind: str
    match: re.Match[str]


class _Parser:
    """Recursive descent over the lexemes of one query."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.order = "relevance"
        self.warnings: list[Notice] = []
        self.terms = 0
        self.at = 0
        self.lexemes = [
            _Lexeme(match.lastgroup or "word", match)
            for match in _LEXEME.finditer(text)
            if match.lastgroup != "space"
        ]
        # A field ends in its value's group: it is named by its first.
        self.lexemes = [
            _Lexeme("field", lexeme.match) if lexeme.kind == "value" else lexeme
            for lexeme in self.lexemes
        ]

    def warn(self, message: str, match: re.Match[str], **values: str | int) -> None:
        self.warnings.append(Notice(message, values, match.start() + 1))

    def any_of(self, depth: int = 0) -> Node | None:
        """Alternatives joined by OR, up to a closing parenthesis or the end."""
        branches = []
        while True:
            branch = self.all_of(depth)
            if branch is not None:
                branches.append(branch)
            lexeme = self.peek()
            if lexeme is None or lexeme.kind == "close":
                break
            self.at += 1  # OR
        if not branches:
            return None
        branches = list(dict.fromkeys(branches))
        return branches[0] if len(branches) == 1 else Or(tuple(branches))

    def peek(self) -> _Lexeme | None:
        return self.lexemes[self.at] if self.at < len(self.lexemes) else None

    def all_of(self, depth: int) -> Node | None:
        nodes = []
        while (lexeme := self.peek()) is not None:
            if lexeme.kind == "close":
                if depth:
                    break
                self.warn(N_('a ")" without its "("'), lexeme.match)
                self.at += 1
                continue
            if lexeme.kind == "word" and lexeme.match[0] == "OR":
                break
            node = self.one(depth)
            if node is not None:
                nodes.append(node)
        if not nodes:
            return None
        nodes = list(dict.fromkeys(nodes))
        return nodes[0] if len(nodes) == 1 else And(tuple(nodes))

    def one(self, depth: int) -> Node | None:
        kind, match = self.lexemes[self.at]
        self.at += 1
        self.terms += 1
        if self.terms > MAX_TERMS:
            if self.terms == MAX_TERMS + 1:
                message = N_("more than %(most)s terms; the rest is left out")
                self.warn(message, match, most=MAX_TERMS)
            return None
        if kind == "not":
            following = self.peek()
            if following is None or following.kind == "close":
                return None
            node = self.one(depth)
            return None if node is None else Not(node)
        if kind == "open":
            return self.group(depth, match)
        if kind == "field":
            return self.field(match)
        if kind == "phrase":
            return Word(match[0][1:-1], phrase=True)
        if kind == "pasted":
            halves = [half for half in match[0][1:-1].split("/") if half.strip()]
            return Or(tuple(Word(half, phrase=True, column="name") for half in halves))
        if _UNFINISHED.fullmatch(match[0]) and match[0].rstrip(":=<>").lower() in FIELDS:
            self.warn(N_('"%(field)s" has no value'), match, field=match[0])
            return None
        if kind == "stray":
            self.warn(N_("a quotation mark without its partner"), match)
            return None
        if match[0] == "//" and self.is_word(self.at - 2) and self.is_word(self.at):
            return None  # it parts the halves of a card's name
        return self.word(match[0], match)

    def is_word(self, at: int) -> bool:
        return 0 <= at < len(self.lexemes) and self.lexemes[at].kind == "word"

    def word(self, text: str, match: re.Match[str], column: str | None = None) -> Word | None:
        if _ONE_LETTER.fullmatch(text):
            message = N_('"%(word)s" begins too many words; type two letters before the star')
            self.warn(message, match, word=text)
            return None
        prefix = len(text) > 2 and text.endswith("*") and not text.endswith("/*")
        return Word(text[:-1] if prefix else text, prefix=prefix, column=column)

    def group(self, depth: int, match: re.Match[str]) -> Node | None:
        if depth >= MAX_DEPTH:
            self.warn(N_("parentheses more than %(most)s deep"), match, most=MAX_DEPTH)
            return None
        node = self.any_of(depth + 1)
        if self.peek() is None:
            self.warn(N_('a "(" without its ")"'), match)
        else:
            self.at += 1
        return node

    def field(self, match: re.Match[str]) -> Node | None:
        name = FIELDS.get(match["field"].lower())
        operator, value = match["operator"], match["value"]
        quoted = value[0] in '"“'
        value = value[1:-1] if quoted else value
        if name is None:
            known = ", ".join(sorted(set(FIELDS)))
            message = N_('no field is called "%(field)s"; known: %(known)s')
            self.warn(message, match, field=match["field"], known=known)
            return None
        if not value.strip():
            self.warn(N_('"%(field)s" has no value'), match, field=f"{match['field']}:")
            return None
        if operator not in ":=" and name not in _COMPARED:
            message = N_('"%(field)s" can only be asked with ":"')
            self.warn(message, match, field=match["field"])
            return None
        if name in _COLUMNS:
            if quoted:
                return Word(value, phrase=True, column=name)
            return self.word(value, match, name)
        return self.checked(name, operator, value, match)

    def checked(self, name: str, operator: str, value: str, match: re.Match[str]) -> Node | None:
        allowed = {"order": _ORDERS, "in": _IN, "is": _IS, "xlang": _XLANG}.get(name)
        if allowed and value.lower() not in allowed:
            message = N_('"%(field)s" takes one of %(allowed)s, not "%(value)s"')
            listed = ", ".join(allowed)
            self.warn(message, match, field=f"{name}:", allowed=listed, value=value)
            return None
        if name == "order":
            self.order = value.lower()
            return None
        if name == "date" and not _DATES.fullmatch(value):
            message = N_('"%(value)s" is not a date like 2014, 2014-11 or 2014-11-24')
            self.warn(message, match, value=value)
            return None
        if name == "color" and colors_of(value) is None:
            message = N_('"%(value)s" is no color: w, u, b, r, g, several of them, or a name')
            self.warn(message, match, value=value)
            return None
        if name == "cards" and not (value.isascii() and value.isdigit() and len(value) < 9):
            message = N_('"%(field)s" is compared with a number, not "%(value)s"')
            self.warn(message, match, field=name, value=value)
            return None
        return Field(name, operator, value)


_COLOR_NAMES = {
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
    "colorless": "",
    "c": "",
}


def colors_of(value: str) -> frozenset[str] | None:
    """The colors that `color:` asks for, as letters of WUBRG; empty for colorless, None where it
    is no color."""
    named = _COLOR_NAMES.get(value.lower())
    letters = frozenset(value.upper() if named is None else named)
    return letters if letters <= frozenset("WUBRG") else None


_UNFINISHED = re.compile(r"[A-Za-z]+(?:>=|<=|[:=<>])")

# What an input method for Chinese, Japanese or Korean makes of the signs of the query language.
_TYPED = str.maketrans("：＂（）＜＞＝\0", ':"()<>= ')

_ONE_LETTER = re.compile(rf"(?!{CJK_CHARACTER})[^\W_]\*")

_DATE = r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?"
_DATES = re.compile(rf"{_DATE}(?:\.\.{_DATE})?", re.ASCII)


def parse(text: str) -> Query:
    """Parse what somebody typed. Never raises; what is not understood is a warning, and the rest
    is kept."""
    warnings = []
    if len(text) > MAX_LENGTH:
        message = N_("longer than %(most)s characters; the rest is left out")
        warnings.append(Notice(message, {"most": MAX_LENGTH}))
        text = text[:MAX_LENGTH]
    text = text.encode("utf-8", "replace").decode("utf-8").translate(_TYPED)
    parser = _Parser(text)
    tree = parser.any_of()
    return Query(text, tree, parser.order, (*warnings, *parser.warnings))
