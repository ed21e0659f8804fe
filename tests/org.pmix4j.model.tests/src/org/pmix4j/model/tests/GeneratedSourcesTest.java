// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the generated files are current. Compiles the generator from its sources, which are not part of a bundle. */
class GeneratedSourcesTest {
	private static final Path GENERATOR = Path.of("releng", "generator");

	private final Path scratch;
	private final URLClassLoader loader;

	GeneratedSourcesTest(@TempDir Path scratch) throws IOException {
		this.scratch = scratch;
		Path classes = scratch.resolve("classes");
		List<String> arguments = new ArrayList<>(List.of("--release", "21", "-Xlint:all", "-Werror", "-d", classes.toString()));
		try (Stream<Path> files = Files.list(checkout().resolve(GENERATOR))) {
			files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
		}
		StringWriter messages = new StringWriter();
		PrintWriter out = new PrintWriter(messages);
		int result = ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments.toArray(String[]::new));
		assertThat(result).as("javac says: %s", messages).isZero();
		loader = new URLClassLoader(new URL[] { classes.toUri().toURL() }, ClassLoader.getPlatformClassLoader());
	}

	@AfterEach
	void closeLoader() throws IOException {
		loader.close();
	}

	@Test
	void differing_checkedInSources_none() throws Exception {
		assertThat(differing(checkout())).as("run java %s", GENERATOR.resolve("Generate.java")).isEmpty();
	}

	@Test
	void differing_editedMissingAndStrayFile_namesEach() throws Exception {
		copyTables();
		generator("write", scratch);
		Path model = scratch.resolve("bundles/org.pmix4j.model/src/org/pmix4j/model");
		Files.writeString(model.resolve("Scope.java"), " ", StandardOpenOption.APPEND);
		Files.delete(model.resolve("attributes/JobAttributes.java"));
		Files.copy(model.resolve("DataRange.java"), model.resolve("Stray.java"));

		assertThat(differing(scratch)).map(file -> file.replaceFirst(".*[/\\\\]", ""))
				.containsExactly("Scope.java", "JobAttributes.java", "Stray.java");
	}

	@Test
	void differing_javadocNamesAnUnknownFunction_isRefused() throws Exception {
		copyTables();
		Path sources = Files.createDirectories(scratch.resolve("bundles/org.pmix4j.server/src"));
		Files.writeString(sources.resolve("A.java"), "package a;\n/** Does it. C: PMIx_No_such. */\npublic class A {\n}\n");

		assertThatThrownBy(() -> differing(scratch)).hasRootCauseInstanceOf(IllegalStateException.class)
				.rootCause().hasMessageContaining("[PMIx_No_such]");
	}

	private void copyTables() throws IOException {
		Path tables = Files.createDirectories(scratch.resolve(GENERATOR).resolve("data"));
		try (Stream<Path> files = Files.list(checkout().resolve(GENERATOR).resolve("data"))) {
			for (Path table : files.toList()) {
				Files.copy(table, tables.resolve(table.getFileName()));
			}
		}
	}

	private List<String> differing(Path root) throws Exception {
		return ((List<?>) generator("differing", root)).stream().map(String::valueOf).toList();
	}

	private Object generator(String method, Path root) throws Exception {
		Method found = loader.loadClass("Generate").getMethod(method, Path.class);
		return found.invoke(null, root);
	}

	private static Path checkout() {
		return Path.of(System.getProperty("pmix4j.root"));
	}
}
