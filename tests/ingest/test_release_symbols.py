"""Symbols that Chinese documents write as words."""

import pytest

from ingest.release_notes.symbols import symbols


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("{三}{黑}{黑}", "{3}{B}{B}"),
        ("{一}，{横置}：加{无}{无}。", "{1}，{T}：加{C}{C}。"),
        ("{十}{十五}{二十}", "{10}{15}{20}"),
        ("{白/黑}{二/蓝}{黑/非}", "{W/B}{2/U}{B/P}"),
        ("{藍}{紅}{綠}{橫置}", "{U}{R}{G}{T}"),
        ("{X}{T}{2/W}", "{X}{T}{2/W}"),
        ("{零}费用", "{0}费用"),
        ("{不明}和{白/不明}", "{不明}和{白/不明}"),
        ("没有符号", "没有符号"),
    ],
)
def test_they_become_what_all_others_write(written, meant):
    assert symbols(written) == meant
