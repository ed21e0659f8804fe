// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.process;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.pmix4j.host.internal.cleanup.MarkedProcesses;
import org.pmix4j.host.internal.cleanup.Marker;
import org.pmix4j.host.internal.posix.ExitStatus;
import org.pmix4j.host.internal.process.ChildProcess;
import org.pmix4j.host.internal.process.ExitDetection;
import org.pmix4j.host.internal.process.OutputHandler;
import org.pmix4j.host.internal.process.ProcessLoop;
import org.pmix4j.host.internal.process.Program;
import org.pmix4j.host.internal.process.SpawnException;
import org.pmix4j.host.internal.process.SpawnSpec;
import org.pmix4j.host.internal.process.SpawnSpec.Output;

/**
 * A process loop for each test, with short ways to start things on it. All that it starts carries a marker of its own. Fails the test if
 * a child, or anything with the marker, is left behind.
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

	/** A program found in PATH, our environment with the marker, our working directory. */
	SpawnSpec spec(String name, String... arguments) throws SpawnException {
		Path directory = Path.of("").toAbsolutePath();
		Map<String, String> environment = new HashMap<>(System.getenv());
		environment.put(marker.name(), marker.valuePrefix() + "@1");
		return SpawnSpec.of(Program.find(name, directory, environment), List.of(arguments), environment, directory);
	}

	/** A line for the shell. */
	SpawnSpec shell(String line) throws SpawnException {
		return spec("sh", "-c", line);
	}

	ChildProcess spawn(SpawnSpec spec, OutputHandler handler) throws SpawnException {
		return loop.spawn(spec, handler);
	}

	/** Runs to the end and returns how it ended. */
	ExitStatus run(SpawnSpec spec) throws Exception {
		return Await.result(spawn(spec, IGNORE).ended());
	}

	/** Runs to the end and returns its standard output. */
	String output(SpawnSpec spec) throws Exception {
		Collected collected = new Collected();
		Await.result(spawn(spec, collected).ended());
		return collected.out();
	}

	/** Lets the loop's thread turn at least once, by the whole life of a process without output. */
	void turn() throws Exception {
		SpawnSpec quiet = spec("true");
		run(new SpawnSpec(quiet.program(), quiet.arguments(), quiet.environment(), quiet.directory(), false, Output.DISCARDED,
				quiet.group()));
	}
}
