# SPDX-License-Identifier: EPL-2.0
"""Jobs of thousands of ranks start in a server that stays, and the small jobs of another submitter do not wait for their ends."""

import subprocess
import time

from launcher import START_SECONDS, Launcher, Remains, finish, wait_for
from scenarios.row import Row

RANKS = 3000
SMALL_LIMIT_SECONDS = 10
LARGE_LIMIT_SECONDS = 120
HEAP = 512


def run(setting, seconds, seed, heap):
	"""The seed chooses nothing, as only the time decides what meets. A small heap refuses large jobs."""
	del seed, heap
	row = Row("fair", HEAP)
	launcher = Launcher(setting, [], HEAP, subcommand="server")
	large = None
	try:
		if not wait_for(lambda: launcher.output.failures, START_SECONDS):
			row.problems.append("the server does not start: " + repr(bytes(launcher.errors)[-300:]))
			return row
		row.turns = 0
		times = []
		end = time.monotonic() + seconds
		while row.turns == 0 or time.monotonic() < end:
			large = subprocess.Popen([setting.pmix4j, "submit", "--map-by", ":oversubscribe", "-n", str(RANKS), "true"], env=launcher.environment,
					cwd=launcher.folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
			while large.poll() is None:
				start = time.monotonic()
				code, errors = finish([setting.pmix4j, "submit", "-n", "1", "true"], launcher.environment, launcher.folder, LARGE_LIMIT_SECONDS)
				times.append(1000 * (time.monotonic() - start))
				if code != 0:
					row.problems.append(f"a small job ends with {code}: " + repr(errors[-300:]))
					break
			problem = large.communicate(timeout=LARGE_LIMIT_SECONDS)[1]
			if large.returncode != 0:
				row.problems.append(f"the large job ends with {large.returncode}: " + repr(problem[-300:]))
			row.turns += 1
			if row.problems:
				break
		row.cycles = len(times)
		row.median = sorted(times)[len(times) // 2]
		row.maximum = max(times)
		if row.maximum > 1000 * SMALL_LIMIT_SECONDS:
			row.problems.append(f"a small job has waited {row.maximum:.0f} ms beside one of {RANKS} ranks")
		row.live = launcher.live_heap()
		row.reaction = launcher.interrupt(row.problems)
		launcher.judge_errors(row.problems)
		row.add_remains(Remains(launcher, row.problems))
	finally:
		if large is not None and large.poll() is None:
			large.kill()
			large.wait()
		launcher.clear()
	return row


SCENARIOS = {"fair": run}
