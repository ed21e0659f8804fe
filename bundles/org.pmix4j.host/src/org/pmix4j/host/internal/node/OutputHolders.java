// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.pmix4j.host.internal.fate.Remnant;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.process.ChildProcess;

/**
 * Finds the processes that keep the output of ended ranks open, by their open files. Looks at every process of this user, which takes some
 * ten milliseconds. Stateless; blocks.
 */
final class OutputHolders {
	private OutputHolders() {
	}

	/** Returns the holders of each process that has some. */
	static Map<ChildProcess, List<Remnant>> find(Map<ChildProcess, CompletableFuture<Set<String>>> links) {
		Map<ChildProcess, List<Remnant>> found = new LinkedHashMap<>();
		Set<String> all = links.values().stream().flatMap(each -> each.join().stream()).collect(Collectors.toSet());
		int self = (int) ProcessHandle.current().pid();
		for (int pid : all.isEmpty() ? List.<Integer>of() : ProcFs.pids()) {
			if (pid != self && ProcFs.holds(pid, all)) {
				links.forEach((process, own) -> {
					if (ProcFs.holds(pid, own.join())) {
						found.computeIfAbsent(process, key -> new ArrayList<>()).add(Remnant.of(pid));
					}
				});
			}
		}
		return found;
	}
}
