// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.testkit.ProcessTable.Entry;

/**
 * Reports the state of a process that should have ended, of its descendants, and of the steps of Slurm on this machine, as ranks that srun
 * has started descend from those. Changes nothing. Stateless.
 */
final class HangReport {
	private static final Duration LIMIT = Duration.ofSeconds(15);

	private HangReport() {
	}

	static String of(long pid) {
		List<Entry> processes = new ArrayList<>();
		ProcessTable.entry(pid).ifPresent(processes::add);
		processes.addAll(ProcessTable.descendants(pid));
		if (!processes.isEmpty()) {
			ProcessTable.all().stream().filter(process -> process.name().startsWith("slurmstepd")).forEach(step -> {
				processes.add(step);
				processes.addAll(ProcessTable.descendants(step.pid()));
			});
		}
		StringBuilder report = new StringBuilder();
		for (Entry process : processes) {
			report.append(process).append(", in ").append(ProcessTable.text(process.pid(), "wchan")).append('\n');
			if (process.command().split(" ", 2)[0].endsWith("/java")) {
				report.append(threads(process.pid()));
			}
		}
		return report.isEmpty() ? "process " + pid + " has gone\n" : report.toString();
	}

	/** Returns the stacks of all threads of a JVM, read by a tool of the running JDK. */
	private static String threads(int pid) {
		String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
		try {
			Process process = new ProcessBuilder(jcmd, Integer.toString(pid), "Thread.print", "-l").redirectErrorStream(true).start();
			Capture output = Capture.of(process.getInputStream(), "jcmd");
			output.awaitEnd(Deadline.of(LIMIT));
			process.destroyForcibly();
			return output.text();
		} catch (IOException e) {
			return "no stacks of its threads: " + e.getMessage() + "\n";
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return "no stacks of its threads: interrupted\n";
		}
	}
}
