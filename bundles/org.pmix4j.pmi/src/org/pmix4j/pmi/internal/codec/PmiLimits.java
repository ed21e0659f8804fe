// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

/** Limits of PMI: those that the server announces to ranks, and those of its own decoder. */
public final class PmiLimits {
	/** The maximum length of the name of a key-value space, in bytes, the final NUL of C included. */
	public static final int SPACE_NAME = 256;
	/** The maximum length of a key, likewise. */
	public static final int KEY = 64;
	/** The maximum length of a value, likewise. */
	public static final int VALUE = 1024;
	/** The maximum length of a line or a frame in bytes; programs that are spawned may have long arguments. */
	public static final int LINE = 1 << 16;
	/** The maximum number of pairs in a line. */
	static final int PAIRS = 64;
	/** The maximum number of pairs in the request of a spawn, over all of its programs. */
	static final int SPAWN_PAIRS = 1 << 14;
	/** The maximum length of the request of a spawn in characters, over all of its programs. */
	static final int SPAWN_LENGTH = 1 << 20;
	/** The maximum number of programs of a spawn. */
	static final int PROGRAMS = 1 << 10;

	private PmiLimits() {
	}
}
