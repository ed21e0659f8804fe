// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.jface.viewers.ITreeContentProvider;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeRanks;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;

/**
 * Provides the rows of the view: server, session, namespace, program, range of ranks or node, rank. A server, session or program that has
 * no sibling has no row, as it would only repeat the row below or above; an attached server always has one, and a server of this workbench
 * without jobs has none: it stays for further launches with its slots and directory. A session that ends with another
 * one is below it. A spawned job is below the job that has spawned it, unless it runs in another session. Reads the model, which never
 * waits.
 */
final class JobsContent implements ITreeContentProvider {
	private final JobModel model;
	/** Whether a program has ranks on several nodes, for the programs that were looked at since the last refresh. */
	private final Map<AppElement, Boolean> spread = new HashMap<>();
	private boolean byNode;

	JobsContent(JobModel model) {
		this.model = model;
	}

	@Override
	public Object[] getElements(@Nullable Object input) {
		List<ServerElement> servers = servers();
		return (servers.size() == 1 && !hasRow(servers.get(0)) ? sessions(servers.get(0)) : servers).toArray();
	}

	private List<ServerElement> servers() {
		return model.servers().stream().filter(server -> server.isAttached() || !isEmpty(server)).toList();
	}

	private static boolean isEmpty(ServerElement server) {
		return isOnly(server.session()) && server.session().children().isEmpty();
	}

	@Override
	public Object[] getChildren(@Nullable Object element) {
		return element instanceof JobElement parent ? children(parent).toArray() : new Object[0];
	}

	private List<? extends JobElement> children(JobElement parent) {
		return switch (parent) {
			case ServerElement server -> sessions(server);
			case SessionElement session -> Stream.concat(jobs(session).stream(), session.sessions().stream()).toList();
			case NamespaceElement namespace -> programs(namespace);
			case AppElement app -> ranks(app);
			case RankRange range -> range.children();
			case NodeRanks node -> node.children();
			case RankElement rank -> List.of();
		};
	}

	private List<? extends JobElement> sessions(ServerElement server) {
		List<SessionElement> sessions = server.children();
		return isOnly(server.session()) ? jobs(server.session()) : sessions;
	}

	private static boolean isOnly(SessionElement session) {
		return session.server().children().size() == 1 && session.sessions().isEmpty();
	}

	private List<NamespaceElement> jobs(SessionElement session) {
		return model.namespaces().stream().filter(namespace -> namespace.session() == session && spawner(namespace).isEmpty()).toList();
	}

	private List<? extends JobElement> programs(NamespaceElement namespace) {
		List<AppElement> apps = namespace.children();
		List<JobElement> rows = new ArrayList<>(apps.size() == 1 ? ranks(apps.get(0)) : apps);
		model.namespaces().stream().filter(other -> spawner(other).filter(namespace::equals).isPresent()).forEach(rows::add);
		return rows;
	}

	private List<? extends JobElement> ranks(AppElement app) {
		return isByNode(app) ? NodeRanks.rows(app) : RankRange.rows(app);
	}

	private Optional<JobElement> rowOf(RankElement rank) {
		return isByNode(rank.app()) ? Optional.of(NodeRanks.of(rank)) : RankRange.of(rank).map(JobElement.class::cast);
	}

	/** Returns whether the program has rows for its nodes; one node would only repeat the row above. */
	private boolean isByNode(AppElement app) {
		return byNode && spread.computeIfAbsent(app, each -> each.children().stream().map(RankElement::node).distinct().count() > 1);
	}

	/** Lets the ranks of programs on several nodes be below rows of their nodes or not. The viewer must be refreshed. */
	void groupByNode(boolean yes) {
		byNode = yes;
	}

	/** Must be called before the viewer is refreshed: ranks may have come to nodes. */
	void forgetNodes() {
		spread.clear();
	}

	/** Returns the job of the same session that has spawned another one, as long as it has a row. */
	private Optional<NamespaceElement> spawner(NamespaceElement namespace) {
		return namespace.spawner().map(RankElement::namespace).filter(parent -> parent.session() == namespace.session())
				.filter(model.namespaces()::contains);
	}

	@Override
	public @Nullable Object getParent(@Nullable Object element) {
		return element instanceof JobElement child ? rowAbove(child).orElse(null) : null;
	}

	/** Returns the element of the row that the row of an element is below. */
	Optional<JobElement> rowAbove(JobElement element) {
		Optional<JobElement> above = above(element);
		while (above.isPresent() && !hasRow(above.get())) {
			above = above(above.get());
		}
		return above;
	}

	private Optional<JobElement> above(JobElement child) {
		return switch (child) {
			case NamespaceElement namespace -> spawner(namespace).map(JobElement.class::cast).or(() -> Optional.of(namespace.session()));
			case RankElement rank -> rowOf(rank).or(rank::parent);
			case ServerElement server -> server.parent();
			case SessionElement session -> session.parent();
			case AppElement app -> app.parent();
			case RankRange range -> range.parent();
			case NodeRanks node -> node.parent();
		};
	}

	private boolean hasRow(JobElement element) {
		return switch (element) {
			case ServerElement server -> server.isAttached() || servers().size() > 1;
			case SessionElement session -> !isOnly(session);
			case AppElement app -> app.namespace().children().size() > 1;
			case NamespaceElement namespace -> true;
			case RankRange range -> true;
			case NodeRanks node -> true;
			case RankElement rank -> true;
		};
	}

	@Override
	public boolean hasChildren(@Nullable Object element) {
		return element instanceof JobElement parent && !children(parent).isEmpty();
	}
}
