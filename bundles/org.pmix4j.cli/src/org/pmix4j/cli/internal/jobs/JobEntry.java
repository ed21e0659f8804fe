// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.model.ProcInfo;

/**
 * A job that runs in a server. Immutable.
 *
 * @param nspace    its namespace
 * @param command   its command line, or the executables as far as the server tells them
 * @param processes its process table, ordered by rank
 */
public record JobEntry(String nspace, String command, List<ProcInfo> processes) {
	/** Copies the list. */
	public JobEntry {
		processes = List.copyOf(processes);
	}

	/** @return the state that all processes have, or how many have which; empty without processes */
	public String state() {
		Map<String, Integer> counts = new LinkedHashMap<>();
		processes.forEach(process -> counts.merge(ValueReport.word(process.state()), 1, Integer::sum));
		return counts.size() == 1 ? counts.keySet().iterator().next()
				: counts.entrySet().stream().map(each -> each.getValue() + " " + each.getKey()).collect(Collectors.joining(", "));
	}

	/** @return an object with namespace, size, state, command and ranks */
	public Map<String, Object> json() {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("namespace", nspace);
		object.put("size", processes.size());
		object.put("state", state());
		object.put("command", command);
		object.put("ranks", processes.stream().map(ValueReport::json).toList());
		return object;
	}
}
