// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.pmix4j.process.internal.cleanup.MarkedProcesses;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ExitDetection;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.process.internal.process.ProcessLoop;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.process.internal.process.SpawnSpec.Output;
import org.pmix4j.testkit.Await;

/**
 * A process loop with shortcuts for tests. All processes that it starts carry a unique marker. Closing it fails the test if a child, or
 * any process with the marker, is left behind.
 */
final class Loop implements AutoCloseable {

	static final OutputHandler IGNORE = (child, stream, data) -> data.position(data.limit());

	private final ProcessLoop loop;
	private final Marker marker = new Marker("PMIX_NAMESPACE", "test-" + UUID.randomUUID());

	Loop() {
		this(ExitDetection.PIDFD);
	}

	Loop(ExitDetection detection) {
		loop = ProcessLoop.start("test", detection);
	}

	@Override
	public void close() {
		loop.close();
		List<ProcessHandle> left = ProcessHandle.current().children().toList();
		if (!left.isEmpty()) {
			throw new AssertionError("children left behind: " + left.stream().map(ProcessHandle::info).toList());
		}
		List<Integer> marked = MarkedProcesses.kill(marker);
		if (!marked.isEmpty()) {
			throw new AssertionError("processes left behind: " + marked);
		}
	}

	ProcessLoop get() {
		return loop;
	}

	Marker marker() {
		return marker;
	}

	/** Returns the start of a program in PATH, with this JVM's working directory and its environment plus the marker. */
	SpawnSpec spec(String name, String... arguments) throws SpawnException {
		Path directory = Path.of("").toAbsolutePath();
		Map<String, String> environment = new HashMap<>(System.getenv());
		environment.put(marker.name(), marker.valuePrefix() + "@1");
		return SpawnSpec.of(Program.find(name, directory, environment), List.of(arguments), environment, directory);
	}

	/** Returns the start of a shell that runs a line. */
	SpawnSpec shell(String line) throws SpawnException {
		return spec("sh", "-c", line);
	}

	ChildProcess spawn(SpawnSpec spec, OutputHandler handler) throws SpawnException {
		return loop.spawn(spec, handler);
	}

	/** Runs a program to its end and returns its status. */
	ExitStatus run(SpawnSpec spec) throws Exception {
		return Await.result(spawn(spec, IGNORE).ended());
	}

	/** Runs a program to its end and returns its standard output. */
	String output(SpawnSpec spec) throws Exception {
		Collected collected = new Collected();
		Await.result(spawn(spec, collected).ended());
		return collected.out();
	}

	/** Waits until the loop has turned at least once: runs a process without output to its end. */
	void turn() throws Exception {
		SpawnSpec quiet = spec("true");
		run(new SpawnSpec(quiet.program(), quiet.arguments(), quiet.environment(), quiet.directory(), false, Output.DISCARDED,
				quiet.group(), quiet.mark()));
	}
}
