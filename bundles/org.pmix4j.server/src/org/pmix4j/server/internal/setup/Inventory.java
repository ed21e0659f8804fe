// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;

/**
 * Inventory of a node for servers of other nodes. Stateless; blocks on files of the kernel.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_collect_inventory"
 */
public final class Inventory {
	private static final Path MEMORY = Path.of("/proc/meminfo");
	private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s+(\\d{1,15}) kB");
	private static final int KIB = 1024;

	private Inventory() {
	}

	/**
	 * @param hostname name of this node
	 * @return an array of node data
	 */
	public static Infos of(String hostname) {
		List<Info> node = new ArrayList<>();
		node.add(Info.of(NodeAttributes.HOSTNAME, hostname));
		memory().ifPresent(bytes -> node.add(Info.of(NodeAttributes.AVAIL_PHYS_MEMORY, bytes)));
		return Infos.of(Info.of(LevelAttributes.NODE_INFO_ARRAY, DataArray.of(new Infos(node))));
	}

	/** Returns the total memory; empty if the kernel does not provide it. */
	private static OptionalLong memory() {
		try {
			Matcher matcher = TOTAL.matcher(Files.readString(MEMORY));
			return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1)) * KIB) : OptionalLong.empty();
		} catch (IOException e) {
			return OptionalLong.empty();
		}
	}
}
