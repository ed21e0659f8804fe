// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.opentest4j.AssertionFailedError;

/** Runs the Javadoc tool on the API of the core bundles, with all its checks. */
class JavadocTest {
	private static final Pattern REPORT = Pattern.compile("\\.java:\\d+: ");
	/** A class of each library that the signatures of the API, or the private classes beside it, mention. */
	private static final List<Class<?>> LIBRARIES = List.of(NullMarked.class, Test.class, AnnotationSupport.class, TestEngine.class,
			Launcher.class, AssertionFailedError.class);

	@TempDir
	private Path pages;

	@Test
	void api_ofTheCoreBundles_hasNoWarning() throws Exception {
		List<String> sources = new ArrayList<>();
		for (Path bundle : Checkout.coreBundles()) {
			sources.addAll(exported(bundle));
		}

		assertThat(sources).hasSizeGreaterThan(300);
		assertThat(report(sources)).isEmpty();
	}

	@Test
	void method_withoutDescription_isReported() throws Exception {
		Path source = pages.resolve("Bare.java");
		Files.writeString(source, "/** A type. */\npublic final class Bare {\n\tBare() {\n\t}\n\n\tpublic void run() {\n\t}\n}\n");

		assertThat(report(List.of(source.toString()))).singleElement().asString().contains("Bare.java:6: warning: no comment");
	}

	private static List<String> exported(Path bundle) throws IOException {
		List<String> files = new ArrayList<>();
		for (Clause clause : BundleManifest.read(bundle).clauses("Export-Package")) {
			Path folder = bundle.resolve("src").resolve(clause.name().replace('.', '/'));
			if (!clause.attributes().containsKey("x-internal:") && !clause.attributes().containsKey("x-friends:")) {
				try (Stream<Path> list = Files.list(folder)) {
					list.map(Path::toString).filter(name -> name.endsWith(".java")).sorted().forEach(files::add);
				}
			}
		}
		return files;
	}

	/** Returns the warnings and errors that name a line of a source. Others are about annotations in libraries. */
	private List<String> report(List<String> sources) throws Exception {
		List<String> arguments = new ArrayList<>(List.of("-quiet", "-Xdoclint:all", "-protected", "-source", "21", "-encoding", "UTF-8",
				"-Xmaxwarns", "1000", "-d", pages.toString(), "-classpath", ClassPath.with(LIBRARIES)));
		arguments.addAll(sources);
		StringWriter text = new StringWriter();
		PrintWriter out = new PrintWriter(text);
		int result = ToolProvider.findFirst("javadoc").orElseThrow().run(out, out, arguments.toArray(String[]::new));

		assertThat(result).as("javadoc says: %s", text).isZero();
		return text.toString().lines().filter(line -> REPORT.matcher(line).find()).toList();
	}
}
