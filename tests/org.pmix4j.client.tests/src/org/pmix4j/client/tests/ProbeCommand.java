// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.client.PmixClient;
import org.pmix4j.model.PmixValue;
import org.pmix4j.wire.internal.loop.EventLoop;

/** Makes the command that starts a probe with the java and the classes of this JVM. Stateless. */
final class ProbeCommand {
	private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

	private ProbeCommand() {
	}

	static List<String> line() {
		return line(ClientProbe.class);
	}

	static List<String> line(Class<?> probe) {
		String classPath = Stream.of(PmixValue.class, EventLoop.class, PmixClient.class, probe).map(ProbeCommand::origin)
				.distinct().collect(Collectors.joining(File.pathSeparator));
		return List.of(JAVA, "-ea", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp", classPath,
				probe.getName());
	}

	/** Returns the folder or jar of a class, in OSGi, too. */
	private static String origin(Class<?> type) {
		URL location = type.getProtectionDomain().getCodeSource().getLocation();
		try {
			return Path.of(location.toURI()).toString();
		} catch (URISyntaxException strange) {
			throw new IllegalStateException(type + " is from " + location, strange);
		}
	}
}
