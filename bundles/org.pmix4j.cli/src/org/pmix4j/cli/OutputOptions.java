// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.pmix4j.host.OutputFiles;
import org.pmix4j.host.OutputFiles.Form;
import org.pmix4j.host.OutputSpec;
import org.pmix4j.model.OutputFormat.Tag;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of {@code pmix4j run} that tell how output looks and where it goes. For one command line.
 *
 * @see "PRRTE 3, prterun --help output; Open MPI 4.1, mpirun(1)"
 */
final class OutputOptions {
	private static final String OUTPUT = "--output";
	private static final String TAG = "--tag";
	private static final String TIMESTAMP = "--timestamp";
	private static final String XML = "--xml";
	private static final String MERGE = "--merge-stderr";
	private static final String RAW = "--raw";
	private static final String DIRECTORY = "--output-filename";
	private static final String ALONE = "nocopy";
	private static final List<String> WORDS = List.of("tag", "tag-detailed", "tag-fullname", "rank", "timestamp", "xml",
			"merge-stderr-to-stdout", "raw", ALONE, "pattern", "dir", "directory", "file");

	private Tag tag = Tag.NONE;
	private boolean timestamp;
	private boolean xml;
	private boolean merge;
	private boolean raw;
	private boolean alone;
	private boolean pattern;
	private Optional<Path> directory = Optional.empty();
	private Optional<Path> file = Optional.empty();

	private OutputOptions() {
	}

	static void addTo(CommandSpec spec) {
		spec.addOption(OptionSpec.builder(TAG, "--tag-output").type(String.class).arity("0..1").fallbackValue("job").paramLabel("KIND")
				.description("Put a tag before each line: job (the default; '[job,rank]<stdout>: '), rank, detailed (with host"
						+ " and pid), namespace: --tag=rank.").build());
		spec.addOption(RunOptions.flag("Put the time before each line.", TIMESTAMP, "--timestamp-output"));
		spec.addOption(RunOptions.flag("Make each line an element with its rank.", XML, "-xml"));
		spec.addOption(RunOptions.flag("Send standard error to standard output.", MERGE, "--merge-stderr-to-stdout"));
		spec.addOption(RunOptions.flag("Pass on unfinished lines, too, at once.", RAW));
		spec.addOption(OptionSpec.builder(DIRECTORY, "-output-filename").type(String.class).paramLabel("DIR")
				.description("Write to DIR/<namespace>/rank.<rank>/stdout and stderr, too; with DIR:nocopy only there.").build());
		spec.addOption(OptionSpec.builder(OUTPUT).type(List.class).auxiliaryTypes(String.class).paramLabel("WORDS")
				.description("As prterun: tag[-detailed|-fullname], timestamp, xml, merge, raw, dir=DIR, file=NAME, pattern, nocopy.").build());
	}

	/** @throws IllegalArgumentException if a value is not allowed; the message says what is */
	static OutputSpec read(ParseResult parsed) {
		OutputOptions options = new OutputOptions();
		for (String words : parsed.matchedOptionValue(OUTPUT, List.<String>of())) {
			for (String word : words.split("[,:]")) {
				options.word(word.strip());
			}
		}
		if (parsed.hasMatchedOption(TAG)) {
			options.tag = tag(parsed.matchedOptionValue(TAG, "job"));
		}
		if (parsed.hasMatchedOption(DIRECTORY)) {
			options.directory(parsed.matchedOptionValue(DIRECTORY, ""));
		}
		return new OutputSpec(options.tag, options.timestamp || parsed.matchedOptionValue(TIMESTAMP, false),
				options.merge || parsed.matchedOptionValue(MERGE, false), options.raw || parsed.matchedOptionValue(RAW, false),
				options.xml || parsed.matchedOptionValue(XML, false), options.files());
	}

	private static Tag tag(String kind) {
		try {
			return Tag.valueOf(kind.toUpperCase(Locale.ROOT));
		} catch (IllegalArgumentException e) {
			throw new IllegalArgumentException("option --tag must be job, rank, detailed, namespace or none, not '" + kind + "'", e);
		}
	}

	private void directory(String value) {
		String name = value;
		if (value.toLowerCase(Locale.ROOT).endsWith(":" + ALONE)) {
			alone = true;
			name = value.substring(0, value.length() - ALONE.length() - 1);
		}
		directory = Optional.of(path("directory", name));
	}

	private void word(String text) {
		int equals = text.indexOf('=');
		String name = (equals < 0 ? text : text.substring(0, equals)).toLowerCase(Locale.ROOT);
		String value = equals < 0 ? "" : text.substring(equals + 1);
		switch (whole(name)) {
			case "tag" -> tag = Tag.JOB;
			case "tag-detailed" -> tag = Tag.DETAILED;
			case "tag-fullname" -> tag = Tag.NAMESPACE;
			case "rank" -> tag = Tag.RANK;
			case "timestamp" -> timestamp = true;
			case "xml" -> xml = true;
			case "raw" -> raw = true;
			case ALONE -> alone = true;
			case "pattern" -> pattern = true;
			case "dir", "directory" -> directory = Optional.of(path("dir", value));
			case "file" -> file = Optional.of(path("file", value));
			default -> merge = true;
		}
	}

	/** As with prterun, the beginning of a word is enough if no other begins so. */
	private static String whole(String name) {
		if (WORDS.contains(name)) {
			return name;
		}
		List<String> found = WORDS.stream().filter(word -> !name.isEmpty() && word.startsWith(name)).toList();
		if (found.size() != 1) {
			throw new IllegalArgumentException("option --output has no word '" + name + "', but " + String.join(", ", WORDS));
		}
		return found.get(0);
	}

	private static Path path(String word, String value) {
		if (value.isEmpty()) {
			throw new IllegalArgumentException("option --output needs a name after " + word + "=");
		}
		return Path.of(value).toAbsolutePath();
	}

	private Optional<OutputFiles> files() {
		if (directory.isPresent() && file.isPresent()) {
			throw new IllegalArgumentException("output goes to a directory or to files of a name, not both");
		}
		if ((alone || pattern) && directory.isEmpty() && file.isEmpty()) {
			throw new IllegalArgumentException("option --output needs dir= or file= with nocopy or pattern");
		}
		return directory.map(path -> new OutputFiles(path, Form.DIRECTORY, alone))
				.or(() -> file.map(path -> new OutputFiles(path, pattern ? Form.PATTERN : Form.NAME, alone)));
	}
}
