// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.Optional;

import org.pmix4j.model.DataType;

/**
 * Encoding of one release line, named as peers announce it in their hello: a module of the framework "bfrops" in the C library. Dialects
 * differ only in the data types they know and in the form of integers.
 *
 * @see "OpenPMIx src/mca/bfrops, one folder for each dialect"
 */
public enum Dialect {
	/** Releases 2.1 and 2.2. */
	V21(21, "v21", false, range(0, 44), 0),
	/** Releases 3.x: adds IOF channels and environment variables. */
	V3(30, "v3", false, V21.low | range(45, 46), 0),
	/** Release 4.0: adds fabric and hardware types, uses integers of variable length, and drops MODEX and INFO_ARRAY. */
	V4(40, "v4", true, (V3.low | range(47, 59)) & ~(range(29, 29) | range(44, 44)), 0),
	/** Releases 4.1 to 5.x: adds namespaces as values, statistics and storage. */
	V41(41, "v41", true, V4.low | range(60, 63), range(0, 5)),
	/** Release 6.0: adds devices and resources. */
	V51(51, "v51", true, V41.low, V41.high | range(6, 8)),
	/** Release 6.1: adds process ids of a node. */
	V61(61, "v61", true, V51.low, V51.high | range(9, 9));

	private static final int MAX_DIGITS = 4;

	private final int number;
	private final String moduleName;
	private final boolean flexible;
	/** Bit n is set if the type with code n is known. */
	private final long low;
	/** Bit n is set if the type with code 64 + n is known. */
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

	/** @return the name used in hellos, such as v41 */
	public String moduleName() {
		return moduleName;
	}

	/**
	 * Selects the newest dialect that both sides speak. An unknown module differs from the dialect below it only by additional types, so
	 * that dialect is selected for it.
	 *
	 * @param moduleList modules named in a hello, separated by commas
	 * @return the dialect; empty if the list names no module from v21 on
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

	/** Converts v3 to 30 and v41 to 41; returns 0 if the name is not a module's. */
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
	 * @return whether peers of this dialect understand the type
	 */
	public boolean knows(DataType type) {
		return knows(type.code());
	}

	boolean knows(int code) {
		return code < Long.SIZE ? (low >>> code & 1) != 0 : code < 2 * Long.SIZE && (high >>> code & 1) != 0;
	}

	/** Returns whether integers take only as many bytes as their value needs, instead of the width of their type. */
	boolean flexible() {
		return flexible;
	}
}
