// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.tests.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.OptionList;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.RecoveryOptions;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.job.options.SessionOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.Attribute;
import org.pmix4j.testkit.Checkout;

/** The rules that every entry of the table of options keeps. */
class OptionTableTest {
	private static final List<Class<?>> TOPICS = List.of(AppOptions.class, PlacementOptions.class, OutputOptions.class, JobOptions.class,
			RecoveryOptions.class, ReportOptions.class, SpawnOptions.class, SessionOptions.class, LauncherOptions.class);

	static List<JobOption<?>> options() {
		return OptionTable.all();
	}

	@Test
	void all_hasEveryConstantOnce() throws ReflectiveOperationException {
		List<Object> constants = new ArrayList<>();
		for (Class<?> topic : TOPICS) {
			for (Field field : topic.getFields()) {
				if (field.getType() == JobOption.class && Modifier.isStatic(field.getModifiers())) {
					constants.add(field.get(null));
				}
			}
		}
		assertThat(options()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(constants.stream().map(each -> (JobOption<?>) each)
				.toList());
	}

	@ParameterizedTest
	@MethodSource("options")
	void entry_hasNameAndText(JobOption<?> option) {
		assertThat(option.name()).isNotBlank();
		assertThat(option.text()).matches("[A-Z].*\\.");
	}

	@ParameterizedTest
	@MethodSource("options")
	void entry_hasASource(JobOption<?> option) {
		assertThat(option.words().isEmpty() && option.lists().isEmpty() && option.attributes().isEmpty() && option.key().isEmpty()).isFalse();
	}

	@ParameterizedTest
	@MethodSource("options")
	void entry_hasAnAttributeOrSaysWhyNot(JobOption<?> option) {
		assertThat(option.attributes().isEmpty()).isEqualTo(!option.whyNoAttribute().isEmpty());
	}

	@ParameterizedTest
	@MethodSource("options")
	<T> void entry_default_isReadBackFromItsText(JobOption<T> option) {
		List<String> texts = option.type().format(option.defaultValue());

		if (!texts.isEmpty() && !texts.get(0).isEmpty()) {
			assertThat(option.type().parse(texts.get(0))).contains(option.defaultValue());
		}
	}

	@Test
	void names_areUnique() {
		assertThat(options().stream().map(JobOption::name)).doesNotHaveDuplicates();
	}

	@Test
	void words_areUnique() {
		Stream<String> words = options().stream().flatMap(option -> option.words().stream());

		assertThat(Stream.concat(words, OptionList.ofCommandLine().stream().map(OptionList::word))).doesNotHaveDuplicates()
				.allMatch(word -> word.startsWith("-"));
	}

	@Test
	void keys_areUnique() {
		assertThat(options().stream().flatMap(option -> option.key().stream())).doesNotHaveDuplicates();
	}

	@Test
	void attributes_areUnique() {
		assertThat(OptionTable.attributes()).doesNotHaveDuplicates();
	}

	@Test
	void attributes_areReadByTheTableAlone() throws IOException {
		Set<String> read = new TreeSet<>();
		try (Stream<Path> files = Files.list(Checkout.root().resolve("bundles/org.pmix4j.host/src/org/pmix4j/host/internal/spawn"))) {
			for (Path file : files.toList()) {
				String source = Files.readString(file);
				for (Attribute<?> attribute : OptionTable.attributes().toList()) {
					if (source.matches("(?s).*Attributes\\." + attribute.name().replaceFirst("^PMIX_", "") + "\\b.*")) {
						read.add(file.getFileName() + " reads " + attribute);
					}
				}
			}
		}
		assertThat(read).isEmpty();
	}

	@Test
	void listWords_areUniqueInTheirList() {
		for (OptionList list : OptionList.ofCommandLine()) {
			assertThat(list.words()).isNotEmpty().doesNotHaveDuplicates();
		}
		assertThat(OptionList.RUNTIME.words().stream().collect(Collectors.joining(" "))).contains("timeout", "exec-agent");
	}
}
