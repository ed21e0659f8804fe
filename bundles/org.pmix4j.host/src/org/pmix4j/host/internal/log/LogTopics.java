// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Proc;

/**
 * The topics under which the processes of jobs have logged, and how often each was repeated. Thread-safe.
 *
 * @see "OpenPMIx, src/util/pmix_show_help.c"
 */
final class LogTopics {
	/** Topics that are remembered; the oldest is dropped first. */
	private static final int MAX_TOPICS = 1024;

	/** A topic of one job. */
	private record Topic(String nspace, String name) {
	}

	private final Map<Topic, Integer> repeats = new LinkedHashMap<>();

	/** Counts a request. Returns whether it is the first one of its job under the topic. */
	synchronized boolean isFirst(Proc source, String name) {
		Topic topic = new Topic(source.nspace(), name);
		if (repeats.computeIfPresent(topic, (each, count) -> count + 1) != null) {
			return false;
		}
		repeats.put(topic, 0);
		if (repeats.size() > MAX_TOPICS) {
			repeats.remove(repeats.keySet().iterator().next());
		}
		return true;
	}

	/** Forgets the topics of a job. Returns a line for each one that was repeated. */
	synchronized List<String> ended(String nspace) {
		List<String> lines = new ArrayList<>();
		repeats.entrySet().removeIf(repeat -> {
			boolean own = repeat.getKey().nspace().equals(nspace);
			int count = repeat.getValue();
			if (own && count > 0) {
				lines.add(count + (count == 1 ? " more request" : " more requests") + " to log " + repeat.getKey().name());
			}
			return own;
		});
		return lines;
	}
}
