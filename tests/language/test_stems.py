"""Stems: which forms of a word find each other, and which words do not."""

import pytest

from rulings_db.language.stems import forms_of_infinitive, word_forms


def together(language: str, *words: str) -> set[frozenset[str]]:
    """The groups of words that share a stem."""
    groups: dict[str, set[str]] = {}
    for stem, word in word_forms(words, language):
        groups.setdefault(stem, set()).add(word)
    return {frozenset(group) for group in groups.values() if len(group) > 1}


@pytest.mark.parametrize(
    ("language", "infinitive", "forms"),
    [
        ("es", "volar", ["vuela", "vuelan", "volando"]),
        ("es", "mostrar", ["muestra", "muestralo", "mostrada"]),
        ("es", "lanzar", ["lance", "lanza", "lanzarla", "lanzalo"]),
        ("es", "atacar", ["ataque", "ataca", "atacado"]),
        ("es", "perder", ["pierde", "pierden", "perdido"]),
        ("es", "elegir", ["elige", "eligen", "elija"]),
        ("es", "usar", ["usa", "usen", "usado"]),
        ("es", "jugar", ["juega", "juegue", "jugado"]),
        ("es", "seguir", ["sigue", "siga"]),
        ("es", "destruir", ["destruye", "destruyela", "destruyo"]),
        ("es", "permanecer", ["permanezca", "permanece"]),
        ("es", "hacer", ["haga", "hagas", "hecho"]),
        ("es", "salir", ["salga", "salio"]),
        ("pt", "manifestar", ["manifeste", "manifestado", "manifesta"]),
        ("pt", "bloquear", ["bloqueia", "bloqueado"]),
        ("pt", "nomear", ["nomeie"]),
        ("pt", "destruir", ["destroi", "destrua"]),
        ("pt", "fazer", ["faca", "fez", "feito"]),
        ("it", "lanciare", ["lanci", "lanciala", "lanciata"]),
        ("it", "assegnare", ["assegnalo"]),
        ("it", "prevenire", ["previeni"]),
        ("it", "possedere", ["possiedi"]),
        ("it", "infliggere", ["inflitto", "infliggi"]),
        ("it", "rimuovere", ["rimosso", "rimuovi"]),
        ("it", "scegliere", ["scelto", "scegli"]),
        ("it", "attaccare", ["attacchi", "attacca", "attaccano"]),
        ("it", "pagare", ["paga", "paghi", "pagato"]),
        ("fr", "infliger", ["inflige", "infligez", "infligee"]),
        ("fr", "detruire", ["detruisez", "detruit"]),
        ("fr", "acquerir", ["acquiert"]),
        ("fr", "devenir", ["devient", "devenu"]),
        ("fr", "perdre", ["perd", "perdez"]),
        ("fr", "battre", ["bat", "battez"]),
        ("fr", "mettre", ["mettez", "mis", "mise"]),
        ("de", "abwerfen", ["abzuwerfen", "abgeworfen", "abwirft"]),
        ("de", "ubernehmen", ["ubernimmt", "ubernommen"]),
        ("de", "fliegen", ["fliegend", "fliegende", "geflogen"]),
        ("de", "schreiben", ["geschrieben"]),
        ("de", "springen", ["gesprungen"]),
        ("de", "opfern", ["opfert", "opferst", "geopfert", "geopferten", "opfre"]),
        ("de", "aufdecken", ["aufgedeckt", "aufgedeckte", "aufdeckt"]),
        ("de", "zerstoren", ["zerstort", "zerstorte", "zerstorten"]),
        ("ru", "воплотить", ["воплотите", "воплощает", "воплощенный", "воплощено"]),
        ("ru", "отразить", ["отражает", "отразит"]),
        ("ru", "атаковать", ["атакует", "атакующий", "атаковало"]),
        ("ru", "создавать", ["создает"]),
        ("ru", "уничтожить", ["уничтожьте", "уничтожено"]),
        ("ru", "вернуть", ["верните", "вернут"]),
        ("ru", "умереть", ["умер", "умерло"]),
        ("ru", "являться", ["является"]),
        ("en", "begin", ["began", "begun"]),
        ("en", "tear", ["tore", "torn"]),
        ("en", "sacrifice", ["sacrificed", "sacrificing"]),
    ],
)
def test_a_verbs_forms_find_each_other(language: str, infinitive: str, forms: list[str]) -> None:
    for form in forms:
        assert any({infinitive, form} <= group for group in together(language, infinitive, form))


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "manifest", "manifestation"),
        ("de", "fluchsicher", "fluchsicherheit"),
        ("de", "fluchsicher", "fluchen"),
        ("de", "verzaubern", "verzauberung"),
        ("es", "parar", "para"),
        ("fr", "manifester", "manifestation"),
        ("en", "exception", "except"),
        ("es", "controlador", "controlar"),
        ("es", "lugar", "luego"),
        ("it", "controllore", "controllare"),
        ("it", "fine", "fino"),
        ("pt", "comida", "com"),
        ("pt", "tornar", "turno"),
        ("fr", "voir", "vous"),
        ("es", "caso", "casa"),
        ("de", "wissen", "weissen"),
    ],
)
def test_another_word_with_the_same_root_keeps_apart(language: str, one: str, other: str) -> None:
    assert together(language, one, other) == set()


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("es", "isla", "islas"),
        ("es", "vez", "veces"),
        ("pt", "vida", "vidas"),
        ("it", "altrettanto", "altrettanti"),
        ("it", "alma", "alme"),
        ("fr", "premier", "premiere"),
        ("fr", "nouveau", "nouvelle"),
        ("ru", "камень", "камня"),
        ("ru", "фишка", "фишек"),
        ("ru", "кольцо", "колец"),
    ],
)
def test_number_and_gender_find_each_other(language: str, one: str, other: str) -> None:
    assert any({one, other} <= group for group in together(language, one, other))


def test_gender_joins_only_where_all_four_forms_are() -> None:
    assert any(
        {"rojo", "rojas"} <= group for group in together("es", "rojo", "roja", "rojos", "rojas")
    )


@pytest.mark.parametrize(
    ("language", "agent", "verb"),
    [
        ("en", "controller", ("control", "controlling")),
        ("de", "spieler", ("spielen", "spielers")),
    ],
)
def test_who_does_it_keeps_apart_from_the_verb(
    language: str, agent: str, verb: tuple[str, ...]
) -> None:
    assert not any({agent, verb[0]} <= group for group in together(language, agent, *verb))


def test_a_word_in_er_without_a_verb_stays_with_its_plural() -> None:
    assert together("en", "counter", "counters", "counting", "count") == {
        frozenset({"counter", "counters"}),
        frozenset({"count", "counting"}),
    }


@pytest.mark.parametrize(
    ("language", "infinitive", "form"),
    [
        ("de", "befreien", "befreit"),
        ("de", "behandeln", "behandelt"),
        ("fr", "couter", "coutent"),
        ("es", "recuperar", "recuperala"),
        ("ru", "атаковать", "атакует"),
    ],
)
def test_an_infinitive_that_no_text_has_gives_its_forms(
    language: str, infinitive: str, form: str
) -> None:
    assert form in set(forms_of_infinitive(infinitive, language))


def test_a_word_that_is_no_infinitive_gives_no_forms() -> None:
    assert list(forms_of_infinitive("criatura", "es")) == []
    assert list(forms_of_infinitive("para", "es")) == []
    assert list(forms_of_infinitive("word", "xx")) == []


def test_without_its_infinitive_a_form_is_not_guessed() -> None:
    assert together("es", "vuela", "volcan") == set()


@pytest.mark.parametrize("language", ["ja", "ko", "zhs", "he", "xx"])
def test_a_language_without_a_stemmer_has_no_forms(language: str) -> None:
    assert list(word_forms(["飛行", "word"], language)) == []
