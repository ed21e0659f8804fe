// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.LineWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.InfoText;
import org.pmix4j.job.options.OptionType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** Finds the server that a command line names. Stateless. */
final class Servers {
	/** The exit code if there is no server: EX_UNAVAILABLE of sysexits.h. */
	static final int NO_SERVER = 69;

	private static final String FILE = "file:";
	private static final int LONGEST_PID = 64;
	/** Input may wait for its readers, and output for its reader, for any time. */
	private static final Duration ANY_TIME = Duration.ofDays(365);
	/** The time that each of the retries stands for. */
	private static final Duration RETRY = Duration.ofSeconds(1);

	private Servers() {
	}

	/** Attaches to the server; throws IllegalArgumentException if the options are wrong, PmixException if there is no such server. */
	static PmixTool attach(OptionLine line) throws PmixException {
		return attach(line, ANY_TIME);
	}

	/** Attaches to the server; each of its answers may take as long as the limit. */
	static PmixTool attach(OptionLine line, Duration limit) throws PmixException {
		return PmixTool.open(options(line, limit, choice(line)));
	}

	/**
	 * Attaches to the server, or to all servers of the user if the command line names none. A server that ends meanwhile is left out, and
	 * so is one that refuses, with a message.
	 */
	static PmixTool attachAll(OptionLine line, Duration limit, Console console) throws PmixException {
		ServerChoice choice = choice(line);
		List<ServerChoice> found = choice.equals(ServerChoice.ANY) ? PmixTool.findAll(options(line, limit, choice)) : List.of();
		if (found.size() < 2) {
			return PmixTool.open(options(line, limit, choice));
		}
		PmixTool tool = PmixTool.open(options(line, limit, ServerChoice.firstOf(found.toArray(ServerChoice[]::new))));
		for (ServerChoice other : found) {
			try {
				tool.attach(other, false);
			} catch (PmixException refusal) {
				if (!refusal.status().equals(Status.ERR_UNREACH)) {
					console.message("the jobs of a server are missing: " + refusal.getMessage());
				}
			}
		}
		return tool;
	}

	private static ToolOptions options(OptionLine line, Duration limit, ServerChoice choice) {
		ToolOptions options = ToolOptions.of(choice).withRequestLimit(limit).withHandlerLimit(ANY_TIME);
		if (line.has(ToolWord.TMPDIR)) {
			Map<String, String> environment = new HashMap<>(OwnProcess.environment());
			environment.put("PMIX_SYSTEM_TMPDIR", line.get(ToolWord.TMPDIR).get(0));
			environment.keySet().removeIf(name -> name.startsWith("PMIX_SERVER_URI"));
			options = options.withEnvironment(environment);
		}
		if (line.has(LaunchWord.RETRIES)) {
			if (line.has(LaunchWord.WAIT)) {
				throw new IllegalArgumentException("only one of --wait-to-connect and --num-connect-retries is possible");
			}
			return options.withFindLimit(RETRY.multipliedBy(InfoText.count("--num-connect-retries", line.get(LaunchWord.RETRIES).get(0))));
		}
		return line.has(LaunchWord.WAIT) ? options.withFindLimit(seconds(line, LaunchWord.WAIT)) : options;
	}

	/** Returns the exit code of a command that could not attach. */
	static int failed(PmixException failure, Console console) {
		console.message(String.valueOf(failure.getMessage()));
		return failure.status().equals(Status.ERR_UNREACH) ? NO_SERVER : 1;
	}

	private static ServerChoice choice(OptionLine line) {
		List<LineWord> ways = Stream.<LineWord>of(LaunchWord.URI, LaunchWord.PID, LaunchWord.NAMESPACE, LaunchWord.SYSTEM_ONLY,
				LaunchWord.SYSTEM_FIRST, ToolWord.SYSTEM, ToolWord.NSPACE).filter(line::has).toList();
		if (ways.size() > 1) {
			throw new IllegalArgumentException("only one of " + ways.stream().map(LineWord::word).collect(Collectors.joining(" and "))
					+ " can name the server");
		}
		if (ways.isEmpty()) {
			return ServerChoice.ANY;
		}
		LineWord way = ways.get(0);
		if (way == LaunchWord.URI) {
			return ServerChoice.uri(uri(line.get(way).get(0)));
		}
		if (way == LaunchWord.PID) {
			return ServerChoice.pid(pid(line.get(way).get(0)));
		}
		if (way == LaunchWord.NAMESPACE || way == ToolWord.NSPACE) {
			return ServerChoice.nspace(line.get(way).get(0));
		}
		return way == LaunchWord.SYSTEM_FIRST ? ServerChoice.SYSTEM_FIRST : ServerChoice.SYSTEM;
	}

	/** Refuses a text that cannot be an address, such as the name of a file alone. */
	private static String uri(String text) {
		if (!text.startsWith(FILE) && text.indexOf(';') < 0) {
			throw new IllegalArgumentException("option --dvm-uri must be NAMESPACE.RANK;tcp4://ADDRESS:PORT, or file:PATH that holds it, not '"
					+ text + "'");
		}
		return text;
	}

	private static long pid(String text) {
		String digits = text;
		if (text.startsWith(FILE)) {
			try (InputStream in = Files.newInputStream(OwnProcess.directory().resolve(BytePaths.of(text.substring(FILE.length()))))) {
				digits = new String(in.readNBytes(LONGEST_PID), StandardCharsets.ISO_8859_1).strip();
			} catch (IOException e) {
				throw new IllegalArgumentException("option --pid " + text + " cannot be read: " + FileFailure.reason(e), e);
			}
		}
		try {
			return Integer.parseUnsignedInt(digits);
		} catch (NumberFormatException e) {
			throw new IllegalArgumentException("option --pid must be a process id, or file:PATH that holds one, not '" + digits + "'", e);
		}
	}

	/** Reads a duration. */
	static Duration seconds(OptionLine line, LineWord word) {
		String given = line.get(word).get(0);
		return OptionType.SECONDS.parse(given).orElseThrow(
				() -> new IllegalArgumentException("option " + word.word() + " must be " + OptionType.SECONDS.wanted() + ", not '" + given + "'"));
	}
}
