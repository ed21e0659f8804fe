// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.pmix4j.host.Node;
import org.pmix4j.host.internal.node.NodeAgent;

/** Opens, numbers and finds the sessions of one host. Owned by the host; thread-safe. */
public final class Sessions {
	private final NodeAgent home;
	private final AtomicInteger lastId = new AtomicInteger();
	private final List<SessionRun> open = new CopyOnWriteArrayList<>();

	/** @param home acts on the node on which the server of all ranks runs; it may be a node of no session */
	public Sessions(NodeAgent home) {
		this.home = home;
	}

	/** @return acts on the node on which the server of all ranks runs */
	public NodeAgent home() {
		return home;
	}

	/**
	 * Opens a session and creates its directories on all its nodes. Blocks on the file system.
	 *
	 * @param agents act on its nodes; at least one
	 * @return the session
	 * @throws IOException if a directory cannot be created; the message says what to do
	 */
	public SessionRun open(List<? extends NodeAgent> agents) throws IOException {
		List<SessionNode> nodes = new ArrayList<>();
		for (NodeAgent agent : agents) {
			nodes.add(new SessionNode(agent, agent.openSession()));
		}
		Optional<SessionNode> atHome = nodes.stream().filter(node -> node.agent() == home).findFirst();
		SessionRun session = new SessionRun(lastId.incrementAndGet(), nodes,
				atHome.isPresent() ? atHome.get() : new SessionNode(home, home.openSession()));
		open.add(session);
		return session;
	}

	/**
	 * @return the session of jobs that name none
	 * @throws IllegalStateException if no session is open
	 */
	public SessionRun main() {
		return open.stream().findFirst().orElseThrow(() -> new IllegalStateException("the host has no session"));
	}

	/**
	 * @param id unsigned
	 * @return the open session with this number
	 */
	public Optional<SessionRun> find(int id) {
		return open.stream().filter(session -> session.session().id() == id).findFirst();
	}

	/** @return the nodes of all sessions, each once */
	public List<Node> nodes() {
		return open.stream().flatMap(session -> session.session().nodes().stream()).distinct().toList();
	}

	/**
	 * @param node the home node or a node of a session
	 * @return its agent; empty if the host does not know the node
	 */
	public Optional<NodeAgent> agent(Node node) {
		return Stream.concat(Stream.of(home), open.stream().flatMap(session -> session.nodes().stream()).map(SessionNode::agent))
				.filter(agent -> agent.node().equals(node)).findFirst();
	}
}
