// SPDX-License-Identifier: EPL-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Generates the page of all C names with their Java places. A place is a public class or method of an API package whose Javadoc says
 * {@code C: PMIx_Put}, or {@code C: PMIx_Fence, PMIx_Fence_nb} for several names. Names without one have a row in c-names.tsv, or the place
 * of the function that replaces them.
 */
final class CNames {
	static final Path PAGE = Path.of("bundles/org.pmix4j.client/docs/c-names.md");
	private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/\\s*([^{;]*)", Pattern.DOTALL);
	private static final Pattern TAG = Pattern.compile("\\bC: (PMI[xX]_\\w+(?:, PMI[xX]_\\w+)*)");
	private static final Pattern METHOD = Pattern.compile("(\\w+)\\s*\\(");
	private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record|enum)\\s+(\\w+)");
	private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
	private static final String SUBSUMED = "subsumed by garbage collection";
	private static final Map<String, String> PARTS = new LinkedHashMap<>();

	static {
		PARTS.put("client", "Functions of clients");
		PARTS.put("client (scheduler)", "Functions of schedulers, fabrics and sessions");
		PARTS.put("tool", "Functions of tools");
		PARTS.put("server", "Functions of servers");
		PARTS.put("utility", "Helper functions");
		PARTS.put("macro-replacement", "Functions that replaced macros");
		PARTS.put("callback type", "Callback types");
		PARTS.put("macro", "Macros");
		PARTS.put("macro-replacement (memory)", "Functions for the memory of C structs");
	}

	private final List<Map<String, String>> rows;
	private final Map<String, String> notes;
	private final Map<String, TreeSet<String>> places = new TreeMap<>();

	/** Reads the tables and the sources of all bundles; the given text of a generated source replaces its file. */
	CNames(Path root, Path data, Map<Path, String> generated) throws IOException {
		// OpenPMIx has a function and the Standard a macro of the same name
		Map<String, Map<String, String>> distinct = new LinkedHashMap<>();
		Table.read(data.resolve("apis.tsv")).rows().forEach(row -> distinct.putIfAbsent(row.get("name"), row));
		rows = List.copyOf(distinct.values());
		notes = Table.read(data.resolve("c-names.tsv")).rows().stream()
				.collect(Collectors.toMap(row -> row.get("name"), row -> row.get("place")));
		try (Stream<Path> walk = Files.walk(root.resolve("bundles"))) {
			for (Path file : walk.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
				String text = generated.get(root.relativize(file));
				scan(file, text == null ? Files.readString(file) : text);
			}
		}
		check();
	}

	private void scan(Path file, String source) {
		if (!source.contains(" C: PMI") && !source.contains("(C: PMI")) {
			return;
		}
		Matcher packageName = PACKAGE.matcher(source);
		String type = file.getFileName().toString().replace(".java", "");
		if (!packageName.find() || packageName.group(1).contains(".internal.")) {
			throw new IllegalStateException(file + " names functions of C, but its package is not API");
		}
		for (Matcher comment = COMMENT.matcher(source); comment.find();) {
			Matcher tag = TAG.matcher(comment.group(1).replaceAll("\\s*\\n\\s*\\*\\s*", " "));
			while (tag.find()) {
				String place = "`" + place(type, comment.group(2)) + "` in `" + packageName.group(1) + "`";
				for (String name : tag.group(1).split(", ")) {
					places.computeIfAbsent(name, key -> new TreeSet<>()).add(place);
				}
			}
		}
	}

	/** Returns the class, or class and method, that a comment describes. */
	private static String place(String type, String declaration) {
		String plain = declaration.replaceAll("@\\w+(\\([^)]*\\))?", "");
		Matcher method = METHOD.matcher(plain);
		Matcher nested = TYPE.matcher(plain);
		if (nested.find()) {
			return nested.group(1);
		}
		if (!method.find()) {
			throw new IllegalStateException(type + ": no method follows a comment that names a function of C");
		}
		return method.group(1).equals(type) ? "new " + type : type + "." + method.group(1);
	}

	/** Finds names that do not exist, and rows that have become wrong since the function has a place. */
	private void check() {
		TreeSet<String> unknown = new TreeSet<>(places.keySet());
		unknown.addAll(notes.keySet());
		rows.forEach(row -> unknown.remove(row.get("name")));
		TreeSet<String> twice = new TreeSet<>(notes.keySet());
		twice.retainAll(places.keySet());
		if (!unknown.isEmpty() || !twice.isEmpty()) {
			throw new IllegalStateException("names that apis.tsv does not have: " + unknown + "; names with a place and a row: " + twice);
		}
	}

	/** Returns the text of the page. */
	String page() {
		StringBuilder page = new StringBuilder("""
				<!-- SPDX-License-Identifier: EPL-2.0 -->
				<!-- Generated by releng/generator from data/apis.tsv, data/c-names.tsv and the Javadoc; do not edit. -->
				# The names of PMIx in C and their places in Java

				Each function, macro and callback type of OpenPMIx and of the PMIx Standard has a row. A place is a class or a method; its Javadoc
				names the function again, as in `C: PMIx_Put`.
				""");
		PARTS.forEach((role, title) -> {
			page.append("\n## ").append(title).append("\n\n| C | Java |\n|---|---|\n");
			rows.stream().filter(row -> row.get("role").equals(role))
					.forEach(row -> page.append("| `").append(row.get("name")).append("` | ").append(text(row)).append(" |\n"));
		});
		return page.toString();
	}

	private String text(Map<String, String> row) {
		String name = row.get("name");
		String proposal = row.get("java_counterpart");
		if (places.containsKey(name)) {
			return String.join("; ", places.get(name));
		}
		if (notes.containsKey(name)) {
			return notes.get(name);
		}
		if (proposal.startsWith("subsumed by GC")) {
			return SUBSUMED;
		}
		if (proposal.startsWith("as PMIx_")) {
			return "as `" + proposal.substring("as ".length()) + "`";
		}
		throw new IllegalStateException("no Javadoc says \"C: " + name + "\", and c-names.tsv has no row for it");
	}
}
