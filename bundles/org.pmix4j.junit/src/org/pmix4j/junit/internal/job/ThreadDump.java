// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.job;

import java.util.ArrayList;
import java.util.List;

/** Shortens thread dumps of JVMs to the threads that run code of users. Stateless. */
public final class ThreadDump {
	private static final String FRAME = "\tat ";
	private static final List<String> NOT_OF_USERS = List.of("java.", "jdk.", "sun.", "javax.", "org.junit.");
	private static final String INTERNAL = "org\\.pmix4j\\.\\w+\\.internal\\..*";
	/** The way in which JUnit calls code of users. */
	private static final List<String> CALLS = List.of("java.lang.invoke.", "java.lang.reflect.", "jdk.internal.reflect.", "org.junit.");

	private ThreadDump() {
	}

	/**
	 * @param lines output of jstack, or of another program, which is left as it is
	 * @return the lines of the threads that run code of users, without their frames below it; all lines if there is none
	 */
	public static List<String> shortened(List<String> lines) {
		List<String> kept = new ArrayList<>();
		List<String> thread = new ArrayList<>();
		for (String line : lines) {
			if (line.isBlank() || line.startsWith("\"")) {
				keep(thread, kept);
			}
			if (!line.isBlank()) {
				thread.add(line);
			}
		}
		keep(thread, kept);
		return kept.isEmpty() ? lines : kept;
	}

	/** Moves the lines of a thread to the others if it runs code of users. */
	private static void keep(List<String> thread, List<String> kept) {
		int top = 0;
		while (top < thread.size() && !isOfUsers(thread.get(top))) {
			top++;
		}
		if (top < thread.size()) {
			int end = top;
			while (end < thread.size() && !begins(thread.get(end), CALLS)) {
				end++;
			}
			kept.addAll(thread.subList(0, end));
		}
		thread.clear();
	}

	private static boolean isOfUsers(String line) {
		return line.startsWith(FRAME) && !begins(line, NOT_OF_USERS) && !line.substring(FRAME.length()).matches(INTERNAL);
	}

	private static boolean begins(String line, List<String> packages) {
		return packages.stream().anyMatch(name -> line.startsWith(name, FRAME.length())) && line.startsWith(FRAME);
	}
}
