"""Speed of engine and managers, compared with another commit. `make bench-against`.

    make bench-against COMMIT=HEAD~1
    make bench-against COMMIT=v0.1 ARGS="--jobs elite-2,champion-2 --samples 60"

One process with each version plays the same matches with the same seeds, in turn: a sample is one
turn of a match of managers, or one recorded match replayed, its options listed or its answers
tested. Only CPU time counts. The clock stops no manager, so the same number of nodes must give the
same answers; the table says if one differs. A ratio is that of decisions per CPU second, with its
95 % interval over samples. Exits with 1 if answers differ.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from deathdome.errors import UsageError
from deathdome.statistics import Bootstrap
from lab.bench.figures import short, table
from lab.bench.peers import ROOT, Worker
from lab.command import print_progress, run_main, split_list

# Samples of each job. A sample of champion takes seconds.
JOBS: Final = {
    "recorded": 96,
    "recorded-tested": 96,
    "greedy-2": 200,
    "veteran-2": 100,
    "elite-2": 60,
    "champion-2": 40,
    "elite-4": 40,
}
QUICK: Final = 6
WARM_UP: Final = 2  # samples that fill caches
PARTS: Final = ("src", "data", "pyproject.toml")  # needed of the other version


@dataclass
class Pairs:
    """The samples of one job with both versions."""

    job: str
    before: list[float] = field(default_factory=list)  # CPU seconds
    now: list[float] = field(default_factory=list)
    decisions: int = 0
    different: int = 0  # samples with other answers

    def row(self) -> tuple[str, ...]:
        """Return the job, both rates, their ratio with its interval, and the comparison."""
        ratio = Bootstrap(len(self.now)).ratio(self.before, self.now)
        assert ratio is not None
        return (
            self.job,
            f"{short(self.decisions / sum(self.before))} /s",
            f"{short(self.decisions / sum(self.now))} /s",
            f"{ratio.value:.2f}",
            f"{ratio.low:.2f} to {ratio.high:.2f}",
            f"{self.different} DIFFER" if self.different else "identical",
        )


HEAD: Final = ("decisions per CPU second", "before", "now", "ratio", "95 %", "answers")


def compared(before: Path, now: Path, samples: dict[str, int]) -> list[Pairs]:
    """Play the samples of each job with the packages in two folders, in turn."""
    found = []
    with ExitStack() as stack:
        workers = [
            stack.enter_context(Worker("manager_worker", sys.executable, source))
            for source in (before, now)
        ]
        for job, number in samples.items():
            pairs = Pairs(job)
            for sample in range(-WARM_UP, number):
                order = workers if sample % 2 else workers[::-1]
                figures = {worker: worker.ask(job, 0) for worker in order}
                then, after = (figures[worker] for worker in workers)
                pairs.different += then["answers"] != after["answers"]
                if sample >= 0:
                    pairs.before.append(then["seconds"])
                    pairs.now.append(after["seconds"])
                    pairs.decisions += int(after["decisions"])
                print_progress(job, sample + 1, number)
            found.append(pairs)
    return found


def extract(commit: str, folder: Path) -> Path:
    """Write the package of a commit, with its data, into a folder; return its source folder.

    Raises:
        UsageError: there is no such commit.
    """
    packed = folder / "source.tar"
    done = subprocess.run(
        ("git", "archive", "--output", str(packed), commit, *PARTS),  # noqa: S607 - on the path
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise UsageError(f"cannot read the commit {commit}: {done.stderr.strip()}")
    with tarfile.open(packed) as tar:
        tar.extractall(folder, filter="data")
    return folder / "src"


def main(words: list[str]) -> int:
    """Compare, print, and return 1 if answers differ."""
    parser = argparse.ArgumentParser(
        prog="make bench-against",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("commit", help="the other version")
    parser.add_argument("--jobs", default=",".join(JOBS), help="with commas between")
    parser.add_argument("--samples", type=int, help="of each job")
    parser.add_argument("--quick", action="store_true", help="a few samples, rougher figures")
    asked = parser.parse_args(words)
    jobs = split_list(asked.jobs)
    if unknown := [job for job in jobs if job not in JOBS]:
        raise UsageError(f'no job "{unknown[0]}". There are: {", ".join(JOBS)}.')
    samples = {job: asked.samples or (QUICK if asked.quick else JOBS[job]) for job in jobs}
    with tempfile.TemporaryDirectory() as folder:
        before = extract(asked.commit, Path(folder))
        found = compared(before, ROOT / "src", samples)
    print(table([pairs.row() for pairs in found], HEAD))
    return int(any(pairs.different for pairs in found))


if __name__ == "__main__":
    sys.exit(run_main("bench-against", main))
