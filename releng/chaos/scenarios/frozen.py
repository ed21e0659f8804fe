# SPDX-License-Identifier: EPL-2.0
"""A rank that cannot die outlives its killed launcher and watchdog: the next starts name it once, and hardly wait for it."""

import ctypes
import os
import queue
import random
import threading
import time

import processes
from launcher import START_SECONDS, Launcher, Remains, wait_for
from scenarios.kills import follow, kill_both
from scenarios.row import LONG_TURN_SECONDS, Row

SEIZE, CONTINUE, TRACE_EXIT, EXIT_KILL = 0x4206, 7, 0x40, 0x100000
WAIT_FOR_ALL = 0x40000000
PROGRAMS = ["./rank linger", "./rank init", "setsid ./rank linger >/dev/null & ./rank linger"]
RANKS = 2
STARTS = 3
# half a second for each that cannot die, once
SLOWER_SECONDS = 4


class Held:
	"""A process that is stopped at its exit, as if it waited for a device. The kernel lets only one thread, the tracer, let it go."""

	def __init__(self, pid):
		self.pid = pid
		self.released = threading.Event()
		self.answer = queue.Queue()
		self.thread = threading.Thread(target=self.hold, name="tracer", daemon=True)
		self.thread.start()
		self.is_held = self.answer.get(timeout=START_SECONDS)

	def hold(self):
		ptrace = ctypes.CDLL(None).ptrace
		ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
		self.answer.put(ptrace(SEIZE, self.pid, None, TRACE_EXIT | EXIT_KILL) == 0)
		self.released.wait()
		while True:
			try:
				_, status = os.waitpid(self.pid, WAIT_FOR_ALL)
			except ChildProcessError:
				return
			if not os.WIFSTOPPED(status):
				return
			ptrace(CONTINUE, self.pid, None, None)

	def release(self):
		self.released.set()
		self.thread.join(START_SECONDS)


def next_starts(launcher, pid, row):
	"""Starts launchers with the same temporary directory. The first may wait for the process."""
	times = []
	for _ in range(STARTS):
		begin = time.monotonic()
		follow(launcher, row.problems)
		times.append(time.monotonic() - begin)
	row.maximum = max([row.maximum or 0] + [1000 * seconds for seconds in times])
	if times[0] > min(times) + SLOWER_SECONDS:
		row.problems.append(f"a start waits {times[0]:.1f} s for process {pid}, which cannot die")


def run(setting, seconds, seed, heap):
	row = Row("frozen", heap)
	if seconds < LONG_TURN_SECONDS:
		row.note = "skipped: other launchers of this user would report the process, too"
		return row
	source = random.Random(seed)
	row.turns = 0
	end = time.monotonic() + seconds
	while row.turns == 0 or time.monotonic() < end and not row.problems:
		launcher = Launcher(setting, ["-n", str(RANKS), "sh", "-c", source.choice(PROGRAMS)], heap)
		held = None
		try:
			if not wait_for(lambda: len(launcher.output.ranks) == RANKS, START_SECONDS):
				row.problems.append("the ranks do not start: " + repr(bytes(launcher.errors)[-300:]))
				break
			ranks = [pid for pid in processes.descendants(launcher.pid) if processes.command(pid).startswith("./rank")]
			held = Held(source.choice(ranks))
			if not held.is_held:
				row.note = "skipped: processes cannot be traced here"
				row.turns = None
				break
			kill_both(launcher)
			next_starts(launcher, held.pid, row)
			held.release()
			row.add_remains(Remains(launcher, row.problems))
			row.turns += 1
		finally:
			if held:
				held.release()
			launcher.clear()
	return row


SCENARIOS = {"frozen": run}
