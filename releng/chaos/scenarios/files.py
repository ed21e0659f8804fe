# SPDX-License-Identifier: EPL-2.0
"""Jobs with files of up to a million lines, submitted to a server that stays: what does not fit is refused, and another job goes on."""

import os
import random
import time

from launcher import finish
from scenarios.server import beside_another_job, with_server

LIMIT_SECONDS = 60
LINES = [100, 20000, 100000, 700000, 1000000]
PROGRAMS = [1, 200]
# what a line says, how many lines there may be, and the words that name the file
FILES = [("localhost", LINES, ["--hostfile", "{}", "true"]), ("localhost", LINES, ["--map-by", "seq:file={}", "-n", "1", "true"]),
		("rank {0}=localhost slot=0", LINES, ["--map-by", "rankfile:file={}", "-n", "1", "true"]),
		("-n 1 true", PROGRAMS, ["--app", "{}"]), ("key{0} = 1", LINES, ["--tune", "{}", "-n", "1", "true"])]


def submit(launcher, words, problems, refusable):
	"""Runs a job of the server to its end."""
	code, errors = finish([launcher.setting.pmix4j, "submit"] + words, launcher.environment, launcher.folder, LIMIT_SECONDS)
	if code != 0 and not (refusable and code == 1 and errors.count(b"\n") == 1):
		problems.append(f"submit {' '.join(words)}: exit code {code}: " + repr(errors[-300:]))


def run(setting, seconds, seed, heap):
	source = random.Random(seed)

	def submit_all(launcher, row):
		file = os.path.join(launcher.folder, "file")
		row.turns = 0
		end = time.monotonic() + seconds
		while row.turns == 0 or time.monotonic() < end:
			line, counts, words = source.choice(FILES)
			lines = source.choice(counts)
			with open(file, "w", encoding="ascii") as out:
				out.writelines(line.format(i) + "\n" for i in range(lines))
			submit(launcher, [word.format(file) for word in words], row.problems, True)
			submit(launcher, ["-n", "2", "true"], row.problems, False)
			row.turns += 1

	return with_server(setting, "files", heap, lambda launcher, row: beside_another_job(launcher, row, lambda: submit_all(launcher, row)))


SCENARIOS = {"files": run}
