# SPDX-License-Identifier: EPL-2.0
"""The processes that attack one server at the same time (attacker.py). Owned by one run."""

import os
import signal
import subprocess
import sys
import time

from wire import environment_of

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attacker.py")
STRANGER = 65533
AS_STRANGER = ["setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups"]


class Attackers:
	"""Attacks until their time is over, or `finish` is called."""

	def __init__(self, attacks, seed, seconds, door):
		self.running = [start(attack, seed, seconds, door) for attack in attacks]

	def wait(self, limit, hang_seconds, output, problems):
		"""Waits for the end of the attacks, at most for some seconds; returns early if the good clients hang or the job ends."""
		end = time.monotonic() + limit
		while any(attacker.poll() is None for attacker in self.running) and time.monotonic() < end:
			if output.ended.is_set():
				problems.append("the job ended during the attack")
				return
			if output.is_hanging(hang_seconds):
				problems.append(f"good clients hang for {hang_seconds} s")
				return
			time.sleep(0.05)

	def finish(self, problems):
		"""Ends the attacks and returns the number of their turns."""
		turns = 0
		for attacker in self.running:
			if attacker.poll() is None:
				attacker.send_signal(signal.SIGTERM)
			answer, errors = attacker.communicate()
			if errors:
				problems.append("attacker: " + errors.strip()[-300:])
			turns += int(answer.split()[0]) if answer else 0
		return turns


def start(attack, seed, seconds, door):
	# a process outside of the job may use the name of a rank only with its environment, and only while the rank itself is not connected
	environment = os.environ if attack.stranger else dict(os.environ, **variables_of(door))
	as_other = AS_STRANGER if attack.stranger else []
	return subprocess.Popen(as_other + [sys.executable, SCRIPT, attack.name, seed, str(seconds), door], stdin=subprocess.DEVNULL,
			stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment)


def variables_of(door):
	"""Returns the variables of a rank that name it, but none by which its launcher finds the processes that it must end."""
	return {name: value for name, value in environment_of(door).items() if name in ("PMIX_NAMESPACE", "PMIX_RANK")}
