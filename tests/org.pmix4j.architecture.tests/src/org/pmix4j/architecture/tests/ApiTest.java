// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/**
 * Compares the API of each bundle with the stored one of the last release. Leaves the API of now in target/api, from which
 * releng/api/record.sh stores it.
 */
class ApiTest {
	private static final Path BASELINE = Checkout.ROOT.resolve("releng/api");
	private static final Path NOW = Checkout.ROOT.resolve("tests/org.pmix4j.architecture.tests/target/api");

	@TempDir
	private Path folder;

	static Stream<Path> bundles() {
		return Checkout.bundles().stream().filter(bundle -> Files.isDirectory(bundle.resolve("src")));
	}

	private static List<String> now(Path bundle) {
		return ApiLines.of(BundleManifest.read(bundle), Compiled.classes(List.of(bundle)));
	}

	private static Path file(Path folder, Path bundle) {
		return folder.resolve(bundle.getFileName() + ".txt");
	}

	@ParameterizedTest
	@MethodSource("bundles")
	void api_ofABundle_isCompatibleWithTheLastRelease(Path bundle) throws IOException {
		List<String> now = now(bundle);
		Files.createDirectories(NOW);
		Files.write(file(NOW, bundle), now);
		Path baseline = file(BASELINE, bundle);

		// a bundle that the last release did not have may be anything
		if (Files.exists(baseline)) {
			assertThat(ApiBaseline.parse(Checkout.lines(baseline)).problems(ApiBaseline.parse(now)))
					.as("incompatible changes of %s; restore what is missing, or see CONTRIBUTING, API", Checkout.name(bundle)).isEmpty();
		}
	}

	@Test
	void baselines_haveABundle() throws IOException {
		List<String> names = bundles().map(bundle -> file(BASELINE, bundle).getFileName().toString()).toList();
		try (Stream<Path> files = Files.list(BASELINE)) {
			assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".txt"))).isSubsetOf(names);
		}
	}

	@Test
	void packages_ofTheApi_sayTheirFirstVersion() {
		List<String> problems = new ArrayList<>();
		for (BundleManifest bundle : Checkout.bundles().stream().map(BundleManifest::read).toList()) {
			for (Clause exported : bundle.clauses("Export-Package")) {
				Path info = bundle.folder().resolve("src").resolve(exported.name().replace('.', '/')).resolve("package-info.java");
				if (!Arrows.isInternal(exported.name())
						&& Checkout.lines(info).stream().noneMatch(line -> line.matches(" \\* @since \\d+\\.\\d+\\.\\d+"))) {
					problems.add(exported.name() + " has no @since in its package-info.java");
				}
			}
		}
		assertThat(problems).isEmpty();
	}

	/** Implemented here only. */
	public sealed interface Closed permits Closed.Only {
		/** Its implementation. */
		record Only(int[] value) implements Closed {
		}
	}

	/** A type with members of all kinds. */
	public abstract static class Sample<T extends Comparable<T>> implements Runnable {
		/** Visible to subclasses. */
		protected final List<T> elements = new ArrayList<>();
		/** Not API. */
		int count;

		/** Inherited by a type of the API. */
		abstract void hidden();

		/** @return the elements */
		public static <E> Stream<E> of(List<? extends E> elements) throws IOException {
			return elements.stream().map(element -> element);
		}
	}

	/** Copies class files to a folder, as ArchUnit does not read them inside a bundle. */
	private JavaClasses compiled(Class<?>... types) throws IOException {
		for (Class<?> type : types) {
			String name = type.getName().substring(type.getPackageName().length() + 1) + ".class";
			try (InputStream in = type.getResourceAsStream(name)) {
				Files.copy(in, folder.resolve(name));
			}
		}
		return new ClassFileImporter().importPath(folder);
	}

	@Test
	void lines_ofAType_haveItsUsableMembers() throws IOException {
		JavaClasses classes = compiled(Sample.class);
		String text = String.join("\n", ApiLines.describe(classes.get(Sample.class)));

		assertThat(text).isEqualTo("""
				ApiTest$Sample: static abstract class<T extends Comparable<T>> is Runnable
					new()
					protected final elements: java.util.List<T>
					static <E>of(java.util.List<? extends E>): java.util.stream.Stream<E> throws java.io.IOException""");
	}

	@Test
	void lines_ofSealedTypesAndArrays_showThem() throws IOException {
		JavaClasses classes = compiled(Closed.class, Closed.Only.class);

		assertThat(ApiLines.describe(classes.get(Closed.class))).containsExactly("ApiTest$Closed: sealed interface");
		assertThat(ApiLines.describe(classes.get(Closed.Only.class))).containsExactly("ApiTest$Closed$Only: record is ApiTest$Closed",
				"\tnew(int[])", "\tvalue(): int[]");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"A: class;run(): void | A: class;run(): void;added(): int | ",
			"A: class;run(): void | A: class;run(): void/B: class | ",
			"A: class;run(): void | A: class | org.x.A lacks: run(): void",
			"A: class;run(): void | A: class;run(): int | org.x.A lacks: run(): void",
			"A: class;run(): void | A: final class;run(): void | org.x.A lacks: A: class",
			"A: class/B: class | A: class | org.x.B is gone",
			"A: interface;abstract a(): int | A: interface;abstract a(): int;abstract b(): int "
					+ "| org.x.A has a new member that its implementers lack: abstract b(): int",
			"A: sealed interface;abstract a(): int | A: sealed interface;abstract a(): int;abstract b(): int |",
			"A: annotation is B;abstract a(): int | A: annotation is B;abstract a(): int;abstract b(): int |" })
	void change_withoutStepOfTheVersion_isAProblemIfItIsIncompatible(String before, String after, String problem) {
		List<String> wanted = problem == null ? List.of() : List.of(problem);

		assertThat(api("0.1.0", before).problems(api("0.1.0", after))).isEqualTo(wanted);
		assertThat(api("0.1.0", before).problems(api("0.1.1", after))).isEqualTo(wanted);
		assertThat(api("0.1.0", before).problems(api("0.2.0", after))).isEmpty();
		assertThat(api("1.1.0", before).problems(api("1.2.0", after))).isEqualTo(wanted);
		assertThat(api("1.1.0", before).problems(api("2.0.0", after))).isEmpty();
	}

	@Test
	void packageThatIsGone_isAProblem() {
		assertThat(api("0.1.0", "A: class").problems(ApiBaseline.parse(List.of()))).containsExactly("org.x.A is gone");
	}

	private static ApiBaseline api(String version, String types) {
		return ApiBaseline.parse(Stream.concat(Stream.of("package org.x " + version),
				Stream.of(types.split("/")).map(type -> type.replace(";", "\n\t")).flatMap(String::lines)).collect(Collectors.toList()));
	}
}
