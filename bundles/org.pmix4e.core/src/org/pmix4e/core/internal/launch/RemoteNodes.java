// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4j.process.ProgramSearch;

/** Finds the ways to ranks on other nodes. Stateless. */
final class RemoteNodes {
	/** A debugger cannot type a password, and must not wait for minutes for a node that does not answer. */
	private static final List<String> OPTIONS = List.of("-o", "BatchMode=yes", "-o", "ConnectTimeout=15");

	private RemoteNodes() {
	}

	/**
	 * Returns the ways to nodes; empty if all of them are this machine. Blocks for seconds at most.
	 *
	 * @param nodes    names or addresses; none if they are not known
	 * @param settings of the launch, whose environment has the remote shell that PRRTE uses as well
	 * @param monitor  for what debuggers wait for
	 */
	static Optional<RankNodes> find(Collection<String> nodes, LaunchSettings settings, IProgressMonitor monitor) {
		OwnAddress own = OwnAddress.towards(nodes);
		return own.address()
				.map(address -> new RankNodes(address, own.others().stream().sorted().toList(), shell(settings), monitor));
	}

	private static List<String> shell(LaunchSettings settings) {
		return ProgramSearch.of("ssh", settings.directory(), settings.environment()).file()
				.map(file -> Stream.concat(Stream.of(file.toString()), OPTIONS.stream()).toList()).orElse(List.of());
	}
}
