// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.Launcher;
import org.pmix4j.client.PmixClient;
import org.pmix4j.junit.internal.command.ClassPath;
import org.pmix4j.testkit.Checkout;

/** Tests the class path of ranks, on the class path of a build and inside OSGi alike. */
class ClassPathTest {
	@Test
	void entries_ofATest_haveAllClassesThatItUses() throws IOException, ClassNotFoundException {
		List<URL> urls = new ArrayList<>();
		for (Path entry : ClassPath.of(ClassPathTest.class)) {
			urls.add(entry.toUri().toURL());
		}
		try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
			for (Class<?> used : List.of(ClassPathTest.class, PmixClient.class, Launcher.class, Assertions.class, Checkout.class)) {
				assertThat(loader.loadClass(used.getName()).getClassLoader()).isSameAs(loader);
			}
		}
	}

	@Test
	void entries_exist() {
		assertThat(ClassPath.of(ClassPathTest.class)).isNotEmpty().allMatch(Path::isAbsolute).doesNotHaveDuplicates();
	}

	/** Surefire's jar of the class path has a test engine and a launcher that the property does not name. */
	@Test
	void entries_ofAClassOutsideTheProperty_haveItsPlace(@TempDir Path folder) throws IOException, ClassNotFoundException {
		String file = RankSamples.class.getName().replace('.', '/') + ".class";
		URL original = RankSamples.class.getResource("RankSamples.class");
		Path copy = folder.resolve(file);
		Files.createDirectories(copy.getParent());
		try (InputStream in = Objects.requireNonNull(original).openStream()) {
			Files.copy(in, copy);
		}
		try (URLClassLoader loader = new URLClassLoader(new URL[] { folder.toUri().toURL() }, null)) {
			Class<?> elsewhere = loader.loadClass(RankSamples.class.getName());

			assertThat(ClassPath.of(elsewhere)).contains(Path.of(folder.toUri()));
		}
	}
}
