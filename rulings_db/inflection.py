"""How the words of a language inflect, as data in folded letters, for `rulings_db.stems`.

`VERBS` gives what forms an infinitive may have: too many on purpose, for a form counts only where
a language's own texts have it. `IRREGULAR` lists what no rule gives, `PAIRS` the number and gender
of words that Snowball does not join, `DERIVED` the suffixes that make another word.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

Change = tuple[str, str]


class Verbs(NamedTuple):
    """One conjugation. What is left of a word without the `infinitive` ending is its base, which
    every step of `changes` gives other forms: (pattern, replacement) pairs, of which one or none
    applies. `endings` is what may follow."""

    infinitive: str
    changes: tuple[tuple[Change, ...], ...]
    endings: frozenset[str]


def _endings(endings: str, attached: Iterable[str] = ("",)) -> frozenset[str]:
    return frozenset(ending + pronoun for ending in endings.split() for pronoun in attached)


_BARE = frozenset(("",))

# German: prefixes that part from the verb, and what stands between: aufgedeckt, abzuwerfen.
_APART = (
    "ab|an|auf|aus|bei|ein|fest|fort|frei|her|hin|hinzu|los|mit|nach|um|vor|weg|zu|zuruck|zusammen"
)
_GE = ((r"^", "ge"), (rf"^({_APART})", r"\1ge"))
_ZU = ((rf"^({_APART})", r"\1zu"),)
_GERMAN = r"(?:(?<=e[lr])n|en)$"
_GERMAN_ADJECTIVE = ("", "e", "en", "er", "es", "em")

_ES_PRONOUNS = (
    "",
    *"lo la los las le les se me te nos".split(),
    *(f"se{it}" for it in "lo la los las".split()),
)
_IT_PRONOUNS = (
    "",
    *"lo la li le ne gli mi ti si ci vi".split(),
    *(f"{to}{it}" for to in ("glie", "ce", "ve", "se", "ne") for it in "lo la li le ne".split()),
)
_ADJECTIVE = ("o", "a", "os", "as")

_RU_ADJECTIVE = (
    "ый ого ому ым ом ая ой ую ое ые ых ыми ий его ему им ем ее ие их ими юю яя".split()
)
# воплотить: воплощает, воплощённый; отразить: отражает; ставить: ставлю
_RU_CONSONANTS: tuple[Change, ...] = (
    (r"т$", "щ"),
    (r"т$", "ч"),
    (r"к$", "ч"),
    (r"д$", "ж"),
    (r"д$", "жд"),
    (r"з$", "ж"),
    (r"г$", "ж"),
    (r"с$", "ш"),
    (r"х$", "ш"),
    (r"ст$", "щ"),
    (r"ск$", "щ"),
    (r"([бпвмф])$", r"\1л"),
)


def _russian(infinitive: str, changes: tuple[tuple[Change, ...], ...], endings: frozenset[str]) -> tuple[Verbs, Verbs]:
    """A conjugation and its reflexive one: -ся after a consonant, -сь after a vowel."""
    reflexive = frozenset(
        ending + after for ending in endings for after in ("ся", "сь")
    )
    return (
        Verbs(f"{infinitive}$", changes, endings),
        Verbs(f"{infinitive}ся$", changes, reflexive),
    )


VERBS: dict[str, tuple[Verbs, ...]] = {
    "de": (
        # aufdecken: deckt, decktest, gedeckt, aufgedeckt, aufdeckend; opfern: opfre
        Verbs(
            _GERMAN,
            ((*_GE, (r"e([lr])$", r"\1")),),
            _endings("e t st et est te test ten tet ete eten en n")
            | _endings("t et end nd", _GERMAN_ADJECTIVE),
        ),
        # abwerfen: abzuwerfen; opfern: zu opfern are two words
        Verbs(_GERMAN, (_ZU,), _endings("en n")),
        # werfen: wirf, wirft; nehmen: nimmt; lesen: liest; geben: gib
        Verbs(
            _GERMAN,
            (
                (
                    (r"ehm$", "imm"),
                    (r"e(rf|ff|rb|ch|lf|rd|lt|rg|ss|b|tt?)$", r"i\1"),
                    (r"et$", "itt"),
                    (r"e(h|s|hl)$", r"ie\1"),
                ),
            ),
            _BARE | _endings("t st"),
        ),
        # werfen: geworfen; springen: gesprungen; schreiben: geschrieben; fliegen: geflogen
        Verbs(
            _GERMAN,
            (
                (
                    (r"ehm$", "omm"),
                    (r"e(rf|ff|rb|ch|lf|rd|lt|rg|hl|lz)$", r"o\1"),
                    (r"i(n[gkd])$", r"u\1"),
                    (r"i(mm|nn)$", r"o\1"),
                    (r"ei([a-z]+)$", r"ie\1"),
                    (r"ei([a-z]+)$", r"i\1"),
                    (r"ei([ft])$", r"i\1\1"),
                    (r"eid$", "itt"),
                    (r"ie(g|r|b|t|ss|f|ch)$", r"o\1"),
                    (r"ieh$", "og"),
                    (r"iess$", "oss"),
                    (r"geh$", "gang"),
                    (r"steh$", "stand"),
                    (r"itt$", "et"),
                    (r"ess$", "gess"),
                    (r"lieg$", "leg"),
                ),
                _GE,
            ),
            _endings("en", _GERMAN_ADJECTIVE),
        ),
        # warf, sprang, fiel, trug: the past, only where nothing follows but -en, -st and -t
        Verbs(
            _GERMAN,
            (
                (
                    (r"ehm$", "ahm"),
                    (r"e(rf|ff|rb|ch|lf|rd|lt|rg|hl|b|t|h|s|ss)$", r"a\1"),
                    (r"i(n[gkd]|nn|mm)$", r"a\1"),
                    (r"ei([a-z]+)$", r"ie\1"),
                    (r"ei([ft])$", r"i\1\1"),
                    (r"ie(g|r|b|t|ss)$", r"o\1"),
                    (r"ieh$", "og"),
                    (r"all$", "iel"),
                    (r"alt$", "ielt"),
                    (r"ass$", "iess"),
                    (r"a(g|hr|chs)$", r"u\1"),
                    (r"komm$", "kam"),
                    (r"geh$", "ging"),
                    (r"steh$", "stand"),
                ),
            ),
            _BARE | _endings("en"),
        ),
        # bringen: brachte, gebracht; denken: gedacht; nennen: genannt
        Verbs(
            _GERMAN,
            (((r"bring$", "brach"), (r"denk$", "dach"), (r"enn$", "ann")), _GE),
            _endings("t te ten", _GERMAN_ADJECTIVE),
        ),
    ),
    "es": (
        # volar: vuela; jugar: juegue; sacrificar: sacrifique; lanzar: lance; pagar: pague
        Verbs(
            r"ar$",
            (
                (
                    (r"o([^aeiou]+)$", r"ue\1"),
                    (r"e([^aeiou]+)$", r"ie\1"),
                    (r"ug$", "ueg"),
                ),
                ((r"c$", "qu"), (r"z$", "c"), (r"g$", "gu")),
            ),
            _endings("a e o as es an en amos emos aste aron aba aban abas ara aran aras are")
            | _endings("ase aria arian")
            | _endings("ad", _ADJECTIVE)
            | _endings("ar a e an en ad emos ando", _ES_PRONOUNS),
        ),
        # perder: pierde; pedir: pida; seguir: siga; elegir: elija; destruir: destruyelo;
        # permanecer: permanezca; salir: salga; hacer: haga; decir: diga
        Verbs(
            r"[ei]r$",
            (
                (
                    (r"o([^aeiou]+)$", r"ue\1"),
                    (r"e([^aeiou]+)$", r"ie\1"),
                    (r"e([^aeiou]+u?)$", r"i\1"),
                    (r"o(r|rm)$", r"u\1"),
                ),
                (
                    (r"c$", "z"),
                    (r"c$", "zc"),
                    (r"g$", "j"),
                    (r"gu$", "g"),
                    (r"([ln])$", r"\1g"),
                    (r"ac$", "ag"),
                    (r"[ei]c$", "ig"),
                    (r"([aeou])$", r"\1y"),
                    (r"([ao])$", r"\1ig"),
                ),
            ),
            _endings("e o a es as en an emos amos imos i io iste ieron iera ieran iese ia ian ias")
            | _endings("o eron era eran ere eran ira iran era eria iria")
            | _endings("id", _ADJECTIVE)
            | _endings("er ir e a en an ed id iendo endo", _ES_PRONOUNS),
        ),
        # Participles of their own: volver: vuelto; poner: puesto; hacer: hecho; abrir: abierto
        Verbs(
            r"[ei]r$",
            (
                (
                    (r"olv$", "uelt"),
                    (r"pon$", "puest"),
                    (r"hac$", "hech"),
                    (r"(ab|ub)r$", r"\1iert"),
                    (r"mor$", "muert"),
                    (r"rib$", "rit"),
                    (r"romp$", "rot"),
                ),
            ),
            frozenset(_ADJECTIVE),
        ),
        # The past of poner, tener and the like: pusiera, tuvo, hizo, dijo
        Verbs(
            r"[ei]r$",
            (
                (
                    (r"pon$", "pus"),
                    (r"ten$", "tuv"),
                    (r"hac$", "hic"),
                    (r"hac$", "hiz"),
                    (r"ven$", "vin"),
                    (r"([dc])([eu])c$", r"\1\2j"),
                    (r"dec$", "dij"),
                    (r"pod$", "pud"),
                    (r"tra$", "traj"),
                    (r"quer$", "quis"),
                    (r"([ln])$", r"\1d"),
                ),
            ),
            _endings("e o ieron eron iera ieran era eran ra ran iese ria"),
        ),
    ),
    "pt": (
        # manifestar: manifeste; sacrificar: sacrifique; nomear: nomeie
        Verbs(
            r"ar$",
            (((r"c$", "qu"), (r"g$", "gu"), (r"e$", "ei")),),
            _endings("a e o as es am em amos emos ei ou aram ara aras arao aria ariam ava avam")
            | _endings("asse assem ar ares arem armos ando")
            | _endings("ad", _ADJECTIVE),
        ),
        # seguir: siga; dirigir: dirija; fazer: faca; destruir: destroi; cobrir: cubra; pedir: peca
        Verbs(
            r"[ei]r$",
            (
                ((r"e([^aeiou]+u?)$", r"i\1"), (r"u$", "o")),
                (
                    (r"g$", "j"),
                    (r"gu$", "g"),
                    (r"z$", "c"),
                    (r"rd$", "rc"),
                    (r"ed$", "ec"),
                    (r"pod$", "poss"),
                    (r"([ae])$", r"\1i"),
                ),
            ),
            _endings("e es em o a as am emos imos amos i is iu eu ia iam ido idos ida idas")
            | _endings("esse essem isse issem eram iram era eras erao ira irao eria iria")
            | _endings("er eres erem ir irem endo indo"),
        ),
        Verbs(
            r"ir$",
            (((r"o([^aeiou]+)$", r"u\1"),),),
            _endings("o a as am"),
        ),
        # produzir: produz; fazer: fez, feito, fara
        Verbs(r"(?<=z)[ei]r$", (((r"faz$", "fez"),),), _BARE),
        Verbs(
            r"[ei]r$",
            (
                (
                    (r"faz$", "feit"),
                    (r"(ab|ob)r$", r"\1ert"),
                    (r"rev$", "rit"),
                    (r"rev$", "revist"),
                    (r"morr$", "mort"),
                ),
            ),
            frozenset(_ADJECTIVE),
        ),
        Verbs(
            r"zer$",
            (((r"fa$", "fi"), (r"fa$", "fiz"), (r"$", "ss")),),
            _endings("ra rao ria er erem ermos eram esse essem"),
        ),
    ),
    "it": (
        # sacrificare: sacrifichi; lanciare: lanci, lanciala; giocare: gioca
        Verbs(
            r"are$",
            (((r"c$", "ch"), (r"g$", "gh"), (r"i$", ""), (r"o([^aeiou]+)$", r"uo\1")),),
            _endings("o a i iamo ate ano ino ava avano avi era erai eranno erebbe arono asse")
            | _endings("assero ante anti")
            | _endings("at", "oaie")
            | _endings("are ar a i ando ate iamo", _IT_PRONOUNS),
        ),
        # prevenire: previeni; possedere: possiede; tenere: tenga; scegliere: scelga
        Verbs(
            r"[ei]re$",
            (
                ((r"e([^aeiou]+)$", r"ie\1"), (r"o([^aeiou]+)$", r"uo\1")),
                ((r"([ln])$", r"\1g"), (r"gli$", "lg"), (r"i$", "")),
            ),
            _endings("o i e a iamo ete ite ono ano eva evano iva ivano isco isce isci iscono")
            | _endings("isca iscano esse essero isse era eranno erebbe ira iranno irebbe")
            | _endings("ente enti ette ettero erono irono ra ranno rebbe")
            | _endings("ut it", "oaie")
            | _endings("ere ire er ir i endo isci ete iamo", _IT_PRONOUNS),
        ),
        # Participles: infliggere: inflitto; rimuovere: rimosso; scegliere: scelto;
        # prendere: preso; perdere: perso; mettere: messo; aggiungere: aggiunto; vincere: vinto
        Verbs(
            r"[ei]re$",
            (
                (
                    (r"gg$", "tt"),
                    (r"igg$", "iss"),
                    (r"uov$", "oss"),
                    (r"gli$", "lt"),
                    (r"lv$", "lt"),
                    (r"n?d$", "s"),
                    (r"tt$", "ss"),
                    (r"ng$", "nt"),
                    (r"nc$", "nt"),
                    (r"rg$", "rs"),
                    (r"rr$", "rs"),
                    (r"iv$", "itt"),
                    (r"pr$", "pert"),
                    (r"ied$", "iest"),
                    (r"ved$", "vist"),
                    (r"man$", "mast"),
                    (r"omp$", "ott"),
                    (r"or$", "ort"),
                    (r"dir?c?$", "dett"),
                ),
            ),
            _endings("o a i e ero"),
        ),
        # produrre: produce, prodotto; imporre: impone, imposto; attrarre: attratto
        Verbs(
            r"rre$",
            (((r"u$", "uc"), (r"o$", "on"), (r"o$", "ong"), (r"a$", "agg")),),
            _endings("o e i a iamo ete ono ano eva evano esse endo ente enti"),
        ),
        Verbs(
            r"rre$",
            (((r"u$", "ott"), (r"o$", "ost"), (r"a$", "att")),),
            _endings("o a i e rra rre rro"),
        ),
    ),
    "fr": (
        # infliger: infligea; envoyer: envoie; appeler: appelle
        Verbs(
            r"er$",
            (((r"g$", "ge"), (r"y$", "i"), (r"e([lt])$", r"e\1\1")),),
            _endings("e es ons ez ent er a ait aient ai ant ante ants antes era eront erait")
            | _endings("eraient erez assent at erent iez")
            | _endings("e", ("", "e", "s", "es")),
        ),
        # choisir: choisissez; tenir: tient; acquerir: acquiert; partir: part
        Verbs(
            r"ir$",
            (
                (
                    (r"en$", "ien"),
                    (r"en$", "ienn"),
                    (r"quer$", "quier"),
                    (r"our$", "eur"),
                    (r"([rm])[tm]$", r"\1"),
                ),
            ),
            _endings("i ie is ies it issez issent issons issent isse issait issaient ira iront")
            | _endings("irait irent s t e es ons ez ent ait aient ant ir dra dront drait")
            | _endings("u issant", ("", "e", "s", "es")),
        ),
        Verbs(r"rir$", (((r"(uv|ff)$", r"\1ert"),),), _BARE | _endings("e s es")),
        # detruire: detruit, detruisez; lire: lisant
        Verbs(
            r"(?<=i)re$",
            (),
            _endings("t te s ts tes sent sez sons sant sait saient ra ront rait raient sit se re"),
        ),
        # perdre: perd; battre: bat, battez; mettre: mis; prendre: prenez, pris; craindre: craignez
        Verbs(
            r"(?<=[dtpvc])re$",
            (
                (
                    (r"tt$", "t"),
                    (r"end$", "en"),
                    (r"end$", "enn"),
                    (r"ind$", "in"),
                    (r"ind$", "ign"),
                    (r"([^tpd])v$", r"\1"),
                ),
            ),
            _BARE
            | _endings("s t e es ons ez ent ant ante ants antes ait aient is it irent re ra ront")
            | _endings("rait raient u ue us ues te tes ts"),
        ),
        Verbs(r"re$", (((r"ett$", "is"), (r"rend$", "ris")),), _BARE | _endings("e es")),
        # recevoir: recoit, recu; devoir: doit
        Verbs(
            r"oir$",
            (((r"ev$", "oi"), (r"ev$", "oiv"), (r"ev$", ""), (r"v$", "")),),
            _endings("s t e es ent ez ons ant ait aient u ue us ues ra ront rait raient"),
        ),
    ),
    "ru": (
        *_russian(
            "ить",
            (_RU_CONSONANTS,),
            _endings("у ю ит ят ат ут ют ем им ите ишь и й йте ил ила ило или ив ь ьте ить ет ает")
            | _endings("ают аю аем ай айте яет яют яем яй яйте ать ять ал ала ало али ал ен ена")
            | _endings("ено ены")
            | _endings("енн ающ авш ивш анн яющ ящ ащ им аем яем".replace("  ", " "), _RU_ADJECTIVE),
        ),
        # атаковать: атакует; создавать: создает; писать: пишет
        *_russian(
            "[аяе]ть",
            (((r"[ое]в$", "у"), (r"ав$", "а"), *_RU_CONSONANTS),),
            _endings("у ю ет ут ют ем ете ешь ит ат ят им й йте и ите ь ьте")
            | _endings("аю ает ают аем аете аешь ай айте яю яет яют яем яй яйте ею еет еют еем")
            | _endings("ал ала ало али ать ял яла яло яли ять ел ела ело ели еть")
            | _endings("ав яв ев ан ана ано аны ян яна яно яны ая уя")
            | _endings("ающ яющ еющ ющ ущ ащ ящ авш явш евш анн янн аем яем", _RU_ADJECTIVE),
        ),
        # умереть: умер, умерло, умрет
        *_russian(
            "(?<=ер)еть",
            (((r"ер$", "р"),),),
            _BARE | _endings("ла ло ли у ет ут ем и ите ш"),
        ),
        # вернуть: верни, вернут, верните
        *_russian(
            "(?<=н)уть",
            (),
            _endings("у ет ут ем ете ешь и ите ь ьте ул ула уло ули ув ута уто уты уть")
            | _endings("ут увш", _RU_ADJECTIVE),
        ),
        # нести: несет, нес; войти: войдет, вошел; привести: приведет
        *_russian(
            "ти",
            (((r"с$", "д"), (r"с$", "т"), (r"с$", ""), (r"й$", "йд"), (r"й$", "ш"), (r"й$", "д")),),
            _BARE
            | _endings("у ет ут ем ете ешь и ите ла ло ли л ел я ен ена ено ены ти")
            | _endings("енн ш", _RU_ADJECTIVE),
        ),
    ),
}

# What no rule gives: the first word of a line is the verb, the rest are its forms.
IRREGULAR = {
    "en": """
        arise arose arisen; awake awoke awoken; bear bore borne; beat beaten; become became
        befall befell befallen; beget begot begotten; begin began begun; bend bent
        beset besetting; bid bade bidden; bind bound; bite bit bitten; bleed bled; blow blew blown
        break broke broken; breed bred; bring brought; build built; burn burnt; buy bought
        catch caught; choose chose chosen; cling clung; come came; creep crept; deal dealt
        dig dug; do did done does; draw drew drawn; dream dreamt; drink drank drunk
        drive drove driven; dwell dwelt; eat ate eaten; fall fell fallen; feed fed; feel felt
        fight fought; find found; flee fled; fling flung; fly flew flown flies; forbid forbade forbidden
        foresee foresaw foreseen; foretell foretold; forget forgot forgotten
        forgive forgave forgiven; forsake forsook forsaken; freeze froze frozen; get got gotten
        give gave given; go goes went gone; grow grew grown; hang hung; hear heard; hide hid hidden
        hold held; keep kept; kneel knelt; know knew known; lay laid; lead led; leap leapt
        learn learnt; leave left; lend lent; light lit; lose lost; make made; mean meant; meet met
        mislead misled; misspell misspelt; mistake mistook mistaken; outgrow outgrew outgrown
        overcome overcame; overrun overran; oversee oversaw overseen; overtake overtook overtaken
        overthrow overthrew overthrown; partake partook partaken; pay paid; prove proven
        rebuild rebuilt; repay repaid; rethink rethought; retell retold; rewrite rewrote rewritten
        rend rent; ride rode ridden; ring rang rung; rise rose risen; run ran; say said
        see saw seen; seek sought; sell sold; send sent; sew sewn; shake shook shaken
        shine shone; shoot shot; show shown; shrink shrank shrunk; sing sang sung
        sink sank sunk; sit sat; slay slew slain; sleep slept; slide slid; sling slung; smite smote
        smitten; sow sown; speak spoke spoken; speed sped; spend spent; spin spun; spit spat
        spring sprang sprung; stand stood; steal stole stolen; stick stuck; sting stung
        stink stank stunk; stride strode; strike struck stricken; string strung; strive strove striven
        swear swore sworn; sweep swept; swell swollen; swim swam swum; swing swung
        take took taken; teach taught; tear tore torn; tell told; think thought
        throw threw thrown; tread trod trodden; unbind unbound; undergo underwent undergone
        understand understood; undertake undertook undertaken; undo undid undone; uphold upheld
        wake woke woken; wear wore worn; weave wove woven; weep wept; win won; withdraw withdrew
        withdrawn; withhold withheld; withstand withstood; wring wrung; write wrote written
    """,
    "fr": "pouvoir peut peuvent puisse puissent pourrait pourra",
    "it": """
        fare fa fai fanno facendo fatto fatta fatti fatte faccia facciano faceva fara
        dire dice dicono detto detta detti dette; uscire esce escono; morire muore muoiono
        dovere deve devono debba dovra; potere puo puoi possono possa possano potra
        volere vuole vuoi vogliono voglia
    """,
    "ru": "мочь может можете могут мог могла могло могли можешь",
}
