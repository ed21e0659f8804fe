// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The file descriptors of this JVM, except those that the JVM and the OSGi framework use themselves. Stateless. */
public final class OpenFiles {
	private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
	private static final String LISTENING = "0A";

	static {
		// the JVM keeps its own descriptor from its first socket on
		try (ServerSocket first = new ServerSocket()) {
			first.bind(null);
		} catch (IOException e) {
			throw new IllegalStateException("no port can be had", e);
		}
	}

	private OpenFiles() {
	}

	/** @return a description of each descriptor without its number; a listening socket with its port */
	public static List<String> ofThisProcess() {
		List<String> found = new ArrayList<>();
		try (DirectoryStream<Path> links = Files.newDirectoryStream(DESCRIPTORS)) {
			for (Path link : links) {
				String target = target(link);
				if (!isOfTheJvm(target)) {
					found.add("open " + target + listening(target));
				}
			}
		} catch (IOException | DirectoryIteratorException e) {
			throw new IllegalStateException(DESCRIPTORS + " cannot be read", e);
		}
		return found;
	}

	private static String target(Path link) {
		try {
			return Files.readSymbolicLink(link).toString();
		} catch (IOException e) {
			// closed in the meantime
			return "";
		}
	}

	/**
	 * Recognizes class files, random numbers, the stream over the descriptors itself, files that the OSGi framework writes from time to
	 * time, and Surefire's output files.
	 */
	private static boolean isOfTheJvm(String target) {
		return target.isEmpty() || target.contains("/org.eclipse.osgi/") || target.contains("/surefire") || target.endsWith(".jar")
				|| target.endsWith(".class") || target.endsWith("/modules") || target.startsWith("/dev/") || target.startsWith("/proc/")
				|| target.startsWith("/sys/");
	}

	private static String listening(String target) {
		if (!target.startsWith("socket:[")) {
			return "";
		}
		String inode = target.substring("socket:[".length(), target.length() - 1);
		return Stream.of("tcp", "tcp6").flatMap(table -> ProcessTable.text(ProcessHandle.current().pid(), "net/" + table).lines())
				.map(line -> line.strip().split(" +"))
				.filter(fields -> fields.length > 9 && fields[9].equals(inode) && fields[3].equals(LISTENING))
				.map(fields -> " listening on port " + Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16))
				.findAny().orElse("");
	}
}
