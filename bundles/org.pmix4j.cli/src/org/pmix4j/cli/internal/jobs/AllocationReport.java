// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.job.inspection.AllocationEntry;

/** Shows an allocation, or a request that waits for one, and how to end it. Stateless. */
public final class AllocationReport {
	/** The columns of {@link #cells}. */
	public static final List<String> HEADINGS = List.of("ALLOCATION", "CPUS", "STATE", "REQUESTER", "END IT WITH");

	private AllocationReport() {
	}

	/**
	 * @param entry of a server
	 * @return a row of a table
	 */
	public static List<Object> cells(AllocationEntry entry) {
		return List.of(entry.name(), entry.cpus(), state(entry), entry.requester(), end(entry));
	}

	/**
	 * @param entry of a server
	 * @return a line
	 */
	public static String line(AllocationEntry entry) {
		return "allocation " + entry.name() + (entry.request().isEmpty() ? "" : ", request " + entry.request()) + ": " + state(entry)
				+ (entry.cpus() == 0 ? "" : ", " + entry.cpus() + " cpus") + (entry.nodes().isEmpty() ? "" : " on " + entry.nodes())
				+ ", requested by " + entry.requester() + "; end it with '" + end(entry) + "'";
	}

	/**
	 * @param entry of a server
	 * @return an object
	 */
	public static Map<String, Object> json(AllocationEntry entry) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("name", entry.name());
		object.put("request", entry.request());
		object.put("state", word(entry));
		object.put("requester", ValueReport.json(entry.requester()));
		object.put("owned", entry.owned());
		object.put("cpus", entry.cpus());
		object.put("hosts", entry.nodes().isEmpty() ? List.of() : List.of(entry.nodes().split(",")));
		return object;
	}

	private static String word(AllocationEntry entry) {
		return entry.state().toLowerCase(Locale.ROOT);
	}

	private static String state(AllocationEntry entry) {
		return entry.owned() ? word(entry) : word(entry) + ", its owner has left";
	}

	private static String end(AllocationEntry entry) {
		return (entry.isWaiting() ? "pmix4j ctrl cancel " : "pmix4j alloc release --alloc-id ") + entry.name();
	}
}
