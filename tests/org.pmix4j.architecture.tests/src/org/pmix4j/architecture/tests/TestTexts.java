// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The words in a test: in its class, its superclass, and the C programs that it runs, including their headers. */
final class TestTexts {
	private static final Path PEERS = Checkout.ROOT.resolve("tests/org.pmix4j.interop.tests/c");
	private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*");
	private static final Pattern PARENT = Pattern.compile("class \\w+ extends (\\w+)");
	private static final Pattern INCLUDED = Pattern.compile("#include \"(\\w+)\\.h\"");

	/** Files by class name; several classes of the same name are treated as one. */
	private final Map<String, List<Path>> files = new HashMap<>();
	private final Map<String, Set<String>> found = new HashMap<>();

	TestTexts() {
		for (Path folder : List.of(Checkout.ROOT.resolve("tests"), PEERS)) {
			try (Stream<Path> all = Files.walk(folder)) {
				all.filter(file -> file.toString().matches(".*\\.(java|c|h)")).forEach(file -> files
						.computeIfAbsent(file.getFileName().toString().replaceFirst("\\.\\w+$", ""), name -> new ArrayList<>()).add(file));
			} catch (IOException e) {
				throw new UncheckedIOException(e);
			}
		}
	}

	/** @return names, qualified and unqualified, and keys */
	Set<String> words(String test) {
		return found.computeIfAbsent(test, this::read);
	}

	private Set<String> read(String test) {
		Set<String> words = new HashSet<>();
		Set<String> seen = new HashSet<>();
		Deque<String> open = new ArrayDeque<>(List.of(test));
		while (!open.isEmpty()) {
			String name = open.remove();
			if (!seen.add(name)) {
				continue;
			}
			for (Path file : files.getOrDefault(name, List.of())) {
				String text = String.join("\n", Checkout.lines(file));
				Set<String> own = new HashSet<>();
				WORD.matcher(text).results().map(match -> match.group()).forEach(word -> {
					own.add(word);
					own.addAll(List.of(word.split("\\.")));
				});
				words.addAll(own);
				own.stream().filter(word -> Files.exists(PEERS.resolve(word + ".c"))).forEach(open::add);
				for (Pattern other : List.of(PARENT, INCLUDED)) {
					Matcher matcher = other.matcher(text);
					while (matcher.find()) {
						open.add(matcher.group(1));
					}
				}
			}
		}
		return words;
	}
}
