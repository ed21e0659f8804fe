# SPDX-License-Identifier: EPL-2.0
"""A server that stays, for scenarios whose jobs are submitted."""

import os
import subprocess

from launcher import START_SECONDS, Launcher, wait_for
from scenarios.row import Row


def with_server(setting, name, heap, work):
	"""Starts a server, calls work(launcher, row), ends the server by Ctrl-C, and returns the row with what that shows."""
	row = Row(name, heap)
	launcher = Launcher(setting, [], heap, subcommand="server")
	try:
		# its only line, which no good client has printed
		if not wait_for(lambda: launcher.output.failures, START_SECONDS):
			row.problems.append("the server does not start: " + repr(bytes(launcher.errors)[-300:]))
			return row
		work(launcher, row)
		row.live = launcher.live_heap()
		row.end(launcher)
	finally:
		launcher.clear()
	return row


def beside_another_job(launcher, row, work):
	"""Calls work() while a job of another submitter runs, which must not end."""
	ready = os.path.join(launcher.folder, "ready")
	other = subprocess.Popen([launcher.setting.pmix4j, "submit", "-n", "1", "sh", "-c", f"touch {ready}; exec sleep 600"],
			env=launcher.environment, cwd=launcher.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
			start_new_session=True)
	try:
		if not wait_for(lambda: os.path.exists(ready), START_SECONDS):
			row.problems.append("another job does not start")
		work()
		if other.poll() is not None:
			row.problems.append("another job has ended")
	finally:
		other.kill()
		other.wait()
