// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.io.IOException;
import java.nio.file.Path;

import org.pmix4j.model.internal.text.KernelFiles;

/**
 * The name of a node, formed as in the C library, since tools derive file names from it. Stateless.
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

	/** {@return the kernel's name of this machine, possibly with its domain; {@code localhost} if it is not available} */
	public static String ofThisMachine() {
		try {
			String name = KernelFiles.text(KERNEL);
			return name.isEmpty() ? UNKNOWN : name;
		} catch (IOException e) {
			return UNKNOWN;
		}
	}

	/**
	 * {@return the name without its domain; an address is returned unchanged}
	 *
	 * @param name name of a machine
	 */
	public static String withoutDomain(String name) {
		int dot = name.indexOf('.');
		return dot <= 0 || isAddress(name) ? name : name.substring(0, dot);
	}

	/** Returns whether inet_aton accepts the name: up to four decimal, octal or hexadecimal parts; the last one fills the remaining bytes. */
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

	/** Returns a part's value, or a number above any valid value if it is malformed. */
	private static long number(String part) {
		try {
			return part.isEmpty() || !Character.isDigit(part.charAt(0)) ? Long.MAX_VALUE : Long.decode(part);
		} catch (NumberFormatException e) {
			return Long.MAX_VALUE;
		}
	}
}
