// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Lets hwloc describe this machine from the files of the kernel alone. Some virtual machines have processors but no caches there; hwloc
 * then asks the processors by an instruction (cpuid) for which Java has no call, and knows more than the host.
 */
final class KernelTopology {
	private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");

	private KernelTopology() {
	}

	/** Returns variables for a process that uses hwloc; none if the kernel describes caches, since hwloc prefers its files then. */
	static Map<String, String> environment() {
		return Files.isDirectory(CACHES) ? Map.of() : Map.of("HWLOC_COMPONENTS", "-x86");
	}
}
