// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A document of this checkout in Markdown, for tests that check what it names. Understands as much of Markdown as the documents use.
 * Not to be changed.
 *
 * @param file   the document
 * @param text   its lines outside code blocks
 * @param blocks its code blocks in their order
 */
public record MarkdownPage(Path file, List<String> text, List<CodeBlock> blocks) {
	private static final List<String> FOLDERS = List.of("docs", ".github", "bundles", "examples", "releng", "tests");
	private static final String FENCE = "```";
	private static final Pattern HEADING = Pattern.compile("#{1,6} (.*)");
	private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
	private static final Pattern LINK_TEXT = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
	private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
	private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N} _-]");

	/**
	 * A code block.
	 *
	 * @param language its language; empty for commands of a shell
	 * @param lines    its lines
	 */
	public record CodeBlock(String language, List<String> lines) {
	}

	/**
	 * @param file a document
	 * @return the page
	 * @throws IOException if it cannot be read
	 */
	public static MarkdownPage read(Path file) throws IOException {
		List<String> text = new ArrayList<>();
		List<CodeBlock> blocks = new ArrayList<>();
		List<String> lines = text;
		for (String line : Files.readAllLines(file)) {
			if (!line.strip().startsWith(FENCE)) {
				lines.add(line);
			} else if (lines == text) {
				lines = new ArrayList<>();
				blocks.add(new CodeBlock(line.strip().substring(FENCE.length()), lines));
			} else {
				lines = text;
			}
		}
		return new MarkdownPage(file, text, blocks);
	}

	/**
	 * @return all documents of the checkout, sorted
	 * @throws IOException if they cannot be read
	 */
	public static List<MarkdownPage> all() throws IOException {
		List<Path> files = new ArrayList<>();
		try (Stream<Path> top = Files.list(Checkout.root())) {
			top.filter(MarkdownPage::isPage).forEach(files::add);
		}
		for (String folder : FOLDERS) {
			try (Stream<Path> below = Files.walk(Checkout.root().resolve(folder))) {
				below.filter(MarkdownPage::isPage).forEach(files::add);
			}
		}
		List<MarkdownPage> pages = new ArrayList<>();
		for (Path file : files.stream().sorted().toList()) {
			pages.add(read(file));
		}
		return pages;
	}

	private static boolean isPage(Path file) {
		return file.toString().endsWith(".md") && !Checkout.root().relativize(file).toString().matches("(.*/)?(target|bin)/.*");
	}

	/** @return its path below the root of the checkout, for reports */
	public String name() {
		return Checkout.root().relativize(file).toString();
	}

	/** @return the lines of its code blocks without a language, which are commands of a shell */
	public List<String> shell() {
		return blocks.stream().filter(block -> block.language().isEmpty()).flatMap(block -> block.lines().stream()).toList();
	}

	/** @return the targets of its links and pictures, as they are written */
	public List<String> links() {
		return text.stream().map(line -> SPAN.matcher(line).replaceAll(""))
				.flatMap(line -> LINK.matcher(line).results().map(found -> found.group(1)).toList().stream()).toList();
	}

	/** @return the texts that it shows as code within lines */
	public List<String> spans() {
		return text.stream().flatMap(line -> SPAN.matcher(line).results().map(found -> found.group(1)).toList().stream()).toList();
	}

	/** @return the anchors of its headings, as GitHub makes them */
	public Set<String> anchors() {
		Set<String> anchors = new LinkedHashSet<>();
		Map<String, Integer> counts = new HashMap<>();
		for (String line : text) {
			var heading = HEADING.matcher(line);
			if (heading.matches()) {
				String shown = LINK_TEXT.matcher(heading.group(1)).replaceAll("$1");
				String anchor = NOT_IN_ANCHORS.matcher(shown.strip().toLowerCase(Locale.ROOT)).replaceAll("").replace(' ', '-');
				int count = counts.merge(anchor, 1, Integer::sum);
				anchors.add(count == 1 ? anchor : anchor + "-" + (count - 1));
			}
		}
		return anchors;
	}

	/**
	 * @param link a link to a file of the checkout
	 * @return that file
	 */
	public Path target(String link) {
		String path = link.replaceFirst("#.*", "");
		return path.isEmpty() ? file : file.resolveSibling(path).normalize();
	}
}
