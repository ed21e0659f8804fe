# SPDX-License-Identifier: EPL-2.0
"""A Java program that runs many jobs in one host: heap, threads and descriptors stay as they were after the first jobs."""

import os
import re

import processes
from launcher import Launcher, Remains
from scenarios.row import Row

CHAOS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JOBS = 1000
FEW_JOBS = 200
SECONDS_FOR_ALL = 8
LIMIT_SECONDS = 300
DEFAULT_HEAP = 256
MEGABYTE = 1 << 20
HEAP_SPARE = 4 * MEGABYTE
THREADS_SPARE = 2
# those of the last jobs are still being closed; a leak would be one a job
DESCRIPTORS_SPARE = 20
FIGURES = re.compile(r"^F (\d+) (\d+) (\d+) (\d+)$", re.MULTILINE)


def java(setting, program, words, heap=DEFAULT_HEAP):
	"""Returns a script of a shell that becomes a JVM with one of the programs of this folder."""
	return (f'root="{os.path.dirname(setting.pmix4j)}"; . "$root/releng/shell/program.sh"; use_program; '
			f'exec "$jdk/bin/java" "@$app/java.args" -Xmx{heap}m "{os.path.join(CHAOS, program)}" {words}')


def run(name, setting, seconds, heap, faults):
	"""Runs 1,000 jobs, or fewer if time is short. The program itself is a rank, so that its descendants carry the marker."""
	row = Row(name, heap)
	row.turns = JOBS if seconds >= SECONDS_FOR_ALL else FEW_JOBS
	script = java(setting, "Embedded.java", f"{row.turns} {faults} >figures 2>errors", heap or DEFAULT_HEAP)
	launcher = Launcher(setting, ["-n", "1", "sh", "-c", script])
	try:
		code = launcher.wait(LIMIT_SECONDS)
		if code != 0:
			row.problems.append(f"exit code {code}: " + repr(processes.read(os.path.join(launcher.folder, "errors"))[-500:]))
		judge(processes.read(os.path.join(launcher.folder, "figures")).decode(), row)
		row.add_remains(Remains(launcher, row.problems))
	finally:
		launcher.clear()
	return row


def without_faults(setting, seconds, seed, heap):
	del seed
	return run("embedded-jobs", setting, seconds, heap, "-")


def with_faults(setting, seconds, seed, heap):
	return run("embedded-faults", setting, seconds, heap, seed)


def judge(text, row):
	"""Compares the figures after the first jobs with those at the end."""
	figures = [[int(word) for word in words] for words in FIGURES.findall(text)]
	if len(figures) != 2:
		row.problems.append("there are no figures: " + repr(text[-300:]))
		return
	first, last = figures
	row.live = last[1] // MEGABYTE
	row.descriptors = last[3] - first[3]
	for name, growth, spare in (("bytes of heap", last[1] - first[1], HEAP_SPARE), ("threads", last[2] - first[2], THREADS_SPARE),
			("descriptors", row.descriptors, DESCRIPTORS_SPARE)):
		if growth > spare:
			row.problems.append(f"{growth} more {name} after {last[0]} jobs than after {first[0]}")


SCENARIOS = {"embedded-jobs": without_faults, "embedded-faults": with_faults}
