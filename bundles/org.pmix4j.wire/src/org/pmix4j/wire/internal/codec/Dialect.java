// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.Optional;

import org.pmix4j.model.DataType;

/**
 * The encoding of one release line, under the name that its peers announce in their hello: a module of the framework "bfrops" in
 * the C library. Dialects differ in nothing but the data types that they know and the form of integers.
 *
 * @see "OpenPMIx src/mca/bfrops, one folder a dialect"
 */
public enum Dialect {
	/** Releases 2.1 and 2.2. */
	V21(21, "v21", false, range(0, 44), 0),
	/** Releases 3.x: adds channels of standard output, and environment variables. */
	V3(30, "v3", false, V21.low | range(45, 46), 0),
	/** Release 4.0: integers of variable length, fabric and hardware; drops MODEX and INFO_ARRAY. */
	V4(40, "v4", true, (V3.low | range(47, 59)) & ~(range(29, 29) | range(44, 44)), 0),
	/** Releases 4.1 to 5.x: adds namespaces as values, statistics and storage. */
	V41(41, "v41", true, V4.low | range(60, 63), range(0, 5)),
	/** Release 6.0: adds devices and resources. */
	V51(51, "v51", true, V41.low, V41.high | range(6, 8)),
	/** Release 6.1: adds processes of a node. */
	V61(61, "v61", true, V51.low, V51.high | range(9, 9));

	private static final int MAX_DIGITS = 4;

	private final int number;
	private final String moduleName;
	private final boolean flexible;
	/** Bit n: the type with code n is known. */
	private final long low;
	/** Bit n: the type with code 64 + n is known. */
	private final long high;

	Dialect(int number, String moduleName, boolean flexible, long low, long high) {
		this.number = number;
		this.moduleName = moduleName;
		this.flexible = flexible;
		this.low = low;
		this.high = high;
	}

	private static long range(int first, int last) {
		return -1L >>> 63 - last & -1L << first;
	}

	/** @return the name as in hellos: v41 and the like */
	public String moduleName() {
		return moduleName;
	}

	/**
	 * Picks the newest dialect that both sides speak. A module between or above ours is newer than the dialect below it only in
	 * the types that it adds, so that one serves.
	 *
	 * @param moduleList the modules of a hello, separated by commas
	 * @return the dialect; empty if the list names none from v21 on
	 */
	public static Optional<Dialect> best(String moduleList) {
		Dialect best = null;
		for (String name : moduleList.split(",")) {
			int number = number(name.trim());
			for (Dialect dialect : values()) {
				if (dialect.number <= number && (best == null || dialect.number > best.number)) {
					best = dialect;
				}
			}
		}
		return Optional.ofNullable(best);
	}

	/** v3 is 30, v41 is 41; 0 for what is no module's name. */
	private static int number(String name) {
		if (name.length() < 2 || name.length() > 1 + MAX_DIGITS || name.charAt(0) != 'v') {
			return 0;
		}
		int number = 0;
		for (int i = 1; i < name.length(); i++) {
			int digit = name.charAt(i) - '0';
			if (digit < 0 || digit > 9) {
				return 0;
			}
			number = number * 10 + digit;
		}
		return name.length() == 2 ? number * 10 : number;
	}

	/**
	 * @param type a data type
	 * @return whether peers of this dialect understand it
	 */
	public boolean knows(DataType type) {
		return knows(type.code());
	}

	boolean knows(int code) {
		return code < Long.SIZE ? (low >>> code & 1) != 0 : code < 2 * Long.SIZE && (high >>> code & 1) != 0;
	}

	/** Whether integers have as many bytes as they need, or as many as their type. */
	boolean flexible() {
		return flexible;
	}
}
