// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.jobs;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.pmix4j.job.Node;
import org.pmix4j.job.Session;

/** Shows a session of a server and its jobs. Stateless. */
public final class SessionReport {
	private SessionReport() {
	}

	/**
	 * @param session of a server
	 * @return a line
	 */
	public static String line(Session session) {
		return "session " + Integer.toUnsignedString(session.id()) + session.allocation().map(name -> " of allocation " + name).orElse("")
				+ ": " + word(session) + ", " + session.slots() + (session.slots() == 1 ? " slot on " : " slots on ")
				+ session.nodes().stream().map(Node::name).collect(Collectors.joining(",")) + ", "
				+ (session.jobs().isEmpty() ? "no jobs" : "jobs " + String.join(", ", session.jobs()));
	}

	/**
	 * @param session of a server
	 * @return an object
	 */
	public static Map<String, Object> json(Session session) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("session", Integer.toUnsignedLong(session.id()));
		object.put("allocation", session.allocation().orElse(""));
		object.put("state", word(session));
		object.put("slots", session.slots());
		object.put("hosts", session.nodes().stream().map(Node::name).toList());
		object.put("namespaces", session.jobs());
		return object;
	}

	private static String word(Session session) {
		return session.state().name().toLowerCase(Locale.ROOT);
	}
}
