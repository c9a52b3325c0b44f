"""Stems: which forms of a word find each other, and which words do not."""

import pytest

from rulings_db.stems import word_forms


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
        ("pt", "manifestar", ["manifeste", "manifestado", "manifesta"]),
        ("pt", "bloquear", ["bloqueia", "bloqueado"]),
        ("it", "attaccare", ["attacchi", "attacca", "attaccano"]),
        ("it", "pagare", ["paga", "paghi", "pagato"]),
        ("fr", "infliger", ["inflige", "infligez", "infligee"]),
        ("de", "opfern", ["opfert", "opferst", "geopfert", "geopferten", "opfre"]),
        ("de", "aufdecken", ["aufgedeckt", "aufgedeckte", "aufdeckt"]),
        ("de", "zerstoren", ["zerstort", "zerstorte", "zerstorten"]),
        ("ru", "воплотить", ["воплотите", "воплощает", "воплощенный", "воплощено"]),
        ("ru", "отразить", ["отражает", "отразит"]),
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
    ],
)
def test_another_word_with_the_same_root_keeps_apart(language: str, one: str, other: str) -> None:
    assert together(language, one, other) == set()


def test_without_its_infinitive_a_form_is_not_guessed() -> None:
    assert together("es", "vuela", "volcan") == set()


@pytest.mark.parametrize("language", ["ja", "ko", "zhs", "he", "xx"])
def test_a_language_without_a_stemmer_has_no_forms(language: str) -> None:
    assert list(word_forms(["飛行", "word"], language)) == []
