// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;

/** Tests the comparison of records that releng/native/Records.java compiles for the native executable against that of the JVM. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "native-image 25 runs the tool with its own JDK, which has the API for class files")
class CompiledRecordsTest {
	record Sample(boolean flag, byte octet, short word, char letter, int number, long large, float single, double wide, @Nullable String text,
			int[] array) {
	}

	record Empty() {
	}

	record Own(int number) {
		@Override
		public boolean equals(@Nullable Object other) {
			return List.of(1, 2).stream().anyMatch(each -> each == number) && other instanceof Own;
		}

		@Override
		public int hashCode() {
			return 1;
		}
	}

	private static final int[] ARRAY = { 1 };
	/** Each differs from the first one in one component. */
	private static final Object[][] SAMPLES = { sample(0, false), sample(0, true), sample(1, (byte) -1), sample(2, (short) -1), sample(3, 'b'),
			sample(4, -1), sample(5, 1L << 32), sample(6, -0f), sample(6, Float.NaN), sample(7, -0d), sample(7, Double.NaN), sample(8, null),
			sample(8, new String("a")), sample(9, ARRAY.clone()) };

	@TempDir
	private Path folder;

	private static Object[] sample(int place, @Nullable Object value) {
		Object[] values = { false, (byte) 0, (short) 0, 'a', 0, 0L, 0f, 0d, "a", ARRAY };
		values[place] = value;
		return values;
	}

	/** Finds the classes of the folder before those of this test. */
	private final class Compiled extends ClassLoader {
		Compiled() {
			super(CompiledRecordsTest.class.getClassLoader());
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			Path file = folder.resolve(name.substring(name.lastIndexOf('.') + 1) + ".class");
			if (!Files.exists(file)) {
				return super.loadClass(name, resolve);
			}
			try {
				Class<?> loaded = findLoadedClass(name);
				byte[] bytes = Files.readAllBytes(file);
				return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
			} catch (IOException e) {
				throw new ClassNotFoundException(name, e);
			}
		}
	}

	private static byte[] original(Class<?> type) throws IOException {
		try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(fileName(type)))) {
			return in.readAllBytes();
		}
	}

	private static String fileName(Class<?> type) {
		return type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
	}

	private void compile() throws Exception {
		for (Class<?> type : List.of(Sample.class, Empty.class, Own.class)) {
			Files.write(folder.resolve(fileName(type)), original(type));
		}
		Process tool = new ProcessBuilder(System.getProperty("java.home") + "/bin/java",
				Checkout.root().resolve("releng/native/Records.java").toString(), folder.toString()).redirectErrorStream(true).start();
		String output = Await.output(tool);
		assertThat(tool.waitFor()).as(output).isZero();
	}

	private static List<Object> objects(Class<?> type) throws ReflectiveOperationException {
		Constructor<?> constructor = type.getDeclaredConstructors()[0];
		constructor.setAccessible(true);
		List<Object> made = new ArrayList<>();
		for (Object[] values : SAMPLES) {
			made.add(constructor.newInstance(values));
			made.add(constructor.newInstance(values));
		}
		return made;
	}

	/** Returns what each object is equal to, as one line for each. */
	private static List<String> comparisons(List<Object> objects) {
		List<String> lines = new ArrayList<>();
		for (Object one : objects) {
			StringBuilder line = new StringBuilder();
			objects.forEach(other -> line.append(one.equals(other) ? '=' : '.'));
			lines.add(line.append(one.equals(null)).append(one.equals("a")).toString());
		}
		return lines;
	}

	@Test
	void equals_eachKindOfComponent_isAsOnTheJvm() throws Exception {
		compile();

		Class<?> compiled = new Compiled().loadClass(Sample.class.getName());

		assertThat(compiled).isNotEqualTo(Sample.class);
		assertThat(Files.readAllBytes(folder.resolve(fileName(Sample.class)))).isNotEqualTo(original(Sample.class));
		assertThat(comparisons(objects(compiled))).isEqualTo(comparisons(objects(Sample.class)));
		assertThat(comparisons(objects(compiled))).startsWith("==" + "..".repeat(11) + "==..falsefalse");
	}

	@Test
	void equals_noComponent_concernsTheTypeOnly() throws Exception {
		compile();

		Constructor<?> compiled = new Compiled().loadClass(Empty.class.getName()).getDeclaredConstructor();
		compiled.setAccessible(true);

		assertThat(compiled.newInstance()).isEqualTo(compiled.newInstance()).isNotEqualTo(new Empty());
	}

	@Test
	void equals_writtenByHand_staysAsItIs() throws Exception {
		compile();

		assertThat(Files.readAllBytes(folder.resolve(fileName(Own.class)))).isEqualTo(original(Own.class));
	}
}
