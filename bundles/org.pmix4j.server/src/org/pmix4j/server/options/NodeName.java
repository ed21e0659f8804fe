// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a machine is called: as the C library of PMIx makes it, or tools would look for other files than there are. Without state.
 *
 * @see "OpenPMIx src/runtime/pmix_init.c, and src/util/pmix_net.c, pmix_net_isaddr"
 */
public final class NodeName {
	private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");
	private static final String UNKNOWN = "localhost";
	private static final int BYTE_END = 256;
	private static final int PARTS_OF_ALL = 4;

	private NodeName() {
	}

	/** @return what the kernel calls this machine, with its domain if that is part of it; {@code localhost} if it does not tell */
	public static String ofThisMachine() {
		try {
			String name = Files.readString(KERNEL).strip();
			return name.isEmpty() ? UNKNOWN : name;
		} catch (IOException e) {
			return UNKNOWN;
		}
	}

	/**
	 * @param name of a machine
	 * @return without its domain; an address stays whole
	 */
	public static String withoutDomain(String name) {
		int dot = name.indexOf('.');
		return dot <= 0 || isAddress(name) ? name : name.substring(0, dot);
	}

	/** As inet_aton reads it: up to four parts, decimal, octal or hexadecimal, the last of which fills what is left. */
	private static boolean isAddress(String name) {
		String[] parts = name.split("\\.", -1);
		if (parts.length > PARTS_OF_ALL) {
			return false;
		}
		for (int i = 0; i < parts.length; i++) {
			long end = i < parts.length - 1 ? BYTE_END : 1L << Byte.SIZE * (PARTS_OF_ALL - i);
			if (number(parts[i]) >= end) {
				return false;
			}
		}
		return true;
	}

	/** More than any part may be if it is none. */
	private static long number(String part) {
		try {
			return part.isEmpty() || !Character.isDigit(part.charAt(0)) ? Long.MAX_VALUE : Long.decode(part);
		} catch (NumberFormatException e) {
			return Long.MAX_VALUE;
		}
	}
}
