// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import org.pmix4j.process.internal.cleanup.Leftovers;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.cleanup.PrivateDirectory;
import org.pmix4j.process.internal.cleanup.Watchdog;
import org.pmix4j.process.internal.process.ProcessLoop;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnSpec;

/**
 * A launcher to be killed, run in a new JVM. Arguments: the scenario, a base directory, the value of the marker. Prints its private
 * directory when it is ready.
 */
final class Launcher {

	static final String PREFIX = "pmix4j-test-";

	private Launcher() {
	}

	public static void main(String[] arguments) throws Exception {
		Marker marker = new Marker("PMIX_NAMESPACE", arguments[2]);
		ProcessLoop loop = ProcessLoop.start("launcher");
		Watchdog watchdog = Watchdog.start(loop, PREFIX);
		watchdog.watch(marker);
		PrivateDirectory directory = watchdog.createDirectory(Path.of(arguments[1]));
		Leftovers.claim(directory, marker);
		directory.createDirectories("job", "0");
		switch (arguments[0]) {
			case "processes" -> startAllKinds(loop, marker);
			case "storm" -> startStorm(loop, shell("setsid -f sleep 1000; exec sleep 1000", marker));
			case "hidden" -> startStorm(loop,
					shell("exec env -i sh -c 'while :; do /bin/sleep 1000; done' " + marker.valuePrefix(), marker));
			case "escaping" -> {
				// as a launcher does, so that a rank is marked from its first instruction
				marker.limit().putOnSelf();
				startStorm(loop, shell("env -i setsid -f sh -c 'while :; do /bin/sleep 1000; done' " + marker.valuePrefix(), marker)
						.withMark(marker.limit().job(1)));
			}
			case "forget" -> {
				watchdog.forget(directory);
				// the loop's thread starts after it has forgotten, so the order is in the pipe when this returns
				loop.spawn(shell("exit 0", marker), Loop.IGNORE);
			}
			default -> throw new IllegalArgumentException(arguments[0]);
		}
		System.out.println(directory);
		new CountDownLatch(1).await();
	}

	/** Starts ranks of all kinds: obedient, stubborn, with children, with a daemon, and with a hidden environment. */
	private static void startAllKinds(ProcessLoop loop, Marker marker) throws Exception {
		CountDownLatch up = new CountDownLatch(5);
		String forever = "while :; do sleep 1000; done";
		for (String script : List.of("echo up; " + forever, "trap '' TERM INT HUP; echo up; " + forever,
				"sleep 1000 & sh -c 'sleep 1000' & echo up; wait", "setsid -f sh -c 'echo up; exec sleep 1000'; exit 0",
				"exec env -i sh -c 'echo up; while :; do /bin/sleep 1000; done'")) {
			loop.spawn(shell(script, marker), (child, stream, data) -> {
				if (StandardCharsets.US_ASCII.decode(data).toString().equals("up\n")) {
					up.countDown();
				}
			});
		}
		up.await();
	}

	/** Starts processes until the launcher is killed. */
	private static void startStorm(ProcessLoop loop, SpawnSpec spec) throws Exception {
		loop.spawn(spec, Loop.IGNORE);
		Thread.ofPlatform().daemon().start(() -> {
			for (int i = 0; i < 300; i++) {
				loop.spawnAsync(spec, Loop.IGNORE);
			}
		});
	}

	private static SpawnSpec shell(String script, Marker marker) throws Exception {
		Map<String, String> environment = new HashMap<>(System.getenv());
		environment.put(marker.name(), marker.valuePrefix() + "@1");
		Path directory = Path.of("/");
		return SpawnSpec.of(Program.find("sh", directory, environment), List.of("-c", script), environment, directory);
	}
}
