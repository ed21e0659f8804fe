// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;

/**
 * A job that runs in a server. Immutable.
 *
 * @param nspace    its namespace
 * @param command   its command line, or the executables if the server reports them
 * @param processes its process table, ordered by rank
 * @param stops     the processes that a signal has stopped, if the server reports them
 */
public record JobEntry(String nspace, String command, List<ProcInfo> processes, Map<Proc, RankStop> stops) {
	/** Copies list and map. */
	public JobEntry {
		processes = List.copyOf(processes);
		stops = Map.copyOf(stops);
	}

	/**
	 * @param process an entry of the table
	 * @return its state in a word
	 */
	public String state(ProcInfo process) {
		return stops.containsKey(process.proc()) ? "stopped" : ValueReport.word(process.state());
	}

	/** @return the state that all processes have, or how many have which; empty without processes */
	public String state() {
		Map<String, Integer> counts = new LinkedHashMap<>();
		processes.forEach(process -> counts.merge(state(process), 1, Integer::sum));
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
		object.put("ranks", processes.stream().map(this::json).toList());
		return object;
	}

	private Map<String, Object> json(ProcInfo process) {
		Map<String, Object> object = ValueReport.json(process);
		if (stops.containsKey(process.proc())) {
			object.put("state", state(process));
			object.put("signal", stops.get(process.proc()).signalName());
		}
		return object;
	}
}
