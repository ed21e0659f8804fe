// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

/** One of the two output streams of a child. */
public enum ChildStream {
	/** Descriptor 1 of the child. */
	STDOUT,
	/** Descriptor 2 of the child. */
	STDERR
}
