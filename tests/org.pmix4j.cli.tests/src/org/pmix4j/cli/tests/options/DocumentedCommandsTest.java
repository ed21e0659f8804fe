// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pmix4j.cli.Main;
import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.OptionReader;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.MarkdownPage;

/** Reads the commands and options that the documents show as the command line reads them. */
class DocumentedCommandsTest {
	private static final Pattern COMMAND = Pattern.compile("(?<![\\w/])\\./pmix4j ([^|&;)<>#]+)");
	private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
	private static final Pattern OPTION = Pattern.compile("(--[a-z][a-z-]*).*");
	/** Documents that describe options of this program only. */
	private static final List<String> OF_OPTIONS = List.of("README.md", "docs/user-guide.md", ".github/SECURITY.md");
	/** Carried out by the script, before the program. */
	private static final List<String> OF_SCRIPT = List.of("ide", "native");
	/** Commands that read their words themselves. */
	private static final List<String> OTHERS = List.of("info", "completion");

	private final List<MarkdownPage> pages;
	private final List<String> problems = new ArrayList<>();

	DocumentedCommandsTest() throws IOException {
		pages = MarkdownPage.all();
	}

	private static List<CommandWords> allWords() {
		return Stream.concat(Stream.of(CommandWords.RUN, CommandWords.SUBMIT, CommandWords.SERVER, CommandWords.STOP),
				Arrays.stream(CommandUse.values()).map(CommandWords::ofTool)).toList();
	}

	private static CommandWords words(String command) {
		return switch (command) {
			case "run" -> CommandWords.RUN;
			case "submit" -> CommandWords.SUBMIT;
			case "server" -> CommandWords.SERVER;
			case "stop" -> CommandWords.STOP;
			default -> CommandWords.ofTool(CommandUse.valueOf(command.toUpperCase(Locale.ROOT)));
		};
	}

	@Test
	void commands_ofDocuments_areUnderstood() {
		int count = 0;
		for (MarkdownPage page : pages) {
			for (String text : Stream.concat(page.shell().stream(), page.spans().stream()).toList()) {
				for (String command : COMMAND.matcher(text.replaceFirst("\\s+# .*", "")).results().map(found -> found.group(1)).toList()) {
					count++;
					read(page, command);
				}
			}
		}
		assertThat(problems).isEmpty();
		assertThat(count).isGreaterThan(20);
	}

	private void read(MarkdownPage page, String command) {
		List<String> all = WORD.matcher(command).results().map(found -> found.group(1) == null ? found.group(2) : found.group(1)).toList();
		String name = all.get(0);
		if (OF_SCRIPT.contains(name) || name.equals("...")) {
			return;
		}
		if (name.startsWith("-") || OTHERS.contains(name)) {
			StringWriter text = new StringWriter();
			PrintWriter out = new PrintWriter(text);
			if (Main.execute(all.toArray(String[]::new), out, out) != 0) {
				problems.add(page.name() + ": ./pmix4j " + command + ": " + text);
			}
			return;
		}
		try {
			OptionReader.read(all.subList(1, all.size()), words(name));
		} catch (IllegalArgumentException e) {
			problems.add(page.name() + ": ./pmix4j " + command + ": " + e.getMessage());
		}
	}

	@Test
	void options_ofDocuments_exist() throws IOException {
		List<CommandWords> known = allWords();
		for (String name : OF_OPTIONS) {
			MarkdownPage page = MarkdownPage.read(Checkout.root().resolve(name));
			page.spans().stream().map(OPTION::matcher).filter(option -> option.matches()).map(option -> option.group(1))
					.filter(option -> known.stream().noneMatch(words -> words.has(option)))
					.forEach(option -> problems.add(name + " names " + option));
		}
		assertThat(problems).isEmpty();
	}
}
