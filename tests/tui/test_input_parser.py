"""Any bytes from a terminal: the match continues."""

from __future__ import annotations

import os
import sys
import time

import pytest
from textual import events
from textual.geometry import Size
from tui.terminals import PLAY, exit_code, read_until, spawned

from deathdome.stage.terminal_io import input_parser
from deathdome.stage.terminal_io.input_parser import InputParser

MEANINGLESS = {
    "a Latin-1 paste": b"caf\xe9 x",
    "a sign beyond the last": b"\x1b[1114112u",
    "a sign of twenty digits": b"\x1b[99999999999999999999u",
    "a window of no size": b"\x1b[48;0;0;0;0t",
    "a window of no columns": b"\x1b[48;40;0;400;0t",
    "a window as wide as the world": b"\x1b[48;40;99999999;400;400t",
}
noise = pytest.mark.parametrize("sent", MEANINGLESS.values(), ids=MEANINGLESS)


def keys(parser: InputParser, sent: bytes) -> list[str]:
    """The keys that some bytes are."""
    return [one.key for one in parser.parse(sent) if isinstance(one, events.Key)]


@noise
def test_a_key_behind_what_makes_no_sense_is_heard(sent: bytes) -> None:
    parser = InputParser()
    assert not [one for one in parser.parse(sent) if isinstance(one, events.Resize)]
    assert keys(parser, b"n\x1b[A") == ["n", "up"]


def test_a_sign_may_arrive_in_two_pieces() -> None:
    parser = InputParser()
    assert keys(parser, "é".encode()[:1]) == []
    assert keys(parser, "é".encode()[1:] + b"x") == ["é", "x"]


def test_a_size_is_heard_and_the_mouse_is_found_without_dots() -> None:
    parser = InputParser()
    for dots, column in (("400;800", 4), ("0;0", 40)):
        (size,) = parser.parse(f"\x1b[48;40;80;{dots}t".encode())
        assert isinstance(size, events.Resize)
        assert size.size == Size(80, 40)
        list(parser.parse(b"\x1b[48;0;0;0;0t"))  # changes nothing
        (moved,) = parser.parse(b"\x1b[<35;41;11M")
        assert isinstance(moved, events.MouseMove)
        assert int(moved.screen_x) == column


PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"


def heard(parser: InputParser, sent: bytes) -> list[str]:
    """Keys by name, and pasted texts in quotes."""
    found = [*parser.parse(sent), *parser.tick()]
    return [
        repr(one.text) if isinstance(one, events.Paste) else one.key
        for one in found
        if isinstance(one, events.Paste | events.Key)
    ]


@pytest.mark.parametrize("at", range(1, len(PASTED)))
def test_the_end_of_a_paste_may_arrive_in_two_pieces(at: int) -> None:
    parser = InputParser()
    assert heard(parser, PASTE + b"h4" + PASTED[:at]) == []
    time.sleep(0.15)  # longer than an Esc waits for the rest of a sequence
    assert list(parser.tick()) == []
    assert heard(parser, PASTED[at:] + b"n") == ["'h4'", "n"]
    assert heard(parser, b"\x1b") == []
    time.sleep(0.15)
    assert [one.key for one in parser.tick() if isinstance(one, events.Key)] == ["escape"]


def test_a_paste_without_end_is_over_after_a_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_parser, "_SILENCE", 0.0)
    parser = InputParser()
    assert heard(parser, PASTE + b"h4") == ["'h4'"]
    assert heard(parser, b"q") == ["q"]


@pytest.mark.slow
def test_a_match_goes_on_whatever_is_pasted() -> None:
    with spawned([sys.executable, "-c", PLAY]) as (pid, terminal):
        read_until(terminal, b"? keys")
        for sent in MEANINGLESS.values():
            os.write(terminal, sent)
        os.write(terminal, b"\x1b\x1b\x1b")
        os.write(terminal, b"\x11")
        closed = read_until(terminal, b"(seed 3)")
        assert b"left before the end" in closed
        assert b"Traceback" not in closed
        assert exit_code(pid) == 0


@pytest.mark.slow
def test_an_input_parser_that_fails_ends_the_program_as_any_failure_does() -> None:
    broken = (
        "import deathdome.stage.terminal_io.output_diff as o; o.read_messages = lambda *_: 1 // 0; "
    )
    with spawned([sys.executable, "-c", broken + PLAY]) as (pid, terminal):
        said = read_until(terminal, b"nothing says this")
        assert b"Traceback" not in said
        assert b"ZeroDivisionError" in said
        assert exit_code(pid) == 1


@pytest.mark.slow
def test_the_doctor_names_keys_behind_what_makes_no_sense() -> None:
    with spawned([sys.executable, "-m", "deathdome", "doctor", "--keys"]) as (pid, terminal):
        read_until(terminal, b"Ctrl-C ends.")
        for sent in MEANINGLESS.values():
            os.write(terminal, sent)
        os.write(terminal, b"\x1b[B\x03")
        said = read_until(terminal, b"ctrl+c")
        assert b"down" in said
        assert b"ctrl+c" in said
        assert exit_code(pid) in (0, 1)
