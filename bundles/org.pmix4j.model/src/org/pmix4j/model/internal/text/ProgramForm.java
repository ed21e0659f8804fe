// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.text;

/** The form in which this program runs: on a JVM, or as the native executable that releng/native builds. Stateless. */
public final class ProgramForm {
	/** The property by which GraalVM's runtime says what it is; a JVM does not have it. */
	private static final String IMAGE = "org.graalvm.nativeimage.imagecode";

	private ProgramForm() {
	}

	/** {@return whether there is no JVM, and so no home of Java, no class path, and no option of a JVM} */
	public static boolean isNative() {
		return System.getProperty(IMAGE) != null;
	}
}
