"""How the words of a language inflect, as data in folded letters, for `rulings_db.language.stems`.

`VERBS` gives what forms an infinitive may have: too many on purpose, for a form counts only where
a language's own texts have it. `IRREGULAR` lists what no rule gives, `PAIRS` the number and gender
of words that Snowball does not join, `DERIVED` the suffixes that make another word.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Verbs(NamedTuple):
    """One conjugation. What is left of a word without the `infinitive` ending is its base. Every
    step of `changes` gives it other forms: "pattern>replacement" and a space between them, of
    which one or none applies. `endings` is what may follow; with `changed`, only a changed base."""

    infinitive: str
    changes: tuple[str, ...]
    endings: frozenset[str]
    changed: bool = False


def _endings(endings: str, attached: Iterable[str] = ("",)) -> frozenset[str]:
    return frozenset(ending + pronoun for ending in endings.split() for pronoun in attached)


_BARE = frozenset(("",))

# German: prefixes that part from the verb, and what stands between: aufgedeckt, abzuwerfen.
_APART = (
    "ab|an|auf|aus|bei|ein|fest|fort|frei|her|hin|hinzu|los|mit|nach|um|vor|weg|zu|zuruck|zusammen"
)
_GE = rf"^>ge ^({_APART})>\1ge"
_ZU = rf"^({_APART})>\1zu"
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

_RU_ADJECTIVE = "ый ого ому ым ом ая ой ую ое ые ых ыми ий его ему им ем ее ие их ими юю яя".split()
# воплотить: воплощает, воплощённый; отразить: отражает; ставить: ставлю
_RU_CONSONANTS = r"т$>щ т$>ч к$>ч д$>ж д$>жд з$>ж г$>ж с$>ш х$>ш ст$>щ ск$>щ ([бпвмф])$>\1л"


def _russian(
    infinitive: str, changes: tuple[str, ...], endings: frozenset[str]
) -> tuple[Verbs, Verbs]:
    """A conjugation and its reflexive one: -ся after a consonant, -сь after a vowel."""
    reflexive = frozenset(ending + after for ending in endings for after in ("ся", "сь"))
    return (
        Verbs(f"{infinitive}$", changes, endings),
        Verbs(f"{infinitive}ся$", changes, reflexive),
    )


VERBS: dict[str, tuple[Verbs, ...]] = {
    "de": (
        # aufdecken: deckt, decktest, gedeckt, aufgedeckt, aufdeckend; opfern: opfre
        Verbs(
            _GERMAN,
            (_GE + r" e([lr])$>\1",),
            _endings("e t st et est te test ten tet ete eten en n")
            | _endings("t et end nd", _GERMAN_ADJECTIVE),
        ),
        # abwerfen: abzuwerfen; opfern: zu opfern are two words
        Verbs(_GERMAN, (_ZU,), _endings("en n"), changed=True),
        # werfen: wirf, wirft; nehmen: nimmt; lesen: liest; geben: gib
        Verbs(
            _GERMAN,
            (r"ehm$>imm e(rf|ff|rb|ch|lf|rd|lt|rg|ss|b|tt?)$>i\1 et$>itt e(h|s|hl)$>ie\1",),
            _BARE | _endings("t st"),
            changed=True,
        ),
        # werfen: geworfen; springen: gesprungen; schreiben: geschrieben; fliegen: geflogen
        Verbs(
            _GERMAN,
            (
                r"ehm$>omm e(rf|ff|rb|ch|lf|rd|lt|rg|hl|lz)$>o\1 i(n[gkd])$>u\1 "
                r"i(mm|nn)$>o\1 ei(b|d|g|h|s|n)$>ie\1 ei(ch)$>i\1 ([rb])eiss$>\1iss "
                r"ei([ft])$>i\1\1 eid$>itt ie(g|b|t|f|ch)$>o\1 ([lf]r?)ier$>\1or ieh$>og "
                r"iess$>oss geh$>gang steh$>stand ess$>gess lieg$>geleg",
                _GE,
            ),
            _endings("en", _GERMAN_ADJECTIVE),
            changed=True,
        ),
        # warf, sprang, fiel, trug: the past, only where nothing follows but -en, -st and -t
        Verbs(
            _GERMAN,
            (
                r"ehm$>ahm e(rf|ff|rb|ch|lf|rd|lt|rg|hl|b|t|h|s|ss)$>a\1 "
                r"i(n[gkd]|nn|mm)$>a\1 ei(b|d|g|h|s|n)$>ie\1 ei(ch)$>i\1 ([rb])eiss$>\1iss "
                r"ei([ft])$>i\1\1 (fl|b|w)ie([gt])$>\1o\2 ([lf]r?)ier$>\1or ieh$>og "
                r"all$>iel alt$>ielt ass$>iess a(g|hr|chs)$>u\1 komm$>kam geh$>ging "
                r"steh$>stand",
            ),
            _BARE | _endings("en"),
            changed=True,
        ),
        # bringen: brachte, gebracht; denken: gedacht; nennen: genannt
        Verbs(
            _GERMAN,
            (r"bring$>brach denk$>dach enn$>ann", _GE),
            _endings("t te ten", _GERMAN_ADJECTIVE),
            changed=True,
        ),
    ),
    "es": (
        # volar: vuela; jugar: juegue; sacrificar: sacrifique; lanzar: lance; pagar: pague
        Verbs(
            r"ar$",
            (
                r"o([^aeiou]+)$>ue\1 e([^aeiou]+)$>ie\1 ^jug$>jueg",
                r"c$>qu z$>c g$>gu",
            ),
            _endings("a e o as es an en amos emos aste aron aba aban abas ara aran aras are")
            | _endings("ase aria arian")
            | _endings("ad", _ADJECTIVE)
            | _endings("ar a e an en ad emos ando", _ES_PRONOUNS),
        ),
        # perder: pierde; pedir: pida; seguir: sigue; morir: muriera; destruir: destruyelo
        Verbs(
            r"[ei]r$",
            (
                r"o([^aeiou]+)$>ue\1 e([^aeiou]+)$>ie\1 e([^aeiou]+u?)$>i\1 o(r|rm)$>u\1",
                r"([aeou])$>\1y",
            ),
            _endings("e o a es as en an emos amos imos i io iste ieron iera ieran iese ia ian ias")
            | _endings("o eron era eran ere eran ira iran era eria iria")
            | _endings("id", _ADJECTIVE)
            | _endings("er ir e a en an ed id iendo endo", _ES_PRONOUNS),
        ),
        # Before o and a: elegir: elija; seguir: siga; permanecer: permanezca; salir: salga;
        # hacer: haga; decir: diga; caer: caiga
        Verbs(
            r"[ei]r$",
            (
                r"e([^aeiou]+u?)$>i\1",
                r"c$>z c$>zc g$>j gu$>g ([ln])$>\1g ac$>ag [ei]c$>ig ([ao])$>\1ig",
            ),
            _endings("o as amos") | _endings("a an amos", _ES_PRONOUNS),
            changed=True,
        ),
        # Participles of their own: volver: vuelto; poner: puesto; hacer: hecho; abrir: abierto
        Verbs(
            r"[ei]r$",
            (r"olv$>uelt pon$>puest hac$>hech (ab|ub)r$>\1iert mor$>muert rib$>rit romp$>rot",),
            frozenset(_ADJECTIVE),
            changed=True,
        ),
        # The past of poner, tener and the like: pusiera, tuvo, hizo, dijo
        Verbs(
            r"[ei]r$",
            (
                r"pon$>pus ten$>tuv hac$>hic hac$>hiz ven$>vin duc$>duj "
                r"dec$>dij pod$>pud tra$>traj quer$>quis ([ln])$>\1d",
            ),
            _endings("e o ieron eron iera ieran era eran ra ran iese ria"),
            changed=True,
        ),
    ),
    "pt": (
        # manifestar: manifeste; sacrificar: sacrifique; nomear: nomeie
        Verbs(
            r"ar$",
            (r"c$>qu g$>gu e$>ei",),
            _endings("a e o as es am em amos emos ei ou aram ara aras arao aria ariam ava avam")
            | _endings("asse assem ar ares arem armos ando")
            | _endings("ad", _ADJECTIVE),
        ),
        # sair: saia; destruir: destroi
        Verbs(
            r"[ei]r$",
            (r"u$>o ([ae])$>\1i",),
            _endings("e es em o a as am emos imos amos i is iu eu ia iam ido idos ida idas")
            | _endings("esse essem isse issem eram iram era eras erao ira irao eria iria")
            | _endings("er eres erem ir irem endo indo"),
        ),
        # Before o and a: seguir: siga; dirigir: dirija; fazer: faca; perder: perca; pedir: peca
        Verbs(
            r"[ei]r$",
            (
                r"e([^aeiou]+u?)$>i\1",
                r"g$>j gu$>g z$>c rd$>rc ed$>ec pod$>poss",
            ),
            _endings("o a as am amos"),
            changed=True,
        ),
        # cobrir: cubra; not before -er and -ar: "tornar" would find "turno"
        Verbs(r"ir$", (r"o([^aeiou]+)$>u\1",), _endings("o a as am amos"), changed=True),
        # produzir: produz; fazer: fez, feito, fara
        Verbs(r"(?<=z)[ei]r$", (r"faz$>fez",), _BARE),
        # Participles of their own
        Verbs(
            r"[ei]r$",
            (r"faz$>feit (ab|ob)r$>\1ert rev$>rit rev$>revist morr$>mort",),
            frozenset(_ADJECTIVE),
            changed=True,
        ),
        # fazer: fizer; dizer: disser
        Verbs(
            r"zer$",
            (r"fa$>fiz di$>diss",),
            _endings("er erem ermos eram esse essem"),
            changed=True,
        ),
    ),
    "it": (
        # sacrificare: sacrifichi; lanciare: lanci, lanciala; giocare: gioca
        Verbs(
            r"are$",
            (r"c$>ch g$>gh i$> o([^aeiou]+)$>uo\1",),
            _endings("o a i iamo ate ano ino ava avano avi era erai eranno erebbe arono asse")
            | _endings("assero ante anti")
            | _endings("at", "oaie")
            | _endings("are ar a i ando ate iamo", _IT_PRONOUNS),
        ),
        # Before o and a: tenere: tenga; scegliere: scelga
        Verbs(
            r"[ei]re$",
            (r"([ln])$>\1g gli$>lg",),
            _endings("o a ono ano"),
            changed=True,
        ),
        # prevenire: previeni; possedere: possiede
        Verbs(
            r"[ei]re$",
            (r"e([^aeiou]+)$>ie\1 o([^aeiou]+)$>uo\1 i$>",),
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
                r"gg$>tt igg$>iss uov$>oss gli$>lt lv$>lt n?d$>s tt$>ss ng$>nt nc$>nt "
                r"rg$>rs rr$>rs iv$>itt pr$>pert ied$>iest ved$>vist man$>mast omp$>ott "
                r"or$>ort dir?c?$>dett",
            ),
            _endings("o a i e ero"),
            changed=True,
        ),
        # produrre: produce, prodotto; imporre: impone, imposto; attrarre: attratto
        Verbs(
            r"rre$",
            (r"u$>uc o$>on o$>ong a$>agg",),
            _endings("o e i a iamo ete ono ano eva evano esse endo ente enti"),
            changed=True,
        ),
        Verbs(
            r"rre$",
            (r"u$>ott o$>ost a$>att",),
            _endings("o a i e rra rre rro"),
            changed=True,
        ),
    ),
    "fr": (
        # infliger: infligea; envoyer: envoie; appeler: appelle
        Verbs(
            r"er$",
            (r"g$>ge y$>i e([lt])$>e\1\1",),
            _endings("e es ons ez ent er a ait aient ai ant ante ants antes era eront erait")
            | _endings("eraient erez assent at erent iez")
            | _endings("e", ("", "e", "s", "es")),
        ),
        # choisir: choisissez; tenir: tient; acquerir: acquiert; partir: part
        Verbs(
            r"ir$",
            (r"en$>ien en$>ienn quer$>quier our$>eur ([rm])[tm]$>\1",),
            _endings("i ie is ies it issez issent issons issent isse issait issaient ira iront")
            | _endings("irait irent s t e es ons ez ent ait aient ant ir dra dront drait")
            | _endings("u issant", ("", "e", "s", "es")),
        ),
        # ouvrir: ouvert
        Verbs(r"rir$", (r"(uv|ff)$>\1ert",), _BARE | _endings("e s es"), changed=True),
        # detruire: detruit, detruisez; lire: lisant
        Verbs(
            r"(?<=i)re$",
            (),
            _endings("t te s ts tes sent sez sons sant sait saient ra ront rait raient sit se re"),
        ),
        # perdre: perd; battre: bat, battez; prendre: prenez; craindre: craignez
        Verbs(
            r"(?<=[dtpvc])re$",
            (r"tt$>t end$>en end$>enn ind$>in ind$>ign ([^tpd])v$>\1",),
            _BARE
            | _endings("s t e es ons ez ent ant ante ants antes ait aient is it irent re ra ront")
            | _endings("rait raient u ue us ues te tes ts"),
        ),
        # mettre: mis; prendre: pris
        Verbs(r"re$", (r"ett$>is rend$>ris",), _BARE | _endings("e es"), changed=True),
        # recevoir: recoit, recu; devoir: doit
        Verbs(
            r"oir$",
            (r"ev$>oi ev$>oiv cev$>c",),
            _endings("s t e es ent ez iez ons ant ait aient u ue us ues ra ront rait raient"),
        ),
    ),
    "ru": (
        *_russian(
            "ить",
            (_RU_CONSONANTS,),
            _endings("у ю ит ят ат ут ют ем им ите ишь и й йте ил ила ило или ив ь ьте ить ет ает")
            | _endings("ают аю аем ай айте яет яют яем яй яйте ать ять ал ала ало али ал ен ена")
            | _endings("ено ены")
            | _endings(
                "енн ающ авш ивш анн яющ ящ ащ им аем яем".replace("  ", " "), _RU_ADJECTIVE
            ),
        ),
        # атаковать: атакует; создавать: создает; писать: пишет
        *_russian(
            "[аяе]ть",
            (_RU_CONSONANTS + r" [ое]в$>у ав$>а ([бд])р$>\1ер зв$>зов гн$>гон",),
            _endings("у ю я ет ут ют ем ете ешь ит ат ят им й йте и ите ь ьте")
            | _endings("аю ает ают аем аете аешь ай айте яю яет яют яем яй яйте ею еет еют еем")
            | _endings("ал ала ало али ать ял яла яло яли ять ел ела ело ели еть")
            | _endings("ав яв ев ан ана ано аны ян яна яно яны ая уя")
            | _endings("ающ яющ еющ ющ ущ ащ ящ авш явш евш анн янн аем яем ем", _RU_ADJECTIVE),
        ),
        # умереть: умер, умерло, умрет
        *_russian(
            "(?<=ер)еть",
            (r"ер$>р",),
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
            (r"с$>д с$>т с$> й$>йд й$>ш ий$>ид",),
            _BARE
            | _endings("у ет ут ем ете ешь и ите ла ло ли л ел я ен ена ено ены ти")
            | _endings("енн ш", _RU_ADJECTIVE),
        ),
        # попасть: попал, попадет
        *_russian("сть", (), _endings("ду дет дут ди дите дя л ла ло ли сть")),
    ),
}

# What no rule gives: the first word before the next semicolon is the one of dictionaries.
IRREGULAR = {
    "en": """
        sacrifice sacrificed sacrificing; elf elves; wolf wolves; thief thieves; dwarf dwarves
        half halves; self selves; knife knives; man men; woman women; child children; foot feet
        mouse mice; tooth teeth; goose geese
        arise arose arisen; awake awoke awoken; bear bore borne; beat beaten; become became
        befall befell befallen; beget begot begotten; begin began begun; bend bent
        bid bade bidden; bind bound; bite bit bitten; bleed bled; blow blew blown
        break broke broken; breed bred; bring brought; build built; burn burnt; buy bought
        catch caught; choose chose chosen; cling clung; come came; creep crept; deal dealt
        dig dug; do did done does; draw drew drawn; dream dreamt; drink drank drunk
        drive drove driven; dwell dwelt; eat ate eaten; fall fell fallen; feed fed; feel felt
        fight fought; find found; flee fled; fling flung; fly flew flown flies
        forbid forbade forbidden
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
        stink stank stunk; stride strode; strike struck stricken; string strung; strive strove
        striven
        swear swore sworn; sweep swept; swell swollen; swim swam swum; swing swung
        take took taken; teach taught; tear tore torn; tell told; think thought
        throw threw thrown; tread trod trodden; unbind unbound; undergo underwent undergone
        understand understood; undertake undertook undertaken; undo undid undone; uphold upheld
        wake woke woken; wear wore worn; weave wove woven; weep wept; win won; withdraw withdrew
        withdrawn; withhold withheld; withstand withstood; wring wrung; write wrote written
    """,
    "de": """
        legende legenden
        konnen kann kannst; durfen darf darfst; wollen will willst; mussen muss musst
        haben hat hast hatte hatten hattest; werden wird wirst wurde wurden wurdest geworden
        liegen lag lagen; tun tut tust tat getan; sehen sieh; wissen weisst gewusst
    """,
    "es": """
        vez veces; poner pon; poder puede pudieras; hacer haz hiciste
        haber ha han has hay haya hayan; ir va van vaya vayan
    """,
    "pt": """
        por pondo posto posta postos postas; ter tem tinha tenha tera tiver tiverem tivesse teve
        poder pode pude puder puderem pudesse; vir vindo
        ser seria seriam sera serem seja sejam foram forem for sao; sua suas; seu seus
    """,
    "fr": """
        autre autres; vent vents
        pouvoir peut peuvent puisse puissent pourrait pourra pourriez
        dire dit dites disent disant dite; faire fait font faites fasse fassent faisant fera
        voir voit voyez vu vue vus vues
    """,
    "it": """
        tuo tuoi tua tue; suo suoi sua sue; stare sta stai stanno
        fare far fa fai fanno facendo fatto fatta fatti fatte faccia facciano faceva fara
        dire dice dicono detto detta detti dette; uscire esce escono; morire muore muoiono
        dovere deve devono debba dovra; potere puo puoi possono possa possano potra
        volere vuole vuoi vogliono voglia
    """,
    "ru": "мочь может можете могут мог могла могло могли можешь; взять возьмите возьмет",
}


class Pair(NamedTuple):
    """Words that differ in the end alone and are one word, where the vocabulary has both, or,
    with `every`, all of them: "caso" and "casa" are two words, but "rojo" is "rojas"."""

    ending: str
    others: tuple[str, ...]
    every: bool = False


# Number and gender where Snowball does not join them, mostly short words.
PAIRS: dict[str, tuple[Pair, ...]] = {
    # isla: islas; flor: flores; vez: veces
    "es": (
        Pair(r"(?<=[aeiou])$", ("s",)),
        Pair(r"(?<=[lnrd])$", ("es",)),
        Pair(r"z$", ("ces",)),
        Pair(r"o$", ("a", "os", "as"), every=True),
    ),
    "pt": (
        Pair(r"(?<=[aeiou])$", ("s",)),
        Pair(r"(?<=[rsz])$", ("es",)),
        Pair(r"l$", ("is",)),
        Pair(r"m$", ("ns",)),
        Pair(r"ao$", ("oes",)),
        Pair(r"o$", ("a", "os", "as"), every=True),
    ),
    # altrettanto: altrettanti; alma: alme
    "it": (
        Pair(r"o$", ("i",)),
        Pair(r"a$", ("e",)),
        Pair(r"e$", ("i",)),
        Pair(r"o$", ("a", "i", "e"), every=True),
    ),
    # premier: premiere; blanc: blanche; nouveau: nouvelle; cheval: chevaux; feu: feux
    "fr": (
        Pair(r"er$", ("ere", "eres")),
        Pair(r"(?<=n)c$", ("che", "ches")),
        Pair(r"eau$", ("el", "elle", "elles")),
        Pair(r"al$", ("aux",)),
        Pair(r"(?<=[ei][eu]u)$|(?<=eau)$", ("x",)),
    ),
    # камень: камня; фишек: фишка; колец: кольцо
    "ru": (
        Pair(r"[ео]([кцнлр])ь?$", tuple(rf"\1{case}" for case in "аяуюыио")),
        Pair(r"е([кцн])$", tuple(rf"ь\1{case}" for case in "аояи")),
    ),
}

# Suffixes that Snowball strips though they make another word, one group for each meaning: what
# has one keeps apart from the word it is made from.
DERIVED = {
    "en": r"(?:(ation)|(ment)|(ness)|(able|ible)|(ability|ibility|ity)|(ful)|(ous))(?:s|ly)?$"
    r"|(ion)(?:s|ed|ing)?$|(al)(?:s|ly)?$",
    "de": r"(?:(heit)|(keit)|(ung)|(schaft))(?:en)?$",
    "fr": r"(?:(ation)|(ite)|(ment)|(able)|(eur)e?|(trice)|(ance))s?$",
    "es": r"(?:(acion)|(idad)|(able)|(mente)|([aei]dor)a?|(miento)|(ancia|encia|anza))(?:es|s)?$",
    "pt": r"(?:(acao|acoe)|(idade)|(avel)|(mente)|([aei]dor)a?|(mento)|(ancia|encia))(?:es|s)?$",
    "it": r"(?:(azion)|(bil)|(ment)|(tor|tric)|(anz))[eioa]$|(ita)$",
    "ru": r"(ост)(?:ь|и|ью|ям|ей)$",
}

# Who does what a verb says (spieler, controller), where the vocabulary shows that it is one: its
# ending, what the base has to be found with, and what is not enough.
AGENTS = {
    "en": (r"(?:er|or)s?$", ("ing",)),
    "de": (r"er(?:n|s)?$", ("ers", "en")),
}

# Words that only look like forms of a verb, or of another word: "para" (for) is hardly ever from
# "parar", "fino" (until) from "finire", "vous" from "vouer".
NOT_VERBS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "de": "eine einen einer eines denn den zwei zehn zehen dessen dass legende legenden",
        "en": "its it",
        "es": "para como este esta estas estos esto sobre entre contra ante cada toda todas todo "
        "todos una unas uno unos era eras hacia mano mana muro muros",
        "pt": "para como este esta estas estes sobre entre contra cada toda todas todo todos era "
        "eras uma umas mana sao sua suas seu seus",
        "it": "come sono anche fino fine mano mana essa esso esse essi dove della dell dalla dall "
        "era contro verso una uno iniziale iniziali ordine ordini orso orsi",
        "fr": "sans dans mais vous autre autres autant entre contre votre notre vent vents pari",
        "ru": "нет не он она оно они три друг имя имени",
    }.items()
}
