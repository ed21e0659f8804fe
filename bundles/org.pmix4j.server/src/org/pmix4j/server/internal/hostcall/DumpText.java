// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.hostcall;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;

/** Formats processes for dumps and log messages. Stateless. */
public final class DumpText {
	/** Maximum number of processes that are listed; a request may name millions. */
	private static final int MANY = 1024;

	/** Maximum number of other elements that are listed. */
	private static final int FEW = 16;

	private DumpText() {
	}

	/** @return {@code job@1} for all ranks of a job, {@code ranks 3, 7 of job@1} for some */
	public static String procs(Collection<Proc> procs) {
		Map<String, StringJoiner> ranks = new LinkedHashMap<>();
		int count = 0;
		for (Proc proc : procs) {
			if (count++ == MANY) {
				break;
			}
			StringJoiner list = ranks.computeIfAbsent(proc.nspace(), nspace -> new StringJoiner(", "));
			if (proc.rank().isProcess()) {
				list.add(proc.rank().toString());
			}
		}
		StringJoiner all = new StringJoiner(" and ");
		ranks.forEach((nspace, list) -> all.add(list.length() == 0 ? nspace : word(list.toString()) + list + " of " + nspace));
		return procs.size() > MANY ? all + " and " + (procs.size() - MANY) + " more" : all.toString();
	}

	/** Appends a line for each wait. */
	public static void lines(Consumer<Consumer<Wait>> waits, StringBuilder out) {
		waits.accept(wait -> out.append("  ").append(wait.text()).append('\n'));
	}

	/** @return the first elements of a list, and the number of the others */
	public static String list(List<?> all) {
		return all.size() <= FEW ? all.toString() : all.subList(0, FEW) + " and " + (all.size() - FEW) + " more";
	}

	private static String word(String list) {
		return list.indexOf(',') < 0 ? "rank " : "ranks ";
	}
}
