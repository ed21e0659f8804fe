# SPDX-License-Identifier: EPL-2.0
"""Signals at random moments to ranks, launcher and watchdog: nothing may stay, and the output up to a kill is complete."""

import os
import random
import signal
import time

import processes
from launcher import REACTION_SECONDS, START_SECONDS, Launcher, Remains, finish, wait_for
from scenarios.row import Row

RANKS = 3
LONGEST_DELAY = 0.6
PAUSE_SECONDS = 0.3
CLEANUP_SECONDS = 10
# what the ranks do: print, wait in PMIx, ignore signals, or have started a process that left the session
PROGRAMS = ["./rank linger", "./rank init", "trap '' INT TERM HUP; ./rank linger; true", "setsid ./rank linger >/dev/null & ./rank linger",
		"env -i setsid -f ./rank linger >/dev/null 2>&1; ./rank linger"]
SIGNALS = [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


def send(pid, number):
	"""Sends a signal to a process of this run; it may have ended already."""
	try:
		os.kill(pid, number)
	except ProcessLookupError:
		pass


def kill_launcher(launcher, source, problems):
	number = source.choice(SIGNALS)
	if number == signal.SIGKILL:
		launcher.kill()
		return "launcher KILL"
	launcher.stop_with(number, problems)
	return "launcher " + signal.Signals(number).name


def kill_launcher_with_stuck_reader(launcher, source, problems):
	"""Nobody reads the output while the launcher is signaled once."""
	launcher.output.reads.clear()
	time.sleep(PAUSE_SECONDS)
	number = source.choice(SIGNALS[1:])
	start = time.monotonic()
	launcher.signal(number)
	if launcher.wait(REACTION_SECONDS) is None:
		problems.append(f"no reaction to {signal.Signals(number).name} within {REACTION_SECONDS} s while nobody reads the output")
	launcher.output.reads.set()
	return f"stuck reader {signal.Signals(number).name} {time.monotonic() - start:.1f} s"


def kill_rank(launcher, source, problems):
	ranks = [pid for pid in processes.children(launcher.pid) if b"PMIX_RANK=" in processes.read(f"/proc/{pid}/environ")]
	if ranks:
		send(source.choice(ranks), signal.SIGKILL)
		if launcher.wait(START_SECONDS) is None:
			problems.append("the launcher does not end after a rank was killed")
	return "rank KILL"


def kill_watchdog(launcher, source, problems):
	watchdog = launcher.watchdog()
	if watchdog:
		send(watchdog, source.choice([signal.SIGKILL, signal.SIGSTOP]))
	launcher.interrupt(problems)
	if watchdog:
		send(watchdog, signal.SIGCONT)
	return "watchdog, then launcher INT"


def kill_both(launcher):
	"""Kills watchdog and launcher: no process is left to clean up."""
	watchdog = launcher.watchdog()
	if watchdog:
		send(watchdog, signal.SIGKILL)
	launcher.kill()


def kill_watchdog_and_launcher(launcher, source, problems):
	"""The next start cleans up."""
	kill_both(launcher)
	follow(launcher, problems)
	return "watchdog and launcher KILL"


def follow(launcher, problems):
	"""Starts another launcher with the same temporary directory."""
	environment = dict(os.environ, TMPDIR=launcher.temporary)
	command = [launcher.setting.pmix4j, "run", "-n", "1", "true"]
	code, errors = finish(command, environment, launcher.folder, START_SECONDS)
	if code != 0:
		problems.append("the next start fails: " + repr(errors[-300:]))


def pause(launcher, source, problems):
	"""Stops launcher, watchdog or a rank for a moment; the job goes on as if nothing had happened."""
	family = [launcher.pid] + processes.descendants(launcher.pid)
	victim = source.choice(family)
	send(victim, signal.SIGSTOP)
	time.sleep(PAUSE_SECONDS)
	send(victim, signal.SIGCONT)
	time.sleep(PAUSE_SECONDS)
	if launcher.process.poll() is not None:
		problems.append("the job ended because a process was stopped for a moment")
	launcher.interrupt(problems)
	return "STOP, CONT"


def dump(launcher, source, problems):
	r"""Presses Ctrl-\: what the launcher tells must not be mixed into the output of the job."""
	launcher.signal(signal.SIGQUIT)
	time.sleep(PAUSE_SECONDS)
	launcher.interrupt(problems)
	return "launcher QUIT, INT"


ACTIONS = [dump, kill_launcher, kill_launcher, kill_launcher_with_stuck_reader, kill_rank, kill_watchdog, kill_watchdog_and_launcher, pause]


def one_kill(setting, source, heap, row):
	program = source.choice(PROGRAMS)
	launcher = Launcher(setting, ["-n", str(RANKS), "sh", "-c", program], heap)
	action = source.choice(ACTIONS)
	# half of the kills fall into the start
	started = source.random() < 0.5
	delay = source.random() * LONGEST_DELAY
	problems = []
	try:
		if started or action in (pause, dump, kill_rank, kill_launcher_with_stuck_reader):
			if not wait_for(lambda: len(launcher.output.ranks) == RANKS, START_SECONDS):
				problems.append("the ranks do not start")
		time.sleep(delay)
		what = action(launcher, source, problems)
		launcher.output.ended.wait(CLEANUP_SECONDS)
		launcher.judge_errors(problems)
		row.add_lost(launcher.output)
		row.add_remains(Remains(launcher, problems, CLEANUP_SECONDS))
	finally:
		launcher.clear()
	moment = f"{what}, {delay:.2f} s after its {'ranks' if started else 'start'} ({program})"
	row.problems += [f"{moment}: {problem}" for problem in problems]


def run(setting, seconds, seed, heap):
	row = Row("kills", heap)
	source = random.Random(seed)
	row.turns = 0
	end = time.monotonic() + seconds
	while time.monotonic() < end:
		one_kill(setting, source, heap, row)
		row.turns += 1
	return row


SCENARIOS = {"kills": run}
