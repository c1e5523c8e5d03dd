"""Films a scripted match for the README: `make film` writes match.cast and film.svg.

The cast is an asciicast (version 2), which asciinema plays. The picture is an SVG whose rows
change with time: a row is drawn once for each version of it.
"""

from __future__ import annotations

import asyncio
import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from make import match, played_to
from rich.console import Console
from textual.color import Color

from deathdome.settings import Options
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.style import Style
    from textual.strip import Strip

    from deathdome.tui.app import DomeApp

HERE = Path(__file__).parent
SIZE = (80, 24)
INK = "#0c0e13"  # the ground below everything
WIDE, HIGH = 8.4, 17  # of a cell, in pixels
# Keys, and how many seconds what they show stays.
SCRIPT = (
    ("", 1.6),
    *(("n", 0.7),) * 2,
    ("1", 0.8),
    *(("n", 0.6),) * 3,
    ("enter", 1.4),
    ("2", 0.8),
    *(("n", 0.6),) * 2,
    ("enter", 1.4),
    ("k", 1.2),
    ("escape", 0.5),
    ("e", 0.8),
    ("enter", 1.8),
)


class Frame(NamedTuple):
    """The rows of the screen from a moment on."""

    start: float
    rows: tuple[Strip, ...]


async def filmed(app: DomeApp) -> tuple[list[Frame], float]:
    """The frames of the script, and its length in seconds."""
    app.settings = DisplaySettings(Options(animation="none"), SHAPES)
    frames: list[Frame] = []
    now = 0.0
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(1)
        for key, seconds in SCRIPT:
            if key:
                await pilot.press(key)
                await pilot.pause(0.4)
            compositor = app.screen._compositor  # noqa: SLF001 - only it has all cells
            frames.append(Frame(now, tuple(compositor.render_strips())))
            now += seconds
    return frames, now


def cast(frames: Sequence[Frame]) -> Iterator[str]:
    """The lines of the asciicast: each frame writes the rows that differ from those before."""
    head = {"version": 2, "width": SIZE[0], "height": SIZE[1], "title": "Death Dome 3,000"}
    yield json.dumps(head)
    console = Console(color_system="truecolor", force_terminal=True, width=SIZE[0])
    before: Sequence[Strip | None] = [None] * SIZE[1]
    for frame in frames:
        changed = [
            f"\x1b[{at + 1};1H{row.render(console)}"
            for at, (row, old) in enumerate(zip(frame.rows, before, strict=True))
            if row != old
        ]
        yield json.dumps([round(frame.start, 2), "o", "".join(changed)])
        before = frame.rows


def film(frames: Sequence[Frame], length: float) -> str:
    """The moving picture."""
    times: dict[tuple[float, float], str] = {}
    groups: list[str] = []
    for at in range(SIZE[1]):
        begin = 0
        for number in range(1, len(frames) + 1):
            if number < len(frames) and frames[number].rows[at] == frames[begin].rows[at]:
                continue
            end = frames[number].start if number < len(frames) else length
            shown = (frames[begin].start, end)
            name = times.setdefault(shown, f"k{len(times)}")
            groups.append(f'<g class="{name}">{_row(frames[begin].rows[at], at)}</g>')
            begin = number
    styles = "".join(_shown(name, *shown, length) for shown, name in times.items())
    width, height = SIZE[0] * WIDE, SIZE[1] * HIGH
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" '
        f'viewBox="0 0 {width:g} {height}" '
        f'font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="14">'
        f"<title>Two teams fight for control points, towers and each other</title>"
        f"<style>text{{white-space:pre}}{styles}</style>"
        f'<rect width="{width:g}" height="{height}" fill="#0c0e13"/>{"".join(groups)}</svg>\n'
    )


def _shown(name: str, start: float, end: float, length: float) -> str:
    """The style of a row that is there from one moment to another."""
    first, last = (100 * moment / length for moment in (start, end))
    if first <= 0 and last >= 100:
        return ""
    hidden = "visibility:hidden"
    frames = f"{first:.2f}%{{visibility:visible}}"
    if first > 0:
        frames = f"0%{{{hidden}}}{frames}"
    if last < 100:
        frames += f"{last:.2f}%,100%{{{hidden}}}"
    return f".{name}{{animation:{name} {length:g}s step-end infinite}}@keyframes {name}{{{frames}}}"


def _row(row: Strip, at: int) -> str:
    """A row of cells: grounds first, then the text that is seen."""
    areas: list[tuple[int, int, str]] = []  # first column, columns, colour
    texts = []
    column = 0
    y = at * HIGH
    for segment in row:
        fore, back = _colours(segment.style)
        wide = segment.cell_length
        x = column * WIDE
        if areas and areas[-1][2] == back:
            start, before, _ = areas[-1]
            areas[-1] = (start, before + wide, back)
        else:
            areas.append((column, wide, back))
        if segment.text.strip():
            style = segment.style
            bold = ' font-weight="bold"' if style is not None and style.bold else ""
            line = ' text-decoration="underline"' if style is not None and style.underline else ""
            texts.append(
                f'<text x="{x:g}" y="{y + 13}" textLength="{wide * WIDE:g}" fill="{fore}"'
                f"{bold}{line}>{escape(segment.text)}</text>"
            )
        column += wide
    grounds = [
        f'<path d="M{start * WIDE:g} {y}h{wide * WIDE + 0.3:g}v{HIGH}.3H{start * WIDE:g}" '
        f'fill="{colour}"/>'
        for start, wide, colour in areas
        if colour.lower() != INK
    ]
    return "".join(grounds + texts)


def _colours(style: Style | None) -> tuple[str, str]:
    """Foreground and background as they are drawn."""
    fore, back = Color.parse("#e8e3d6").hex, Color.parse("#0c0e13").hex
    if style is None:
        return fore, back
    if style.color is not None:
        fore = style.color.get_truecolor().hex
    if style.bgcolor is not None:
        back = style.bgcolor.get_truecolor().hex
    return (back, fore) if style.reverse else (fore, back)


def main() -> None:
    """Write both files."""
    frames, length = asyncio.run(filmed(match(played_to(3))))
    (HERE / "match.cast").write_text("\n".join(cast(frames)) + "\n", encoding="utf-8")
    (HERE / "film.svg").write_text(film(frames, length), encoding="utf-8")


if __name__ == "__main__":
    main()
