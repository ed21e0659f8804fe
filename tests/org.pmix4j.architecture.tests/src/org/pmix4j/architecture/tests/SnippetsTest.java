// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;
import org.pmix4j.testkit.MarkdownPage;
import org.pmix4j.testkit.MarkdownPage.CodeBlock;

/** Compiles the code in Java that the documents show: whole methods and classes, or statements. */
class SnippetsTest {
	private static final List<Class<?>> LIBRARIES = List.of(NullMarked.class, Test.class, AnnotationSupport.class, AssertionFailedError.class,
			MarkdownPage.class);
	/** The beginning of a block that is no sequence of statements. */
	private static final Pattern DECLARATION = Pattern.compile("(@\\w|static |class |interface |record )");

	@TempDir
	private Path folder;

	@Test
	void code_ofDocuments_compiles() throws Exception {
		List<Path> sources = new ArrayList<>();
		for (MarkdownPage page : MarkdownPage.all()) {
			for (CodeBlock block : page.blocks()) {
				if (block.language().equals("java")) {
					sources.add(write(page, block, sources.size()));
				}
			}
		}

		assertThat(sources).hasSizeGreaterThan(5);
		assertThat(errors(sources)).isEmpty();
	}

	@Test
	void code_thatNamesNoClass_isReported() throws Exception {
		Path source = write(MarkdownPage.read(Checkout.ROOT.resolve("README.md")), new CodeBlock("java", List.of("Nonsense.of(1);")), 0);

		assertThat(errors(List.of(source))).contains("Nonsense");
	}

	/** Writes a class that contains a block, with imports of all API packages. */
	private Path write(MarkdownPage page, CodeBlock block, int number) throws Exception {
		String code = String.join("\n", block.lines());
		String body = DECLARATION.matcher(code).lookingAt() ? code : "void run() throws Exception {\n" + code + "\n}";
		StringBuilder imports = new StringBuilder("import java.nio.file.*;import java.util.*;import org.junit.jupiter.api.io.TempDir;"
				+ "import static org.junit.jupiter.api.Assertions.*;import org.pmix4j.testkit.JobEngineContract;");
		for (Path bundle : Checkout.coreBundles()) {
			for (Clause exported : BundleManifest.read(bundle).clauses("Export-Package")) {
				if (!Arrows.isInternal(exported.name())) {
					imports.append("import ").append(exported.name()).append(".*;");
				}
			}
		}
		// the name leads from an error to the document
		String name = page.name().replaceAll("\\W", "_") + "_" + number;
		return Files.writeString(folder.resolve(name + ".java"), imports + "class " + name + " {\n" + body + "\n}\n");
	}

	private String errors(List<Path> sources) throws Exception {
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "--release", "21", "-encoding", "UTF-8", "-d",
				folder.toString(), "-classpath", ClassPath.with(LIBRARIES)));
		sources.forEach(source -> arguments.add(source.toString()));
		StringWriter text = new StringWriter();
		PrintWriter out = new PrintWriter(text);
		int result = ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments.toArray(String[]::new));
		return result == 0 ? "" : text.toString();
	}
}
