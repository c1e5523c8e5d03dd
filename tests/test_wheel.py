"""The wheel works on its own: cards and boards travel inside it."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from deathdome.content.lessons import lesson_paths

ROOT = Path(__file__).parents[1]
# One worker for all of them: the wheel is built once.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the programs of a new environment with the wheel, outside the checkout.

    Dependencies are borrowed from the environment of the tests, whose versions are the pinned
    ones: a .pth line shows its packages, but not the checkout that is installed there.
    """
    home = tmp_path_factory.mktemp("home") / "venv"
    venv.create(home, symlinks=True)
    bin_folder = home / "bin"
    python = bin_folder / "python"
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"))
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel)
    return bin_folder


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Standard output of a command that must succeed, in surroundings of its own."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", "HOME": str(cwd or "/nonexistent"), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_wheel_holds_package_and_data_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "deathdome/py.typed" in names
    assert "deathdome/_data/cards/warrior.toml" in names
    earlier = (ROOT / "data" / "cards" / "earlier").iterdir()
    assert {f"deathdome/_data/cards/earlier/{path.name}" for path in earlier} <= set(names)
    assert "deathdome/_data/boards/waspworth.toml" in names
    lessons = {f"deathdome/_data/lessons/{path.name}" for path in lesson_paths()}
    assert len(lessons) >= 5
    assert lessons <= set(names)
    assert "deathdome/_docs/rules.md" in names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"deathdome"}


def test_installed_package_reads_its_own_data(programs: Path, tmp_path: Path) -> None:
    program = "from deathdome.bundled import data_folder; print(data_folder())"
    folder = Path(run(programs / "python", "-c", program, cwd=tmp_path))
    assert folder.is_relative_to(programs.parent)
    assert folder.name == "_data"


def test_installed_program_runs_from_an_empty_folder(programs: Path, tmp_path: Path) -> None:
    assert "Cyber Suit" in run(programs / "deathdome", "cards", "cyber", cwd=tmp_path)
    assert "Plaza" in run(programs / "deathdome", "board", cwd=tmp_path)
    assert "PUSH-3" in run(programs / "deathdome", "rules", "push-3", cwd=tmp_path)
    sim = ("sim", "--seats", "random,random", "--matches", "1")
    assert run(programs / "deathdome", *sim, cwd=tmp_path)
