// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.bytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments, environment and working directory of this process as texts of {@link ByteStrings}. The JVM decodes them with the charset
 * of the locale and so loses bytes; that form is used only where /proc cannot be read. Stateless. Without lambdas, as it runs at the start
 * of the command.
 */
public final class OwnProcess {
	/**
	 * The beginning of the names of variables, numbered from 0, that hold the environment of the caller in Base64: a shell that starts this
	 * process passes on only the variables whose names it can spell.
	 */
	private static final String HANDED_ON = "PMIX4J_ENVIRONMENT_";
	/** The beginning of the names to which that shell has renamed variables from which this JVM must not take options. */
	private static final String SET_ASIDE = "PMIX4J_ASIDE_";
	private static final Path PROC = Path.of("/proc/self");

	private OwnProcess() {
	}

	/**
	 * {@return the same arguments with their bytes}
	 *
	 * @param decoded the arguments of the main method
	 */
	public static String[] arguments(String[] decoded) {
		List<String> words = strings("cmdline");
		int first = words.size() - decoded.length;
		String[] own = decoded.clone();
		for (int i = 0; i < own.length && first >= 0; i++) {
			String word = words.get(first + i);
			if (ByteStrings.isAscii(word) && !word.equals(decoded[i])) {
				return decoded; // a program that embeds the command passes its own arguments
			}
			own[i] = word;
		}
		return own;
	}

	/** {@return the variables with which this process, or the script that became it, was started; unmodifiable} */
	public static Map<String, String> environment() {
		return Environment.OF_CALLER;
	}

	/** {@return the working directory, absolute; as the JVM spells it if the directory was deleted} */
	public static Path directory() {
		Path decoded = Path.of("").toAbsolutePath();
		if (ByteStrings.isAscii(decoded.toString()) && decoded.toString().indexOf('?') < 0) {
			return decoded;
		}
		try {
			return PROC.resolve("cwd").toRealPath();
		} catch (IOException e) {
			return decoded;
		}
	}

	/** The environment, which never changes. */
	private static final class Environment {
		static final Map<String, String> OF_CALLER = read();

		private static Map<String, String> read() {
			List<String> entries = strings("environ");
			Map<String, String> own = entries.isEmpty() ? System.getenv() : variables(entries);
			StringBuilder handedOn = new StringBuilder();
			for (int part = 0; own.containsKey(HANDED_ON + part); part++) {
				handedOn.append(own.get(HANDED_ON + part));
			}
			try {
				return handedOn.isEmpty() ? own : variables(split(Base64.getDecoder().decode(handedOn.toString())));
			} catch (IllegalArgumentException e) {
				return own; // not started by the pmix4j script
			}
		}
	}

	/** Reads variables as getenv(3) does: the first one of a name counts. */
	private static Map<String, String> variables(List<String> entries) {
		Map<String, String> variables = new LinkedHashMap<>();
		for (String entry : entries) {
			int equals = entry.indexOf('=');
			if (equals > 0) {
				String name = entry.substring(0, equals);
				variables.putIfAbsent(name.startsWith(SET_ASIDE) ? name.substring(SET_ASIDE.length()) : name, entry.substring(equals + 1));
			}
		}
		return Collections.unmodifiableMap(variables);
	}

	/** Returns the strings of a file below /proc/self; none if it cannot be read. */
	private static List<String> strings(String file) {
		try {
			return split(Files.readAllBytes(PROC.resolve(file)));
		} catch (IOException e) {
			return List.of();
		}
	}

	/** Returns the strings, each of which ends with a NUL. */
	private static List<String> split(byte[] bytes) {
		List<String> strings = new ArrayList<>();
		int start = 0;
		for (int i = 0; i < bytes.length; i++) {
			if (bytes[i] == 0) {
				strings.add(ByteStrings.decode(bytes, start, i - start));
				start = i + 1;
			}
		}
		return strings;
	}
}
