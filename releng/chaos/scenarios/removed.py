# SPDX-License-Identifier: EPL-2.0
"""Cleaners of temporary files remove the directory of a server that stays: it makes it again, is found, and serves its jobs."""

import glob
import os
import random
import shutil
import subprocess
import time

from launcher import START_SECONDS, Launcher, Remains, finish, wait_for
from scenarios.row import Row

# the server looks for its directory every few seconds
RESTORE_SECONDS = 30
JOB_SECONDS = 60


def remove(folder, source):
	"""Removes the directories of sessions, or a part of what is in them."""
	for top in glob.glob(os.path.join(folder, "pmix4j-*")):
		inside = os.listdir(top)
		if inside and source.random() < 0.3:
			victim = os.path.join(top, source.choice(inside))
			if os.path.isdir(victim):
				shutil.rmtree(victim, ignore_errors=True)
			else:
				os.remove(victim)
		else:
			shutil.rmtree(top, ignore_errors=True)


def is_served(launcher):
	"""Returns whether the server is found and runs a job to its end."""
	code, _ = finish([launcher.setting.pmix4j, "submit", "-n", "2", "true"], launcher.environment, launcher.folder, JOB_SECONDS)
	return code == 0


def run(setting, seconds, seed, heap):
	row = Row("removed", heap)
	source = random.Random(seed)
	launcher = Launcher(setting, [], heap, subcommand="server")
	other = None
	try:
		if not wait_for(lambda: launcher.output.failures, START_SECONDS):
			row.problems.append("the server does not start: " + repr(bytes(launcher.errors)[-300:]))
			return row
		ready = os.path.join(launcher.folder, "ready")
		other = subprocess.Popen([setting.pmix4j, "submit", "-n", "1", "sh", "-c", f"touch {ready}; exec sleep 600"], env=launcher.environment,
				cwd=launcher.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
		if not wait_for(lambda: os.path.exists(ready), START_SECONDS):
			row.problems.append("another job does not start")
		row.turns = 0
		end = time.monotonic() + seconds
		while row.turns == 0 or time.monotonic() < end:
			remove(launcher.temporary, source)
			if not wait_for(lambda: is_served(launcher), RESTORE_SECONDS):
				row.problems.append(f"not served {RESTORE_SECONDS} s after its directory was removed: " + repr(bytes(launcher.errors)[-300:]))
				break
			row.turns += 1
		if other.poll() is not None:
			row.problems.append("another job has ended")
		row.live = launcher.live_heap()
		row.reaction = launcher.interrupt(row.problems)
		launcher.judge_errors(row.problems)
		row.add_remains(Remains(launcher, row.problems))
	finally:
		if other is not None:
			other.kill()
			other.wait()
		launcher.clear()
	return row


SCENARIOS = {"removed": run}
