# SPDX-License-Identifier: EPL-2.0
"""Starts launchers, each with a marker in its environment and a temporary directory of its own, and finds what they leave behind."""

import glob
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import uuid

import processes
from stream import Output

RANK = "./rank"
# what a shell does to tell the harness how its rank reaches the server
WRITE_DOOR = "cat /proc/self/environ >door.new && mv door.new door"
REACTION_SECONDS = 10
START_SECONDS = 30
POLL_SECONDS = 0.02
LONGEST_LOG = 1000
STACK_TRACE = re.compile(r"^\s+at [\w.$/]+\(|OutOfMemoryError|StackOverflowError|^Exception in thread", re.MULTILINE)
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def wait_for(condition, limit):
	"""Waits until the condition is true, at most for some seconds. Returns its last value."""
	end = time.monotonic() + limit
	while True:
		value = condition()
		if value or time.monotonic() > end:
			return value
		time.sleep(POLL_SECONDS)


def finish(command, environment, folder, limit):
	"""Runs a command. Returns its exit code, which is None if it does not end within some seconds, and its errors."""
	try:
		done = subprocess.run(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
				stderr=subprocess.PIPE, timeout=limit, check=False)
	except subprocess.TimeoutExpired:
		return None, b"it did not end within %d s" % limit
	return done.returncode, done.stderr


class Launcher:
	"""One run of pmix4j. Owned by one scenario; ended by `clear` at the latest."""

	def __init__(self, setting, arguments, heap=None, prefix=(), subcommand="run"):
		self.setting = setting
		self.marker = uuid.uuid4().hex
		self.folder = tempfile.mkdtemp(prefix="run-", dir=setting.work)
		self.door = os.path.join(self.folder, "door")
		self.temporary = os.path.join(self.folder, "tmp")
		os.mkdir(self.temporary)
		# a link of its own, by which a rank without environment can be told from those of other launchers
		os.link(setting.rank, os.path.join(self.folder, RANK))
		# others must reach the job's directory as far as its own permissions let them
		os.chmod(self.folder, 0o711)
		self.gc_log = os.path.join(self.folder, "gc.log")
		environment = dict(os.environ, TMPDIR=self.temporary)
		environment[processes.MARKER] = self.marker
		environment.pop("PMIX_NAMESPACE", None)
		# of the commands that use a server
		self.environment = dict(environment)
		if heap:
			environment["PMIX4J_MAX_HEAP"] = f"{heap}m"
		if os.environ.get("PMIX4J_FORM") != "native":
			environment["PMIX4J_JAVA_OPTIONS"] = f"-Xlog:gc:file={self.gc_log}"
		self.process = subprocess.Popen(list(prefix) + [setting.pmix4j, subcommand] + arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
				stderr=subprocess.PIPE, env=environment, cwd=self.folder, start_new_session=True)
		self.pid = self.process.pid
		self.output = Output(self.process.stdout)
		self.errors = bytearray()
		self.reader = threading.Thread(target=self.read_errors, name="errors", daemon=True)
		self.reader.start()

	def read_errors(self):
		while True:
			chunk = os.read(self.process.stderr.fileno(), 1 << 16)
			if not chunk:
				return
			self.errors += chunk

	def signal(self, number):
		if self.process.poll() is None:
			os.kill(self.pid, number)

	def wait(self, limit):
		"""Returns the exit code, or None if the launcher does not end in time."""
		try:
			return self.process.wait(limit)
		except subprocess.TimeoutExpired:
			return None

	def interrupt(self, problems):
		"""Presses Ctrl-C: the launcher must end in time. Returns the seconds that it took."""
		return self.stop_with(signal.SIGINT, problems)

	def stop_with(self, number, problems):
		start = time.monotonic()
		self.signal(number)
		code = self.wait(REACTION_SECONDS)
		if code is None:
			problems.append(f"no reaction to {signal.Signals(number).name} within {REACTION_SECONDS} s")
			problems.append("threads: " + " ".join(processes.threads(self.pid)))
			self.kill()
		elif not self.output.ended.wait(REACTION_SECONDS):
			problems.append("the output stays open after the end of the launcher")
		return time.monotonic() - start

	def kill(self):
		self.signal(signal.SIGKILL)
		self.wait(REACTION_SECONDS)

	def watchdog(self):
		"""Returns the process id of the watchdog, or None."""
		return next((pid for pid in processes.descendants(self.pid) if "pmix4j-watchdog" in processes.command(pid)), None)

	def processes_left(self):
		return [pid for pid in processes.belonging(self.marker, self.folder) if pid != self.pid and processes.state(pid) != [b"Z"]]

	def files_left(self):
		shared = [folder for folder in glob.glob("/dev/shm/pmix4j-*") if f"\npid {self.pid}\n".encode() in processes.read(folder + "/.owner")]
		return shared + [os.path.join(self.temporary, name) for name in os.listdir(self.temporary)]

	def live_heap(self):
		"""Returns the largest heap in use after a collection, in MB."""
		return max((int(size) for size in re.findall(rb"->(\d+)M\(", processes.read(self.gc_log))), default=0)

	def judge_errors(self, problems):
		"""Checks standard error: no stack trace, no control character, no flood of lines."""
		text = bytes(self.errors).decode(errors="replace")
		trace = STACK_TRACE.search(text)
		if trace:
			start = max(0, trace.start() - 200)
			problems.append("stack trace or fatal error: " + repr(text[start:trace.end() + 200]))
		control = CONTROL.search(text)
		if control:
			problems.append("control character in a message: " + repr(text[max(0, control.start() - 60):control.end() + 20]))
		if text.count("\n") > LONGEST_LOG:
			problems.append(f"{text.count(chr(10))} lines in the log")

	def clear(self):
		"""Ends what is left and deletes the temporary directory."""
		self.kill()
		for pid in self.processes_left():
			try:
				os.kill(pid, signal.SIGKILL)
			except ProcessLookupError:
				pass
		for path in self.files_left():
			shutil.rmtree(path, ignore_errors=True)
		shutil.rmtree(self.folder, ignore_errors=True)


class Remains:
	"""What a launcher has left behind, after a moment for the watchdog."""

	def __init__(self, launcher, problems, limit=5):
		wait_for(lambda: not launcher.processes_left() and not launcher.files_left(), limit)
		self.processes = launcher.processes_left()
		self.files = launcher.files_left()
		for pid in self.processes:
			problems.append(f"process {pid} is left: {processes.command(pid)[:100]}")
		for path in self.files:
			problems.append("left: " + path)
