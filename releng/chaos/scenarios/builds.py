# SPDX-License-Identifier: EPL-2.0
"""The first build of a checkout is ended at a random moment: its processes end, and the next call builds."""

import os
import random
import shutil
import signal
import subprocess
import time
import uuid

import processes
from launcher import REACTION_SECONDS, START_SECONDS, wait_for
from scenarios.row import LONG_TURN_SECONDS, Row

PARTS = ["pmix4j", "bundles", "examples", "releng", "mvnw", ".mvn", "pom.xml"]
LONGEST_DELAY = 6
# of a whole build, on a busy machine
BUILD_SECONDS = 300


class Build:
	"""A call of a checkout whose program has not been built. Owned by one turn."""

	def __init__(self, checkout):
		self.checkout = checkout
		self.built = os.path.join(checkout, "target", "pmix4j")
		self.marker = uuid.uuid4().hex
		environment = dict(os.environ, TMPDIR=checkout)
		environment[processes.MARKER] = self.marker
		for name in ("PMIX4J_FORM", "PMIX4J_JAVA_OPTIONS"):
			environment.pop(name, None)
		self.process = subprocess.Popen([os.path.join(checkout, "pmix4j"), "--version"], env=environment, stdin=subprocess.DEVNULL,
				stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)

	def folders(self):
		return [name for name in os.listdir(self.built) if name.startswith(("app.", "fetch."))]

	def left(self):
		return [pid for pid in processes.belonging(self.marker, self.checkout) if processes.state(pid) != [b"Z"]]

	def end(self, number, delay, problems):
		"""Ends the build after a delay, by a signal."""
		if not wait_for(self.folders, START_SECONDS):
			problems.append("no build begins")
		time.sleep(delay)
		self.process.send_signal(number)
		code = self.process.wait(REACTION_SECONDS)
		if code not in (-number, 0):
			problems.append(f"a build ends with {code} after {number.name}")

	def judge(self, limit, problems):
		"""Checks that nothing is left of the build but the program, if there is one."""
		if not wait_for(lambda: not self.left(), limit):
			problems.append("processes of a build are left: " + ", ".join(map(processes.command, self.left()))[:200])
		programs = 1 if os.path.exists(os.path.join(self.built, "current")) else 0
		if len(self.folders()) != programs:
			problems.append("folders of a build are left: " + ", ".join(self.folders()))


def copy(root, checkout):
	"""Copies what is built, with the libraries, which need a network."""
	os.makedirs(os.path.join(checkout, "target", "pmix4j"))
	for part in PARTS:
		source, target = os.path.join(root, part), os.path.join(checkout, part)
		if os.path.isdir(source):
			shutil.copytree(source, target, ignore=shutil.ignore_patterns("target"))
		else:
			shutil.copy2(source, target)
	built = os.path.join(root, "target", "pmix4j")
	for name in os.listdir(built):
		if name.startswith("lib-"):
			shutil.copytree(os.path.join(built, name), os.path.join(checkout, "target", "pmix4j", name))


def one_turn(checkout, source, row):
	"""Ends a build as Ctrl-C does, kills another, whose processes go on, and lets the next call do the work."""
	ended = Build(checkout)
	ended.end(source.choice([signal.SIGINT, signal.SIGTERM]), source.random() * LONGEST_DELAY, row.problems)
	ended.judge(REACTION_SECONDS, row.problems)
	killed = Build(checkout)
	killed.end(signal.SIGKILL, source.random() * LONGEST_DELAY, row.problems)
	following = Build(checkout)
	try:
		errors = following.process.communicate(timeout=BUILD_SECONDS)[1]
	except subprocess.TimeoutExpired:
		following.process.kill()
		row.problems.append(f"a call after a killed build has not ended after {BUILD_SECONDS} s")
		return
	if following.process.returncode != 0:
		row.problems.append("a call after a killed build fails: " + repr(errors[-300:]))
	for build in (killed, following):
		build.judge(REACTION_SECONDS, row.problems)
	os.remove(os.path.join(following.built, "current"))
	shutil.rmtree(os.path.join(following.built, following.folders()[0]))


def run(setting, seconds, seed, heap):
	del heap
	row = Row("builds", None)
	if seconds < LONG_TURN_SECONDS:
		row.note = "skipped: there is no time for builds"
		return row
	row.turns = 0
	source = random.Random(seed)
	checkout = os.path.join(setting.work, "checkout")
	copy(os.path.dirname(setting.pmix4j), checkout)
	end = time.monotonic() + seconds
	while row.turns == 0 or time.monotonic() < end and not row.problems:
		one_turn(checkout, source, row)
		row.turns += 1
	shutil.rmtree(checkout, ignore_errors=True)
	return row


SCENARIOS = {"builds": run}
