// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.job.Node;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.SessionAttributes;

/** Describes sessions for those who have requested them. Stateless. */
final class SessionTexts {
	private SessionTexts() {
	}

	/** Returns the names and the number of a session. */
	static Infos identity(SessionRun session) {
		List<Info> infos = new ArrayList<>();
		session.ids().allocation().ifPresent(name -> infos.add(Info.of(AllocAttributes.ALLOC_ID, name)));
		session.ids().request().ifPresent(name -> infos.add(Info.of(AllocAttributes.ALLOC_REQ_ID, name)));
		infos.add(Info.of(SessionAttributes.SESSION_ID, session.ids().id()));
		return new Infos(infos);
	}

	/** Returns names, number and resources of a session. */
	static Infos reply(SessionRun session) {
		List<Node> nodes = session.resources().nodes();
		Infos infos = identity(session).with(Info.of(AllocAttributes.ALLOC_NUM_NODES, (long) nodes.size()),
				Info.of(AllocAttributes.ALLOC_NODE_LIST, nodes.stream().map(Node::name).collect(Collectors.joining(","))),
				Info.of(AllocAttributes.ALLOC_NUM_CPUS, (long) session.resources().slots()));
		return session.deadline().map(end -> infos.with(AllocAttributes.TIME_REMAINING, seconds(end))).orElse(infos);
	}

	/** Returns all that is known of a session. */
	static Infos properties(SessionRun session) {
		Infos infos = reply(session);
		return session.terms().map(terms -> infos.with(Info.of(AllocAttributes.ALLOC_SHARE, terms.shared()),
				Info.of(AllocAttributes.ALLOC_PREEMPTIBLE, terms.preemptible()),
				Info.of(AllocAttributes.ALLOC_RELEASABLE, session.members().isEmpty()))).orElse(infos);
	}

	/** Returns the names of a request that waits. */
	static Infos pending(AllocRequest request) {
		List<Info> infos = new ArrayList<>();
		request.allocation().ifPresent(name -> infos.add(Info.of(AllocAttributes.ALLOC_ID, name)));
		request.request().ifPresent(name -> infos.add(Info.of(AllocAttributes.ALLOC_REQ_ID, name)));
		return new Infos(infos);
	}

	/** Returns the seconds from now, rounded up. */
	static int seconds(Instant end) {
		return (int) Math.max(0, Duration.between(Instant.now(), end).plusMillis(999).toSeconds());
	}
}
