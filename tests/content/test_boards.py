"""Board files: the bundled ones, and the errors of refused ones."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.bundled import data_folder
from deathdome.cli.content import print_board
from deathdome.content.board_files import board_from_text, board_ids, load_board, read_board
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.errors import ContentError, UsageError
from deathdome.geometry.grid import Grid, spaces_in
from deathdome.model.board import GLYPHS, Board, Kind
from deathdome.model.ruleset import EDITION_2021
from deathdome.rules.terrain import terrain_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

WASPWORTH = (data_folder() / "boards" / "waspworth.toml").read_text(encoding="utf-8")

SMALL = """
    J J r . c . B B
    # # . . . . B B
    . . T T T . . .
    c . T C T = . .
    . . T T T . . .
    B B . . . . # #
    B B . c . r J J
"""
SMALL_SEATS: dict[str, Any] = {
    "bases": {"north": "h1", "south": "a7"},
    "jails": {"nw": "a1", "se": "h7"},
    "seating": {2: ["north", "south"]},
}


def small(text: str = SMALL, **more: Any) -> Board:
    """A small board that has all that a board needs, or a change of it."""
    return board_from_text(text, source="small.toml", complete=True, **{**SMALL_SEATS, **more})


def redrawn(*changes: tuple[int, int, str]) -> str:
    """The small board with other glyphs at some (row, column), both from 1."""
    drawing = [row.split() for row in SMALL.strip().splitlines()]
    for row, column, glyph in changes:
        drawing[row - 1][column - 1] = glyph
    return "\n".join(" ".join(row) for row in drawing)


def written(folder: Path, change: Callable[[str], str]) -> Path:
    """A copy of waspworth's file, changed."""
    path = folder / "changed.toml"
    changed = change(WASPWORTH)
    assert changed != WASPWORTH
    path.write_text(changed, encoding="utf-8")
    return path


def refusal(path: Path) -> str:
    """Return the error of a file, without the folder."""
    with pytest.raises(ContentError) as refused:
        load_board(path)
    return str(refused.value).replace(f"{path.parent}/", "").replace(f"{path.parent}\\", "")


def test_boards_that_come_with_the_game() -> None:
    assert board_ids()[0] == DEFAULT_BOARD
    for board_id in board_ids():
        board = load_board(board_id)
        assert board.id == board_id
        assert load_board(board_id) is board
    assert load_board() is load_board(DEFAULT_BOARD)


def test_a_file_is_loaded_by_path(tmp_path: Path) -> None:
    path = written(tmp_path, lambda text: text.replace('"waspworth"', '"my-own"'))
    board = load_board(path)
    assert board.id == "my-own"
    assert load_board(str(path)) == board
    assert hash(load_board(path)) == hash(board)
    assert board != load_board("waspworth")


@pytest.mark.rule("AMB-4")
def test_a_drawing_reads_back_as_it_was_drawn() -> None:
    drawing = load_board("waspworth").drawing()
    assert f"\n{drawing}\n" in WASPWORTH
    board = small(thin_walls=["d1 e1", "c1 c2"])
    assert board.drawing() == redrawn().replace(" ", "")
    grid = board.grid
    assert board.thin_walls == (
        (grid.parse("c1"), grid.parse("c2")),
        (grid.parse("d1"), grid.parse("e1")),
    )
    assert board.glyph(grid.width) == " "  # the empty column
    assert set(board.kinds) - {None} == set(GLYPHS.values()) - {Kind.LAVA}


def test_every_space_is_of_one_kind() -> None:
    for board_id in board_ids():
        board = load_board(board_id)
        kinds = (board.floor, board.walls, board.lava, board.bridges, board.on_tower)
        parts = (*kinds, board.all_bases, board.all_jails)
        assert sum(spaces.bit_count() for spaces in parts) == board.grid.everything.bit_count()
        assert board.tower_edge | board.tower_centre == board.on_tower


def test_a_board_of_another_author_may_have_another_legend() -> None:
    words = {glyph: kind.value for glyph, kind in GLYPHS.items()} | {"_": "floor", "X": "wall"}
    text = redrawn((1, 4, "_"), (6, 7, "X"))
    assert small(text, legend=words) == small()


def test_small_scenes_need_neither_jails_nor_seats() -> None:
    board = board_from_text("""
        . B B .
        # . . B
    """)
    assert board.base_names == ("base 1", "base 2")
    assert board.seatings == {1: (0,), 2: (0, 1)}
    assert board.jails == board.points == board.towers == ()


def test_plaza_is_waspworth_with_another_centre() -> None:
    plaza, waspworth = load_board("plaza"), load_board("waspworth")
    grid = plaza.grid
    for space in spaces_in(grid.everything):
        column, row = grid.column(space), grid.row(space)
        mirrored = grid.space(row, column), grid.space(20 - row, 20 - column)
        assert {plaza.kinds[other] for other in mirrored} == {plaza.kinds[space]}
        if not (7 <= column <= 13 and 7 <= row <= 13):
            assert plaza.kinds[space] is waspworth.kinds[space]
    terrain = terrain_for(plaza, EDITION_2021, ())
    for base in range(4):
        steps = terrain.steps_from_base(base)
        assert sorted(steps[centre] for centre in plaza.tower_centres) == [10, 11]


def steps_to(board: Board, spaces: Iterable[int]) -> Counter[tuple[int, ...]]:
    """Count the spaces by their steps from each base."""
    terrain = terrain_for(board, EDITION_2021, ())
    steps = [terrain.steps_from_base(base) for base in range(len(board.bases))]
    return Counter(tuple(one[space] for one in steps) for space in spaces)


def floor_points(board: Board) -> list[int]:
    return [space for space in board.points if space not in board.tower_centres]


@pytest.mark.rule("ORDER-3", "AMB-90")
@pytest.mark.parametrize("what", ["points", "tower_centres", "release_points"])
def test_no_base_of_trivet_is_between_the_others(what: str) -> None:
    """Whichever bases trade places, the same number of spaces is as far from each of the three."""
    trivet = load_board("trivet")
    found = steps_to(trivet, getattr(trivet, what))
    for traded in permutations(range(3)):
        assert Counter(
            {tuple(steps[base] for base in traded): n for steps, n in found.items()}
        ) == (found)


def test_bases_of_trivet_are_equally_far_apart_and_equally_open() -> None:
    trivet = load_board("trivet")
    terrain = terrain_for(trivet, EDITION_2021, ())
    apart, doors, room = set(), set(), []
    for base in range(3):
        steps = terrain.steps_from_base(base)
        doors.add(sum(count == 1 for count in steps.values()))
        room.append([sum(count <= turn for count in steps.values()) for turn in (4, 8, 12, 16)])
        for other in range(3):
            if other != base:
                around = spaces_in(trivet.grid.dilate(trivet.bases[other]))
                apart.add(1 + min(steps[space] for space in around if space in steps))
    assert (apart, doors) == ({16}, {7})
    assert {base.bit_count() for base in trivet.bases} == {9}
    for counts in zip(*room, strict=True):  # spaces within so many steps
        assert max(counts) <= 1.25 * min(counts)
    assert [steps_to(trivet, [centre]) for centre in trivet.tower_centres] == [
        {(11, 11, 11): 1}
    ] * 2


def test_trivet_is_unchanged_by_a_flip_from_left_to_right() -> None:
    trivet = load_board("trivet")
    for row in trivet.drawing().splitlines():
        assert row == row[::-1]
    assert [trivet.base_names[base] for base in trivet.seating(2)] == ["south-west", "south-east"]
    assert len(trivet.seating(3)) == 3


def test_fortnight_has_as_many_points_as_the_first_boxes_have_markers_for() -> None:
    """A team that holds everything has fifteen markers and one for a tower (BOX-10, BOX-11)."""
    fortnight = load_board("fortnight")
    assert (len(floor_points(fortnight)), len(fortnight.towers)) == (14, 2)
    assert sorted(fortnight.seatings) == [2, 3, 4]


def test_every_base_of_fortnight_sees_the_same_board() -> None:
    fortnight = load_board("fortnight")
    rows = fortnight.drawing().splitlines()
    assert ["".join(column) for column in zip(*rows, strict=True)] == rows  # over one diagonal
    assert [row[::-1] for row in reversed(rows)] == rows  # by a half turn, so over the other one
    terrain = terrain_for(fortnight, EDITION_2021, ())
    for places in (fortnight.points, fortnight.release_points):
        views = {
            tuple(sorted(terrain.steps_from_base(base)[place] for place in places))
            for base in range(4)
        }
        assert len(views) == 1


@pytest.mark.rule("SCEN-DUAL-2", "SCEN-DUAL-3")
def test_the_dual_is_played_on_the_middle_tiles_which_keep_their_names() -> None:
    dual, whole = load_board("dual"), load_board("waspworth")
    assert dual.grid == Grid(21, 7, first_row=8)
    for space in spaces_in(dual.grid.everything):
        same = whole.grid.parse(dual.grid.name(space))
        assert dual.kinds[space] is whole.kinds[same]
        turned = dual.grid.space(20 - dual.grid.column(space), 6 - dual.grid.row(space))
        assert dual.kinds[space] is dual.kinds[turned]
    names = [dual.grid.name(point) for point in dual.points]
    assert names == ["d8", "q8", "i9", "m13", "e14", "r14"]
    terrain = terrain_for(dual, EDITION_2021, ())
    for base in range(2):
        steps = terrain.steps_from_base(base)
        assert sorted(steps[point] for point in dual.points) == [2, 3, 8, 11, 15, 16]
    assert [dual.base_names[base] for base in dual.seating(2)] == ["west", "east"]
    assert list(dual.seatings) == [2]


def test_a_number_of_seats_without_bases_is_refused() -> None:
    assert small().seating(2) == (0, 1)
    with pytest.raises(UsageError, match='board "drawn" has no bases for 3 seats; it has for 2'):
        small().seating(3)


def test_an_unknown_board_gets_a_suggestion() -> None:
    with pytest.raises(UsageError, match=r'no board "wasworth"\. Did you mean "waspworth"\?'):
        load_board("wasworth")
    with pytest.raises(UsageError, match=r"There are: plaza, dual, fortnight, trivet, waspworth"):
        load_board("zzz")


@pytest.mark.parametrize(
    ("before", "after", "at", "said"),
    [
        ("[bases]", "[basis]", "[basis]", 'no field "basis". Did you mean "bases"?'),
        ("[later_seating]", "[xyz]", "[xyz]", 'no field "xyz". There are: id, name, map'),
        ('name = "Waspworth"\n', "", "", "name: this field is needed"),
        ('name = "Waspworth"', "name = 3", "name = 3", "name: a text in quotes is needed"),
        (
            'id = "waspworth"',
            'id = "Wasp Worth"',
            'id = "Wasp Worth"',
            "id: small letters and digits with single hyphens between them is needed",
        ),
        ('name = "Waspworth"', 'name = "Waspworth', 'name = "Waspworth', "not TOML: "),
        ('2 = ["north"', 'two = ["north"', "[seating]", 'seating: "two" is not a number of seats'),
        (
            '2 = ["north", "south"]',
            '2 = ["north", "souht"]',
            '2 = ["north", "souht"]',
            'seating.2: no base "souht". Did you mean "south"?',
        ),
        (
            '3 = ["south", "north", "east"]',
            '3 = ["south", "north", "south"]',
            '3 = ["south", "north", "south"]',
            "seating.3: 3 different bases are needed, not south, north, south",
        ),
        (
            '3 = ["east", "south", "north"]',
            '3 = ["east", "south"]',
            '3 = ["east", "south"]',
            "later_seating.3: 3 different bases are needed, not east, south",
        ),
        ('north = "k1"', 'north = "k22"', 'north = "k22"', 'bases.north: "k22" is not a space'),
        (
            'north = "k1"',
            'north = "k3"',
            "#r.#.............#.r#",
            (
                'row 3, column 11 (k3): not a base space, but base "north" is said to be here; '
                "the nearest base space is j2"
            ),
        ),
        (
            'north = "k1"',
            'north = "t10"',
            "BB.#...=~~=~~=...#.BB",
            'row 11, column 21 (u11): bases "north" and "east" are one connected base',
        ),
        (
            '"~" = "lava"',
            '"~" = "lave"',
            "[legend]",
            'legend: no kind of space "lave". Did you mean "lava"?',
        ),
        ('"~" = "lava"', '"~~" = "lava"', "[legend]", 'legend: "~~" is not one visible character'),
        (
            'nw = "a1"\n',
            "",
            "JJ#...#..BBB..#...#JJ",
            "row 1, column 1 (a1): this jail space is not connected to any named",
        ),
    ],
)
def test_a_file_that_says_what_cannot_be_is_refused_with_its_line(
    tmp_path: Path, before: str, after: str, at: str, said: str
) -> None:
    path = written(tmp_path, lambda text: text.replace(before, after))
    lines = path.read_text(encoding="utf-8").splitlines()
    told = refusal(path)
    number = re.match(r"changed\.toml:(\d+): ", told)
    assert (lines[int(number[1]) - 1] if number else "").startswith(at)
    start = number[0] if number else "changed.toml: "
    assert told.startswith(f"{start}{said}")
    assert bool(number) is bool(at)


def test_a_file_that_is_not_there_is_said_by_name(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.toml").startswith("none.toml: cannot be read: ")


def test_a_bundled_file_is_named_by_its_id(tmp_path: Path) -> None:
    path = tmp_path / "changed.toml"
    path.write_text(WASPWORTH.replace("JJr..c", "JJr..q", 1), encoding="utf-8")
    with pytest.raises(ContentError, match=r"^boards/waspworth.toml:10: row 2, column 6 \(f2\): "):
        read_board(path, "boards/waspworth.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the map is empty"),
        (". . .\n. .", "row 2 has 2 spaces where row 1 has 3: 1 too few"),
        (". .\n. .\n. . . .", "row 3 has 4 spaces where row 1 has 2: 2 too many"),
        (". . .\n. t .", 'row 2, column 2 (b2): no kind of space is drawn "t". Did you mean "T"'),
        (". ? .", 'row 1, column 2 (b1): no kind of space is drawn "?". The legend has: . floor,'),
        ("C . .\n. . .", "row 1, column 1 (a1): a tower centre needs tower edge on all eight"),
        (
            "T T T\nT C .\nT T T",
            "row 2, column 3 (c2): the tower round b2 needs tower edge here, not floor",
        ),
        ("T T T\nT T T\nT T T", "row 1, column 1 (a1): tower edge away from any tower centre"),
        (
            "T T T T\nT C T T\nT T T T",
            "row 1, column 4 (d1): tower edge away from any tower centre; a tower is three by",
        ),
        (
            "T T T T T\nT C T C T\nT T T T T",
            "row 1, column 3 (c1): tower edge of two towers at once",
        ),
        (". r .", "row 1, column 2 (b1): a release point on a board without a jail"),
        (
            "J . r . J",
            "row 1, column 3 (c1): jails jail 1 and jail 2 are equally near; say under",
        ),
    ],
)
def test_what_is_no_drawing_is_refused_also_in_small_scenes(text: str, said: str) -> None:
    with pytest.raises(ContentError) as refused:
        board_from_text(text, source="scene")
    assert str(refused.value).startswith(f"scene: {said}")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            {"thin_walls": ["a1 b2"]},
            "row 1, column 1 (a1): thin_walls: a1 and b2 are not neighbours",
        ),
        ({"thin_walls": ["a1"]}, 'thin_walls: "a1" is not two spaces, such as "c3 d3"'),
        ({"thin_walls": ["a1 b9"]}, 'thin_walls: "b9" is not a space: they are a1 to h7.'),
        ({"thin_walls": ["a1 b1", "b1 a1"]}, 'row 1, column 1 (a1): thin_walls: "b1 a1" appears'),
        (
            {"release_points": {"d1": "nw"}},
            "row 1, column 4 (d1): not a release point, but release_points gives it a jail",
        ),
        (
            {"release_points": {"c1": "new"}},
            'row 1, column 3 (c1): release_points: no jail "new". Did you mean "nw"?',
        ),
    ],
)
def test_what_the_map_cannot_say_has_to_fit_it(more: dict[str, Any], said: str) -> None:
    with pytest.raises(ContentError) as refused:
        small(**more)
    assert str(refused.value).startswith(f"small.toml: {said}")


def test_a_release_point_between_two_jails_is_given_one() -> None:
    text = "J . r . J"
    board = board_from_text(
        text, jails={"left": "a1", "right": "e1"}, release_points={"c1": "right"}
    )
    assert board.release_jails == (1,)


def refused(text: str = SMALL, **more: Any) -> str:
    """Return the error of a change of the small board."""
    with pytest.raises(ContentError) as error:
        small(text, **more)
    return str(error.value)


def test_the_small_board_passes_every_check() -> None:
    assert small().id == "drawn"


@pytest.mark.rule("AMB-17")
def test_a_board_needs_two_jails() -> None:
    one = redrawn((1, 1, "#"), (1, 2, "#"), (1, 3, "."))
    assert refused(one, jails={"se": "h7"}) == (
        "small.toml: a board needs 2 jails or more, and this one has 1; "
        "only `dual = true` lets it have none"
    )


@pytest.mark.rule("AMB-17", "AMB-112")
def test_only_a_board_for_the_dual_goes_without_jails(tmp_path: Path) -> None:
    source = (data_folder() / "boards" / "dual.toml").read_text(encoding="utf-8")
    path = tmp_path / "dual.toml"
    path.write_text(source, encoding="utf-8")
    assert load_board(path).jails == ()
    path.write_text(source.replace("dual = true\n", ""), encoding="utf-8")
    assert refusal(path).startswith("dual.toml: a board needs 2 jails or more, and this one")


@pytest.mark.rule("AMB-17")
def test_every_jail_needs_a_release_point() -> None:
    message = refused(redrawn((1, 3, ".")))
    assert message.startswith('small.toml: row 1, column 1 (a1): jail "nw" has no release point')


@pytest.mark.rule("AMB-17")
def test_no_release_point_is_nearer_to_another_jail() -> None:
    with pytest.raises(ContentError) as refusal:
        small(release_points={"c1": "se", "f7": "nw"})
    first, second = refusal.value.every
    assert first == (
        'small.toml: row 1, column 3 (c1): release point of jail "se" (6 away) is nearer to '
        'jail "nw" (1 away)'
    )
    assert second.startswith("small.toml: row 7, column 6 (f7): release point of jail")
    assert second.endswith('"nw" (6 away) is nearer to jail "se" (1 away)')


@pytest.mark.rule("AMB-25")
def test_a_base_needs_four_connected_spaces() -> None:
    three = refused(redrawn((1, 8, ".")), bases={"north": "h2", "south": "a7"})
    assert three == (
        'small.toml: row 1, column 7 (g1): base "north" has 3 connected spaces; it needs 4 or more'
    )
    apart = refused(redrawn((2, 7, "."), (2, 8, "."), (3, 7, "B"), (3, 8, "B")))
    assert apart.startswith(
        "small.toml: row 3, column 7 (g3): this base space is not connected to any named base"
    )


def test_a_base_needs_a_way_out() -> None:
    shut = redrawn((1, 6, "#"), (2, 6, "#"), (3, 6, "#"), (3, 7, "#"), (3, 8, "#"))
    assert refused(shut) == (
        'small.toml: row 1, column 7 (g1): base "north" has no way out: '
        "put floor or a bridge next to it"
    )


def test_bases_are_not_next_to_each_other() -> None:
    near = """
        J J r . . r J J
        c . B B . . . .
        . . B B . . . .
        . . . . B B . .
        . . . . B B . .
    """
    bases = {"north": "c2", "south": "e4"}
    jails = {"nw": "a1", "ne": "h1"}
    assert refused(near, bases=bases, jails=jails) == (
        'small.toml: row 4, column 5 (e4): base "south" is next to base "north"; '
        "leave a space between"
    )


@pytest.mark.rule("TOWER-3")
def test_every_tower_needs_a_bridge() -> None:
    assert refused(redrawn((4, 6, "."))) == (
        "small.toml: row 4, column 4 (d4): the tower round d4 has no bridge next to it; "
        "no unit could climb it"
    )
    cut_off = refused(thin_walls=["e4 f4", "e3 f3", "e5 f5"])
    assert cut_off.endswith("the tower round d4 has no bridge next to it; no unit could climb it")


def test_every_point_is_reached_from_every_base_without_lava_or_walls() -> None:
    lava = redrawn((6, 4, "~"), (7, 3, "~"), (7, 5, "~"), (6, 3, "~"), (6, 5, "~"))
    assert refused(lava) == (
        'small.toml: row 7, column 4 (d7): no way from bases "north", "south" to this control '
        "point without crossing lava, walls or jails"
    )
    walls = redrawn((6, 6, "#"), (7, 5, "#"), (6, 5, "#"))
    assert refused(walls) == (
        'small.toml: row 7, column 6 (f7): no way from bases "north", "south" to this release '
        "point without crossing lava, walls or jails"
    )


def test_a_board_seats_somebody() -> None:
    assert small(seating={}).seatings == {1: (0,), 2: (0, 1)}
    nobody = board_from_text(". . .\n. . .", source="scene")
    assert nobody.seatings == {}


def test_a_board_is_shown_with_its_coordinates_and_the_steps_from_each_base(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_board(None)
    assert capsys.readouterr().out.startswith("Plaza (plaza): 21x21 spaces, 4 bases, 4 jails, ")
    print_board("waspworth")
    shown = capsys.readouterr().out
    assert shown.startswith("Waspworth (waspworth): 21x21 spaces, 4 bases, 4 jails, 2 towers, 18 ")
    assert "\n   a b c d e f g h i j k l m n o p q r s t u\n 1 J J # . . . # " in shown
    assert "\n11 B B . # . . . = ~ ~ = ~ ~ = " in shown
    assert "3 seats: south, north, east (later matches of a series: east, south, north)" in shown
    assert "\n  west\n    control points: d8 2, e14 3, b6 4, " in shown
    assert "tower centres: i9 8, m13 11\n" in shown
    print_board("dual")
    shown = capsys.readouterr().out
    assert "\n 8 . . . c . . . T T T = ~ ~ = " in shown
    assert "release points" not in shown
