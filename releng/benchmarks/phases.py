# SPDX-License-Identifier: EPL-2.0
"""Shows where the wall time of a cold "pmix4j run -n 1 /bin/true" goes, as a table.

The JVM logs the moment at which it initializes each class; the first class of a phase ends the phase before. The log itself costs about
2 ms.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

# phases in their order, and the class with which each begins; the first begins with the script
PHASES = [
	("script, JVM until its first class", None),
	("JVM until main: the JDK, then all classes of the archive", "java/lang/System"),
	("signals, environment, options", "org/pmix4j/cli/Main"),
	("java.util.logging, which JNA starts", "com/sun/jna/NativeLibrary"),
	("JNA, the host and its processors", "com/sun/jna/Native"),
	("server and its sockets", "org/pmix4j/server/PmixServer"),
	("rules of the time zone", "org/pmix4j/model/CTime"),
	("rendezvous files", "org/pmix4j/server/internal/rendezvous/RendezvousFile"),
	("map and data of the job", "org/pmix4j/host/internal/job/JobReports"),
	("start of the rank", "org/pmix4j/server/internal/registry/Namespace"),
	("end of the rank", "org/pmix4j/process/internal/process/OutputPipe"),
	("cleaning up, end of the JVM", "org/pmix4j/job/events/EngineEvent$OutputComplete"),
]
INITIALIZED = re.compile(r"^\[(\d+)ms\].* Initializing '([^']+)'")


def durations(command, log):
	"""Returns the milliseconds of each phase of one run."""
	environment = dict(os.environ, PMIX4J_JAVA_OPTIONS=f"-Xlog:class+init=info:file={log}:timemillis")
	begin = 1000 * time.time()
	subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment, check=True)
	end = 1000 * time.time()
	first = {}
	for line in pathlib.Path(log).read_text(encoding="utf-8").splitlines():
		found = INITIALIZED.match(line)
		if found:
			first.setdefault(found[2], int(found[1]))
	missing = [name for _, name in PHASES if name and name not in first]
	if missing:
		raise SystemExit(f"phases.py: the launcher has not initialized {missing[0]}; mend the list of phases")
	starts = [begin] + [first[name] for _, name in PHASES if name] + [end]
	return [after - before for before, after in zip(starts, starts[1:])]


def wall(command):
	"""Returns the milliseconds of one run."""
	begin = time.monotonic()
	subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
	return 1000 * (time.monotonic() - begin)


def main():
	parser = argparse.ArgumentParser(prog="phases.py", description="Shows where the wall time of a cold launch of one rank goes.")
	parser.add_argument("--runs", type=int, default=21, help="number of runs (default 21)")
	options = parser.parse_args()
	script = pathlib.Path(__file__).resolve().parents[2] / "pmix4j"
	command = [str(script), "run", "-n", "1", "/bin/true"]
	subprocess.run(command, check=True) # builds the launcher if it must
	with tempfile.TemporaryDirectory() as folder:
		runs = [durations(command, os.path.join(folder, "log")) for _ in range(options.runs)]
	print("| phase | ms |\n|---|---|")
	for (name, _), *times in zip(PHASES, *runs):
		print(f"| {name} | {statistics.median(times):.0f} |")
	print(f"| whole | {statistics.median(map(sum, runs)):.0f} |")
	least = [wall([str(script), "--version"]) for _ in range(options.runs)]
	print(f"| for comparison: --version, without the log | {statistics.median(least):.0f} |")


if __name__ == "__main__":
	main()
