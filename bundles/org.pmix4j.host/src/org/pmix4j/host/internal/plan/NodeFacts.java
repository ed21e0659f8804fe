// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.job.Node;
import org.pmix4j.model.Info;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.server.options.NodeName;

/** The data of the server's own node that its system knows: other names and the size of the memory. Stateless. */
final class NodeFacts {
	private static final Path MEMORY = Path.of("/proc/meminfo");
	private static final String TOTAL = "MemTotal:";
	private static final long UNIT = 1024;

	private NodeFacts() {
	}

	/** Returns the names by which processes may call the node, and its memory in bytes if the system shows it. */
	static List<Info> of(Node own) {
		Set<String> names = new LinkedHashSet<>(List.of(own.name(), NodeName.ofThisMachine(), "localhost"));
		List<Info> infos = new ArrayList<>();
		infos.add(Info.of(NodeAttributes.HOSTNAME_ALIASES, String.join(",", names)));
		long memory = memory();
		if (memory > 0) {
			infos.add(Info.of(NodeAttributes.AVAIL_PHYS_MEMORY, memory));
		}
		return infos;
	}

	/** Returns zero if the system does not show it. The total is in the first line. */
	private static long memory() {
		try (BufferedReader lines = Files.newBufferedReader(MEMORY, StandardCharsets.US_ASCII)) {
			String first = lines.readLine();
			if (first != null && first.startsWith(TOTAL)) {
				return Long.parseLong(first.substring(TOTAL.length()).replace("kB", "").strip()) * UNIT;
			}
		} catch (IOException | NumberFormatException e) {
			HostLog.log(Level.DEBUG, "the memory of this node is not known", e);
		}
		return 0;
	}
}
