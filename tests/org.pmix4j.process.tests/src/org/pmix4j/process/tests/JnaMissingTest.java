// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.process.internal.posix.PosixSupport;
import org.pmix4j.testkit.Await;

/** Tests that a process without a usable JNA says so, and does not blame the operating system. */
class JnaMissingTest {
	/** Prints why local jobs are not possible. */
	static final class Refused {
		public static void main(String[] arguments) {
			try {
				PosixSupport.require();
			} catch (UnsupportedOperationException e) {
				System.out.println(e.getMessage());
			}
		}
	}

	@Test
	void jna_isNotInTheClassPath_isNamed() throws Exception {
		URL[] withoutJna = { Jvm.place(PosixSupport.class).toUri().toURL(), Jvm.place(ByteStrings.class).toUri().toURL() };
		try (URLClassLoader loader = new URLClassLoader(withoutJna, ClassLoader.getPlatformClassLoader())) {
			Class<?> support = loader.loadClass(PosixSupport.class.getName());
			assertThatThrownBy(() -> support.getMethod("require").invoke(null)).cause().isInstanceOf(UnsupportedOperationException.class)
					.hasMessageStartingWith("local jobs need the library JNA 5, whose class com.sun.jna.")
					.hasMessageEndingWith(" is missing: add jna.jar to the class path, or install the bundle com.sun.jna");
		}
	}

	@Test
	void jna_cannotWriteItsNativePart_saysWhatToDo() throws Exception {
		Process jvm = Jvm.start(List.of("env", "JAVA_TOOL_OPTIONS=-Djna.tmpdir=/proc/self"), Refused.class);
		assertThat(Await.output(jvm)).startsWith("local jobs need the library JNA, which cannot load its native part: ")
				.contains("a directory for temporary files that is not mounted with noexec (-Djna.tmpdir=DIR)");
	}
}
