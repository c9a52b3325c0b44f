"""The words that carry a question and not what it is about, by language: articles, pronouns,
prepositions, conjunctions, auxiliary verbs and question words, folded, as grammars list them.

Languages that do not write spaces between words have them as what parts two words from each other.
"""

import re

from rulings_db.language.fold import fold

_SPACED = {
    "en": """
        a an the this that these those it its i me my you your he him his she her they them their
        we us our one someone somebody anyone anybody something anything everything and or but if
        then than so because while as of in on at by to into onto from for with without about
        under over between during after before until when where who whom whose which what why how
        is are was were be been being am do does did doing done have has had having can could may
        might must shall should will would not no yes there here also just only still even ever
        dont doesnt didnt isnt arent cant wont t s re ve ll happen happens happened work works
        mean means say tell explain know need want get gets got please question rules
    """,
    "de": """
        der die das den dem des ein eine einen einem einer eines dies diese dieser dieses diesen
        jener ich mich mir mein meine meinen meiner du dich dir dein deine er ihn ihm sein seine
        es sie ihr ihre ihren wir uns unser man jemand etwas alles und oder aber wenn dann als so
        weil ob dass wahrend von vom in im an am auf aus bei mit nach zu zum zur fur um uber unter
        durch ohne gegen vor bis wann wo wer wen wem wessen welche welcher welches was warum wieso
        wie ist sind war waren sein bin bist werden wird wurde wurden haben hat habe hatte kann
        konnen konnte darf durfen muss mussen soll sollen will wollen nicht kein keine ja nein da
        hier auch nur noch gibt passiert funktioniert funktionieren bedeutet heisst macht machen
        mache
    """,
    "fr": """
        le la les l un une des du de d ce cet cette ces c je j me m mon ma mes tu te t ton ta tes
        il elle on lui se s son sa ses nous notre nos vous votre vos ils elles leur leurs quelqu
        quelque chose et ou mais si alors que qu quand comme parce car dans en sur sous a au aux
        par pour avec sans contre entre pendant apres avant jusqu ou qui quoi quel quelle quels
        quelles dont pourquoi comment combien est sont etait etre suis es sera ete ai as a avons
        avez ont avoir eu peut peux puis pouvoir doit dois devoir veut faire fait fais ne n pas
        non oui y aussi seulement encore meme arrive passe fonctionne fonctionnent signifie dire
    """,
    "es": """
        el la los las lo un una unos unas este esta estos estas ese esa eso esto yo me mi mis tu
        te ti su sus el ella le les se nos nosotros vosotros ellos ellas alguien algo todo y e o u
        pero si entonces que cuando como porque mientras de del en a al por para con sin sobre
        bajo contra entre durante despues antes hasta donde quien quienes cual cuales cuanto por
        es son era fue ser esta estan estar soy he ha han haber hay puede puedo pueden poder debe
        debo tiene quiere hacer hace no si tambien solo aun mismo pasa ocurre sucede funciona
        funcionan significa
    """,
    "it": """
        il lo la i gli le l un uno una questo questa questi queste quello quella io mi me mio mia
        miei tu ti te tuo tua egli lui lei si suo sua suoi sue noi ci nostro voi vi vostro essi
        loro qualcuno qualcosa tutto e ed o ma se allora che quando come perche mentre di del
        dello della dei degli delle d a al allo alla ai agli alle da dal dalla in nel nella con
        senza su sul sulla sotto per contro tra fra durante dopo prima fino dove chi cui quale
        quali quanto cosa e sono era essere sei ho hai ha hanno avere puo posso possono potere
        deve devo vuole fare fa non no anche solo ancora stesso succede accade funziona funzionano
        significa
    """,
    "pt": """
        o a os as um uma uns umas este esta estes estas esse essa isso isto eu me mim meu minha tu
        te voce voces seu sua seus suas ele ela lhe se nos nosso eles elas alguem algo tudo e ou
        mas se entao que quando como porque enquanto de do da dos das em no na nos nas por pelo
        pela para com sem sobre sob contra entre durante depois antes ate onde quem qual quais
        quanto e sao era foi ser esta estao estar sou tenho tem ter ha pode posso podem poder deve
        devo quer fazer faz nao sim tambem so ainda mesmo acontece funciona funcionam significa
    """,
    "ru": """
        я меня мне мой моя мое мои ты тебя тебе твой твоя он его ему она ее ей оно они их им мы
        нас нам наш вы вас вам ваш это этот эта эти тот та те кто кого кому что чего чему чей
        какой какая какое какие который которая которые и или но а если то чтобы когда пока потому
        как так ли же бы в во на с со к ко по из изо от до для о об у за над под при без через
        после перед между где куда откуда почему зачем сколько есть быть был была было были будет
        будут может могу можно могут должен должна должны нужно не нет да тут там тоже только еще
        уже ни сам происходит случится работает работают значит означает
    """,
    "ko": """
        나 내 제 저 너 당신 그 그것 이것 저것 누가 누구 무엇 무슨 뭐 왜 어떻게 언제 어디 어느
        어떤 몇 그리고 또는 하지만 그러면 만약 수 때 것 있나요 있습니까 있는지 되나요 됩니까
        하나요 합니까 인가요 입니까 무엇인가요 뭔가요 작동하나요 작동합니까
    """,
}
_UNSPACED = {
    "ja": """
        とは ですか ますか でしょうか ください どのように どういう どうやって どう なぜ いつ どこ
        だれ 誰 何 なに どの できますか できる できない すると した して する いる ある なる から
        まで より など という について による ために とき 時に 場合 その この それ これ 私は 私の
        私が 自分の は が を に で の も へ と や か ね よ
    """,
    "zhs": """
        什么 怎么 怎样 如何 为什么 为何 什麼 怎麼 為什麼 為何 是否 能否 可否 可以 能够 能夠
        会不会 會不會 能不能 是不是 哪个 哪個 哪些 谁 誰 几个 幾個 我的 你的 他的 这个 這個 那个
        那個 如果 的话 的話 时候 時候 还是 還是 或者 以及 因为 因為 所以 但是 我 你 他 和 与
        與 跟 的 了 吗 嗎 呢 是 会 會 能 在 把 被 也 都 就
    """,
}
_UNSPACED["zht"] = _UNSPACED["zhs"]

PARTED_BY_FUNCTION_WORDS = frozenset(_UNSPACED)
"""Codes of the languages whose words have no spaces between them."""

PARTICLES = re.compile(
    "(?<=[가-힣]{2})(?:은|는|이|가|을|를|의|에|와|과|도|로|으로|에서|에게|부터|까지)$"
)
"""What is joined to the end of a Korean word."""

FUNCTION_WORDS = {code: frozenset(map(fold, words.split())) for code, words in _SPACED.items()}
"""By our code of a language."""

_PARTING = {
    code: re.compile("|".join(sorted(map(re.escape, words.split()), key=len, reverse=True)))
    for code, words in _UNSPACED.items()
}


def between_function_words(text: str, language: str) -> list[str]:
    """What is left of a text without spaces, cut at the function words of its language."""
    return [part for part in _PARTING[language].split(text) if part]


def is_only_function_words(text: str) -> bool:
    """Whether all words of a text are function words of one language."""
    words = fold(text).split()
    return any(all(word in known for word in words) for known in FUNCTION_WORDS.values())
