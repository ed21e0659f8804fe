// SPDX-License-Identifier: EPL-2.0

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Writes the documents as pages: README.md, CHANGELOG.md, those of docs, and every file of the checkout to which they lead. Each page has
 * the address of its document, with .html in place of .md. Then checks all links of the folder, also of pages that were there before.
 * Arguments: the checkout, the folder, the version.
 */
public final class Site {
	private record Part(String label, String address) {
	}

	private static final List<String> FIRST = List.of("README.md", "docs/README.md", "CHANGELOG.md", "LICENSE", "releng/NOTICES.md");
	/** What every page links to. */
	private static final List<Part> DOCUMENTS = List.of(new Part("PMIx4J", "index.html"), new Part("User guide", "docs/user-guide.html"),
			new Part("Embedding", "docs/embedding.html"), new Part("All documents", "docs/README.html"),
			new Part("Benchmarks", "releng/benchmarks/README.html"), new Part("Changes", "CHANGELOG.html"));
	/** Parts of the site that others make; they are in the navigation where they exist. */
	private static final List<Part> OTHERS = List.of(new Part("Javadoc", "api/index.html"),
			new Part("Eclipse update site", "updates/index.html"));
	private static final Pattern ABROAD = Pattern.compile("[a-z]+:.*");
	private static final Pattern LINK = Pattern.compile("<[^>]* (?:href|src)=\"([^\"]*)\"");
	private static final Pattern ANCHOR = Pattern.compile("<[^>]* (?:id|name)=\"([^\"]*)\"");
	private static final Set<String> AS_THEY_ARE = Set.of("png", "svg");

	private final Path checkout;
	private final Path site;
	private final String version;
	private final Deque<String> waiting = new ArrayDeque<>(FIRST);
	private final Set<String> seen = new HashSet<>(FIRST);

	private Site(Path checkout, Path site, String version) {
		this.checkout = checkout;
		this.site = site;
		this.version = version;
	}

	public static void main(String[] arguments) throws IOException {
		Site site = new Site(Path.of(arguments[0]).toAbsolutePath().normalize(), Path.of(arguments[1]).toAbsolutePath().normalize(),
				arguments[2]);
		site.write();
		List<String> problems = problems(site.site);
		problems.forEach(System.err::println);
		System.exit(problems.isEmpty() ? 0 : 1);
	}

	private void write() throws IOException {
		try (Stream<Path> documents = Files.list(checkout.resolve("docs"))) {
			documents.filter(file -> file.toString().endsWith(".md")).sorted().forEach(file -> want(name(file)));
		}
		Files.createDirectories(site);
		Files.copy(checkout.resolve("releng/release/site.css"), site.resolve("site.css"));
		while (!waiting.isEmpty()) {
			write(waiting.remove());
		}
	}

	private String name(Path file) {
		return checkout.relativize(file).toString();
	}

	private void want(String name) {
		if (seen.add(name)) {
			waiting.add(name);
		}
	}

	private void write(String name) throws IOException {
		Path page = site.resolve(address(name));
		Files.createDirectories(page.getParent());
		if (name.endsWith(".md")) {
			Files.writeString(page, document(name));
		} else if (AS_THEY_ARE.contains(extension(name))) {
			Files.copy(checkout.resolve(name), page);
		} else {
			String text = escaped(Files.readString(checkout.resolve(name)));
			Files.writeString(page, page(name, name, "<h1>" + escaped(name) + "</h1>\n<pre><code>" + text + "</code></pre>\n"));
		}
	}

	private static String extension(String name) {
		return name.substring(name.lastIndexOf('.') + 1);
	}

	/** Returns the address of a file of the checkout in the site. A server hides what begins with a dot, or does not serve it. */
	private static String address(String name) {
		if (name.equals("README.md")) {
			return "index.html";
		}
		String visible = name.replaceFirst("^\\.github/", "project/");
		if (name.endsWith(".md")) {
			return visible.replaceFirst("md$", "html");
		}
		return AS_THEY_ARE.contains(extension(name)) ? visible : visible + ".html";
	}

	private String document(String name) throws IOException {
		Parser parser = Parser.builder().extensions(List.of(TablesExtension.create())).build();
		Node document = parser.parse(Files.readString(checkout.resolve(name)));
		Map<Heading, String> anchors = new IdentityHashMap<>();
		String[] title = { name };
		document.accept(new AbstractVisitor() {
			private final Map<String, Integer> used = new TreeMap<>();

			@Override
			public void visit(Heading heading) {
				String text = text(heading);
				if (heading.getLevel() == 1) {
					title[0] = text;
				}
				String anchor = text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
				int times = used.merge(anchor, 1, Integer::sum);
				anchors.put(heading, times == 1 ? anchor : anchor + "-" + (times - 1));
				super.visit(heading);
			}

			@Override
			public void visit(Link link) {
				link.setDestination(moved(name, link.getDestination()));
				super.visit(link);
			}

			@Override
			public void visit(Image image) {
				image.setDestination(moved(name, image.getDestination()));
				super.visit(image);
			}
		});
		HtmlRenderer renderer = HtmlRenderer.builder().extensions(List.of(TablesExtension.create()))
				.attributeProviderFactory(context -> (node, tag, attributes) -> {
					if (node instanceof Heading heading) {
						attributes.put("id", anchors.get(heading));
					} else if (node instanceof TableBlock && tag.equals("table")) {
						attributes.put("tabindex", "0"); // it scrolls in a narrow window, by keys as well
					}
				}).build();
		return page(name, title[0], renderer.render(document));
	}

	private static String text(Heading heading) {
		StringBuilder text = new StringBuilder();
		heading.accept(new AbstractVisitor() {
			@Override
			public void visit(Text part) {
				text.append(part.getLiteral());
			}

			@Override
			public void visit(Code part) {
				text.append(part.getLiteral());
			}

			@Override
			public void visit(SoftLineBreak part) {
				text.append(' ');
			}
		});
		return text.toString();
	}

	/** Returns where a link of a document leads in the site. */
	private String moved(String document, String link) {
		if (ABROAD.matcher(link).matches() || link.startsWith("#")) {
			return link;
		}
		int end = link.indexOf('#') < 0 ? link.length() : link.indexOf('#');
		Path target = checkout.resolve(document).resolveSibling(link.substring(0, end)).normalize();
		if (!target.startsWith(checkout) || !Files.isRegularFile(target)) {
			throw new IllegalArgumentException(document + " links to " + link + ", which is no file of the checkout");
		}
		want(name(target));
		return relative(document, address(name(target))) + link.substring(end);
	}

	private String relative(String document, String address) {
		Path folder = Path.of("/" + address(document)).getParent();
		return folder.relativize(Path.of("/" + address)).toString();
	}

	private String page(String document, String title, String content) {
		String links = Stream.concat(DOCUMENTS.stream(), OTHERS.stream().filter(part -> Files.exists(site.resolve(part.address))))
				.map(part -> "<a href=\"" + relative(document, part.address) + "\""
						+ (part.address.equals(address(document)) ? " aria-current=\"page\"" : "") + ">" + part.label + "</a>")
				.collect(Collectors.joining("\n"));
		return """
				<!DOCTYPE html>
				<html lang="en">
				<head>
				<meta charset="utf-8">
				<meta name="viewport" content="width=device-width, initial-scale=1">
				<meta name="color-scheme" content="light dark">
				<title>%s</title>
				<link rel="stylesheet" href="%s">
				</head>
				<body>
				<nav>
				%s
				</nav>
				<main>
				%s</main>
				<footer>PMIx4J %s, Eclipse Public License 2.0</footer>
				</body>
				</html>
				""".formatted(escaped(title) + (title.equals("PMIx4J") ? "" : " - PMIx4J"), relative(document, "site.css"), links, content,
				escaped(version));
	}

	private static String escaped(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
	}

	/** Returns a sentence about each link of the pages in a folder that leads to no file there, or to no such place in it. */
	private static List<String> problems(Path site) throws IOException {
		List<String> problems = new ArrayList<>();
		Map<Path, Set<String>> anchors = new TreeMap<>();
		List<Path> pages;
		try (Stream<Path> files = Files.walk(site)) {
			pages = files.filter(file -> file.toString().endsWith(".html")).sorted().toList();
		}
		for (Path page : pages) {
			anchors.put(page, found(ANCHOR, Files.readString(page)));
		}
		for (Path page : pages) {
			for (String link : found(LINK, Files.readString(page))) {
				if (!ABROAD.matcher(link).matches()) {
					problem(page, link, anchors).ifPresent(problem -> problems.add(site.relativize(page) + " links to " + link + ", " + problem));
				}
			}
		}
		return problems;
	}

	private static Optional<String> problem(Path page, String link, Map<Path, Set<String>> anchors) {
		URI address = URI.create(link);
		Path target = address.getPath().isEmpty() ? page : page.resolveSibling(address.getPath()).normalize();
		if (!Files.isRegularFile(target)) {
			return Optional.of("which is no file");
		}
		String fragment = address.getFragment();
		return fragment == null || fragment.isEmpty() || anchors.getOrDefault(target, Set.of()).contains(fragment) ? Optional.empty()
				: Optional.of("which has no such place");
	}

	private static Set<String> found(Pattern pattern, String html) {
		Set<String> found = new LinkedHashSet<>();
		Matcher matcher = pattern.matcher(html);
		while (matcher.find()) {
			found.add(matcher.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"));
		}
		return found;
	}
}
