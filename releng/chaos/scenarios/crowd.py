# SPDX-License-Identifier: EPL-2.0
"""Many launchers at once, each with ranks that print much: all succeed, and no byte is lost."""

import random
import statistics
import time

from launcher import RANK, Launcher, Remains
from scenarios.row import Row

LAUNCHERS = 20
RANKS = 2
MOST_LINES = 20000
LIMIT_SECONDS = 120


def run(setting, seconds, seed, heap):
	"""Starts 20 launchers at once; the time is that of a whole run."""
	row = Row("launchers", heap)
	source = random.Random(seed)
	start = time.monotonic()
	launchers = []
	times = []
	try:
		for _ in range(LAUNCHERS):
			launchers.append(Launcher(setting, ["-n", str(RANKS), RANK, "stream", str(source.randrange(MOST_LINES))], heap))
		for launcher in launchers:
			code = launcher.wait(max(0, start + LIMIT_SECONDS - time.monotonic()))
			times.append((time.monotonic() - start) * 1000)
			check(launcher, code, row)
	finally:
		for launcher in launchers:
			launcher.clear()
	row.turns = len(launchers)
	row.median, row.maximum = statistics.median(times), max(times)
	return row


def check(launcher, code, row, ranks=RANKS):
	if code is None:
		row.problems.append(f"a launcher did not end within {LIMIT_SECONDS} s")
		return
	launcher.output.ended.wait(LIMIT_SECONDS)
	if code != 0:
		row.problems.append(f"exit code {code}: " + repr(bytes(launcher.errors)[-300:]))
	if launcher.output.finished() != ranks:
		row.problems.append(f"only {launcher.output.finished()} of {ranks} ranks told their end")
	row.add_lost(launcher.output)
	launcher.judge_errors(row.problems)
	row.add_remains(Remains(launcher, row.problems))


SCENARIOS = {"launchers": run}
