// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.inspection;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.job.Node;
import org.pmix4j.job.Session;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.SessionAttributes;

/** Writes and reads queries for the sessions of a PMIx4J server, and their answers. Stateless. */
public final class SessionInspection {
	private SessionInspection() {
	}

	/** {@return a query for the open sessions of the server} */
	public static Query sessions() {
		return new Query(List.of(InspectionKeys.SESSIONS.key()), Infos.EMPTY);
	}

	/** {@return a query for the jobs that run and the open sessions, whose answers are of the same moment} */
	public static Query namespacesAndSessions() {
		return new Query(List.of(QueryAttributes.QUERY_NAMESPACES.key(), InspectionKeys.SESSIONS.key()), Infos.EMPTY);
	}

	/**
	 * {@return the answer with these sessions}
	 *
	 * @param sessions of the server, the default session first
	 */
	public static Info tell(List<Session> sessions) {
		return Info.of(InspectionKeys.SESSIONS, DataArray.of(new Infos(sessions.stream().map(SessionInspection::tell).toList())));
	}

	private static Info tell(Session session) {
		List<Info> told = new ArrayList<>();
		told.add(Info.of(SessionAttributes.SESSION_ID, session.id()));
		told.add(Info.of(QueryAttributes.QUERY_ALLOC_STATUS, session.state().name()));
		told.add(Info.of(InspectionKeys.SLOTS, session.slots()));
		session.allocation().ifPresent(name -> told.add(Info.of(AllocAttributes.ALLOC_ID, name)));
		session.request().ifPresent(name -> told.add(Info.of(AllocAttributes.ALLOC_REQ_ID, name)));
		session.owner().ifPresent(owner -> told.add(Info.of(ProcAttributes.PROCID, owner)));
		session.parent().ifPresent(parent -> told.add(Info.of(InspectionKeys.PARENT, parent)));
		session.deadline().ifPresent(end -> told.add(Info.of(InspectionKeys.DEADLINE, end.toEpochMilli())));
		session.nodes().forEach(node -> told.add(Info.of(InspectionKeys.SESSION_NODE, DataArray.of(Infos.of(
				Info.of(NodeAttributes.NODEID, node.id()), Info.of(NodeAttributes.HOSTNAME, node.name()),
				Info.of(InspectionKeys.SLOTS, node.slots()))))));
		session.jobs().forEach(nspace -> told.add(Info.of(JobAttributes.NSPACE, nspace)));
		return Info.of(InspectionKeys.SESSION, DataArray.of(new Infos(told)));
	}

	/**
	 * {@return the sessions in the answers, the default session first; empty if a server of an earlier release does not report them}
	 *
	 * @param answers of a query of this class
	 * @throws PmixException with BAD_PARAM or NOT_FOUND if they have another form
	 */
	public static Optional<List<Session>> sessions(Infos answers) throws PmixException {
		Optional<DataArray> told = answers.get(InspectionKeys.SESSIONS);
		if (told.isEmpty()) {
			return Optional.empty();
		}
		List<Infos> all = new ArrayList<>();
		for (Info each : told.get().infos()) {
			all.add(InspectionKeys.SESSION.read(each.value()).infos());
		}
		List<Session> sessions = new ArrayList<>();
		for (Infos session : all) {
			sessions.add(session(session, all));
		}
		return Optional.of(sessions);
	}

	private static Session session(Infos told, List<Infos> all) throws PmixException {
		int id = need(told, SessionAttributes.SESSION_ID);
		List<Node> nodes = new ArrayList<>();
		List<String> jobs = new ArrayList<>();
		for (Info info : told) {
			if (info.key().equals(InspectionKeys.SESSION_NODE.key())) {
				nodes.add(node(InspectionKeys.SESSION_NODE.read(info.value()).infos()));
			} else if (info.key().equals(JobAttributes.NSPACE.key())) {
				jobs.add(JobAttributes.NSPACE.read(info.value()));
			}
		}
		List<Integer> children = new ArrayList<>();
		for (Infos other : all) {
			if (other.get(InspectionKeys.PARENT).filter(parent -> parent == id).isPresent()) {
				children.add(need(other, SessionAttributes.SESSION_ID));
			}
		}
		Optional<Integer> parent = told.get(InspectionKeys.PARENT);
		return new Session(id, told.get(AllocAttributes.ALLOC_ID), told.get(AllocAttributes.ALLOC_REQ_ID),
				state(need(told, QueryAttributes.QUERY_ALLOC_STATUS)), nodes, need(told, InspectionKeys.SLOTS), told.get(ProcAttributes.PROCID),
				parent.isPresent() ? OptionalInt.of(parent.get()) : OptionalInt.empty(), children, jobs,
				told.get(InspectionKeys.DEADLINE).map(Instant::ofEpochMilli));
	}

	private static Node node(Infos told) throws PmixException {
		try {
			return new Node(need(told, NodeAttributes.NODEID), need(told, NodeAttributes.HOSTNAME), need(told, InspectionKeys.SLOTS));
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "a session has a malformed node: " + e.getMessage(), e);
		}
	}

	private static Session.State state(String name) throws PmixException {
		for (Session.State state : Session.State.values()) {
			if (state.name().equals(name)) {
				return state;
			}
		}
		throw new PmixException(Status.ERR_BAD_PARAM, "a session has the unknown state '" + name + "'");
	}

	private static <T> T need(Infos infos, Attribute<T> attribute) throws PmixException {
		return infos.get(attribute).orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "a session lacks " + attribute.key()));
	}
}
