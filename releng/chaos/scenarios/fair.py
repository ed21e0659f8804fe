# SPDX-License-Identifier: EPL-2.0
"""Jobs of thousands of ranks start in a server that stays, and the small jobs of another submitter do not wait for their ends."""

import subprocess
import time

from launcher import finish
from scenarios.server import with_server

RANKS = 3000
SMALL_LIMIT_SECONDS = 10
LIMIT_SECONDS = 120
HEAP = 512


def small_jobs_beside(launcher, row, times):
	"""Starts a large job, and small ones until it ends."""
	with subprocess.Popen([launcher.setting.pmix4j, "submit", "--map-by", ":oversubscribe", "-n", str(RANKS), "true"],
			env=launcher.environment, cwd=launcher.folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True) as large:
		try:
			while large.poll() is None and not row.problems:
				start = time.monotonic()
				code, errors = finish([launcher.setting.pmix4j, "submit", "-n", "1", "true"], launcher.environment, launcher.folder, LIMIT_SECONDS)
				times.append(1000 * (time.monotonic() - start))
				if code != 0:
					row.problems.append(f"a small job ends with {code}: " + repr(errors[-300:]))
			problem = large.communicate(timeout=LIMIT_SECONDS)[1]
			if large.returncode != 0:
				row.problems.append(f"the large job ends with {large.returncode}: " + repr(problem[-300:]))
		finally:
			large.kill()


def run(setting, seconds, seed, heap):
	"""The seed chooses nothing, as only the time decides what meets. A small heap refuses large jobs."""
	del seed, heap

	def run_all(launcher, row):
		row.turns = 0
		times = []
		end = time.monotonic() + seconds
		while row.turns == 0 or time.monotonic() < end and not row.problems:
			small_jobs_beside(launcher, row, times)
			row.turns += 1
		row.cycles = len(times)
		row.median = sorted(times)[len(times) // 2]
		row.maximum = max(times)
		if row.maximum > 1000 * SMALL_LIMIT_SECONDS:
			row.problems.append(f"a small job has waited {row.maximum:.0f} ms beside one of {RANKS} ranks")

	return with_server(setting, "fair", HEAP, run_all)


SCENARIOS = {"fair": run}
