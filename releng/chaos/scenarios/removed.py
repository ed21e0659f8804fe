# SPDX-License-Identifier: EPL-2.0
"""Cleaners of temporary files remove the directory of a server that stays: it makes it again, is found, and serves its jobs."""

import glob
import os
import random
import shutil
import time

from launcher import finish, wait_for
from scenarios.server import beside_another_job, with_server

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
	source = random.Random(seed)

	def remove_again_and_again(launcher, row):
		row.turns = 0
		end = time.monotonic() + seconds
		while row.turns == 0 or time.monotonic() < end:
			remove(launcher.temporary, source)
			if not wait_for(lambda: is_served(launcher), RESTORE_SECONDS):
				row.problems.append(f"not served {RESTORE_SECONDS} s after its directory was removed: " + repr(bytes(launcher.errors)[-300:]))
				break
			row.turns += 1

	return with_server(setting, "removed", heap,
			lambda launcher, row: beside_another_job(launcher, row, lambda: remove_again_and_again(launcher, row)))


SCENARIOS = {"removed": run}
