// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.job.Node;
import org.pmix4j.model.Status;

/**
 * Opens, numbers and finds the sessions of one host. The first one, the default session, holds all nodes; the others reserve or share
 * parts of them. Owned by the host; may be read from any thread, sessions are opened and end on the host's thread.
 */
public final class Sessions {
	private final NodeAgent home;
	private final AtomicInteger lastId = new AtomicInteger();
	private final List<SessionRun> open = new CopyOnWriteArrayList<>();
	private final List<Listener> listeners = new CopyOnWriteArrayList<>();

	/** @param home acts on the node on which the server of all ranks runs; it may be a node of no session */
	public Sessions(NodeAgent home) {
		this.home = home;
	}

	/** @return acts on the node on which the server of all ranks runs */
	public NodeAgent home() {
		return home;
	}

	/**
	 * Opens the default session and creates its directories on all its nodes, which all sessions use. Blocks on the file system.
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
		SessionRun session = new SessionRun(nextId(), nodes, atHome.isPresent() ? atHome.get() : new SessionNode(home, home.openSession()));
		open.add(session);
		return session;
	}

	/**
	 * Opens a session that holds parts of the nodes of the default session.
	 *
	 * @param order the session; its parts of the nodes are free, unless it shares them
	 * @return the session
	 */
	public SessionRun open(SessionOrder order) {
		SessionRun session = new SessionRun(this, order, main());
		if (session.isReserved()) {
			main().resources().reserve(order.holdings());
		}
		open.add(session);
		changed(session);
		return session;
	}

	/** @return a number that no open session has */
	public int nextId() {
		int id = lastId.incrementAndGet();
		while (find(id).isPresent()) {
			id = lastId.incrementAndGet();
		}
		return id;
	}

	/** @param listener follows the sessions from now on */
	public void follow(Listener listener) {
		listeners.add(listener);
	}

	/**
	 * @return the session of jobs that name none
	 * @throws IllegalStateException if no session is open
	 */
	public SessionRun main() {
		return open.stream().findFirst().orElseThrow(() -> new IllegalStateException("the host has no session"));
	}

	/** @return the open sessions in the order of their beginning, the default session first */
	public List<SessionRun> all() {
		return open;
	}

	/**
	 * @param id unsigned
	 * @return the open session with this number
	 */
	public Optional<SessionRun> find(int id) {
		return open.stream().filter(session -> session.ids().id() == id).findFirst();
	}

	/**
	 * @param name of an allocation
	 * @return its open session
	 */
	public Optional<SessionRun> findAllocation(String name) {
		return open.stream().filter(session -> session.ids().allocation().filter(name::equals).isPresent()).findFirst();
	}

	/**
	 * @param name that a user has given to a request for an allocation
	 * @return the open session that the request has opened last
	 */
	public Optional<SessionRun> findRequest(String name) {
		return open.stream().filter(session -> session.ids().request().filter(name::equals).isPresent()).reduce((first, last) -> last);
	}

	/**
	 * Notes a spawned job, which may inherit sessions.
	 *
	 * @param spawner the namespace of the job that has spawned it
	 * @param nspace  its namespace
	 */
	public void spawned(String spawner, String nspace) {
		open.forEach(session -> session.spawned(spawner, nspace));
	}

	/**
	 * Notes the end of a job, or of the connection of a tool. Sessions that it owned end, or lose their reservation, as was requested.
	 *
	 * @param nspace of the job or the tool
	 * @param status how the job ended
	 */
	public void gone(String nspace, Status status) {
		open.forEach(session -> session.gone(nspace));
		listeners.forEach(listener -> listener.gone(nspace, status));
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
		return Stream.concat(Stream.of(home), open.stream().flatMap(session -> session.nodes().all().stream()).map(SessionNode::agent))
				.filter(agent -> agent.node().equals(node)).findFirst();
	}

	/** @return the processors to which ranks of all sessions, which may share nodes, are bound; nodes without any are absent */
	public Map<Node, BitSet> taken() {
		Map<Node, BitSet> taken = new HashMap<>();
		open.forEach(session -> session.nodes().addTaken(taken));
		return taken;
	}

	void remove(SessionRun session) {
		open.remove(session);
	}

	void changed(SessionRun session) {
		listeners.forEach(listener -> listener.changed(session));
	}

	/** Follows the sessions of a host. Called on the host's thread. */
	public interface Listener {
		/**
		 * Called when a session was opened, when its state or its resources have changed, and when a job in it has ended.
		 *
		 * @param session the session, not the default one
		 */
		void changed(SessionRun session);

		/**
		 * Called when a job of any session has ended and its slots are free, or when a tool has gone.
		 *
		 * @param nspace of the job or the tool
		 * @param status how the job ended
		 */
		void gone(String nspace, Status status);
	}
}
