// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.elements;

import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.osgi.util.NLS;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeRanks;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.Messages;

/** Describes elements of the job model for users. Stateless. */
public final class ElementText {
	private ElementText() {
	}

	/**
	 * @param element any element
	 * @return its name in trees
	 */
	public static String name(JobElement element) {
		return switch (element) {
			case ServerElement server -> server.title();
			case SessionElement session -> NLS.bind(Messages.name_session, session.name());
			case NamespaceElement namespace -> title(namespace);
			case AppElement app -> app.name();
			case RankRange range -> NLS.bind(Messages.name_range, range.name());
			case NodeRanks ranks -> nodeName(ranks);
			case RankElement rank -> NLS.bind(Messages.name_rank, rank.name());
		};
	}

	/**
	 * @param namespace a job
	 * @return the name of its launch configuration or, without one, of its first program
	 */
	public static String title(NamespaceElement namespace) {
		return namespace.process().map(process -> process.getLaunch().getLaunchConfiguration()).map(ILaunchConfiguration::getName)
				.orElseGet(() -> namespace.children().get(0).name());
	}

	/**
	 * @param element any element
	 * @return the addition behind the name, which is shown in a quieter color; may be empty
	 */
	public static String addition(JobElement element) {
		return switch (element) {
			case ServerElement server -> addition(server);
			case SessionElement session -> slots(session);
			case NamespaceElement namespace -> counts(namespace);
			case AppElement app -> MessageFormat.format(Messages.ranks, app.children().size());
			case RankRange range -> counts(range.children(), Optional.of(range.app().namespace()));
			case NodeRanks node -> counts(node.children(), Optional.of(node.app().namespace()));
			case RankElement rank -> rank.node().orElse("");
		};
	}

	private static String nodeName(NodeRanks ranks) {
		return ranks.name().isEmpty() ? Messages.name_noNode : NLS.bind(Messages.name_node, ranks.name());
	}

	/** Returns the process id of a server of another program, by which several are told apart, or the slots of one of this workbench. */
	private static String addition(ServerElement server) {
		return server.pid().isPresent() ? NLS.bind(Messages.server_pid, text(server.pid())) : slots(server.session());
	}

	private static String slots(SessionElement session) {
		return session.slots() == 0 ? "" : MessageFormat.format(Messages.slots, session.slots());
	}

	/** Counts the ranks of a job by state: {@code 62 running, 2 failed}. */
	static String counts(NamespaceElement namespace) {
		return counts(namespace.ranks(), Optional.of(namespace));
	}

	private static String counts(List<RankElement> ranks, Optional<NamespaceElement> job) {
		Map<ElementState, Integer> counts = new EnumMap<>(ElementState.class);
		ranks.forEach(rank -> counts.merge(rank.state(), 1, Integer::sum));
		return counts.size() == 1 ? MessageFormat.format(Messages.ranks, ranks.size())
				: counts.entrySet().stream().map(count -> NLS.bind(Messages.count, count.getValue(), state(count.getKey(), job)))
						.collect(Collectors.joining(", "));
	}

	/**
	 * @param element any element
	 * @return its state for users; of a connected rank also whether it waits for a debugger
	 */
	public static String state(JobElement element) {
		return state(element.state(), Selected.jobOf(element));
	}

	private static String state(ElementState state, Optional<NamespaceElement> job) {
		return waitsForDebugger(state, job) ? Messages.state_waiting : state(state);
	}

	private static boolean waitsForDebugger(ElementState state, Optional<NamespaceElement> job) {
		return state == ElementState.CONNECTED && job.filter(NamespaceElement::isHeld).isPresent();
	}

	/**
	 * @param rank a rank
	 * @return whether it is stopped until a debugger releases it
	 */
	public static boolean waitsForDebugger(RankElement rank) {
		return waitsForDebugger(rank.state(), Optional.of(rank.namespace()));
	}

	/** @return all states as users see them */
	public static Stream<String> states() {
		return Stream.concat(Stream.of(Messages.state_waiting), Stream.of(ElementState.values()).map(ElementText::state));
	}

	/**
	 * @param state of an element
	 * @return its name for users
	 */
	public static String state(ElementState state) {
		return switch (state) {
			case STARTING -> Messages.state_starting;
			case RUNNING -> Messages.state_running;
			case CONNECTED -> Messages.state_connected;
			case SUSPENDED -> Messages.state_suspended;
			case FINALIZED -> Messages.state_finalized;
			case EXITED -> Messages.state_exited;
			case FINISHED -> Messages.state_finished;
			case ENDED -> Messages.state_ended;
			case KILLED -> Messages.state_killed;
			case FAILED -> Messages.state_failed;
		};
	}

	static String kind(JobElement element) {
		return switch (element) {
			case ServerElement server -> Messages.kind_server;
			case SessionElement session -> Messages.kind_session;
			case NamespaceElement namespace -> Messages.kind_namespace;
			case AppElement app -> Messages.kind_app;
			case RankRange range -> Messages.kind_range;
			case NodeRanks ranks -> Messages.kind_node;
			case RankElement rank -> Messages.kind_rank;
		};
	}

	/**
	 * @param element any element
	 * @return its process id; empty for all but ranks and servers of other programs
	 */
	public static String pid(JobElement element) {
		return switch (element) {
			case ServerElement server -> text(server.pid());
			case RankElement rank -> text(rank.pid());
			case SessionElement session -> "";
			case NamespaceElement namespace -> "";
			case AppElement app -> "";
			case RankRange range -> "";
			case NodeRanks node -> "";
		};
	}

	/**
	 * @param element any element
	 * @return its exit code; empty while there is none
	 */
	public static String exit(JobElement element) {
		return switch (element) {
			case NamespaceElement namespace -> text(namespace.exitCode());
			case RankElement rank -> text(rank.exitCode());
			case ServerElement server -> "";
			case SessionElement session -> "";
			case AppElement app -> "";
			case RankRange range -> "";
			case NodeRanks node -> "";
		};
	}

	/**
	 * @param element any element
	 * @return how the element ended, what it waits for, or what it runs
	 */
	public static String details(JobElement element) {
		return switch (element) {
			case ServerElement server -> server.loss().map(reason -> NLS.bind(Messages.server_lost, reason)).or(server::command)
					.orElseGet(server::uri);
			case SessionElement session -> details(session);
			case NamespaceElement namespace -> namespace.message().orElseGet(() -> running(namespace));
			case AppElement app -> String.join(" ", app.arguments());
			case RankRange range -> "";
			case NodeRanks node -> "";
			case RankElement rank -> rank.reason().or(rank::stop).or(rank::debugStop).or(rank::waiting).orElse("");
		};
	}

	private static String details(SessionElement session) {
		String nodes = String.join(", ", session.nodes());
		return session.allocation().map(name -> NLS.bind(Messages.session_allocation, name, nodes)).orElse(nodes);
	}

	private static String running(NamespaceElement namespace) {
		Optional<String> breakpoint = namespace.heldAt();
		if (breakpoint.isPresent()) {
			return NLS.bind(Messages.job_heldAt, breakpoint.get());
		}
		List<String> waits = namespace.waits();
		return waits.isEmpty() ? NLS.bind(Messages.job, namespace.number(), namespace.name()) : String.join("; ", waits);
	}

	/**
	 * @param element any element
	 * @return the session directory of servers, sessions and jobs; otherwise empty
	 */
	public static String directory(JobElement element) {
		boolean isInJob = element instanceof AppElement || element instanceof RankRange || element instanceof NodeRanks
				|| element instanceof RankElement;
		return isInJob ? "" : sessionDirectory(element).map(Path::toString).orElse("");
	}

	/**
	 * @param element any element
	 * @return the directory of the session of an element; of a server, that of its only session. Other launchers report none.
	 */
	public static Optional<Path> sessionDirectory(JobElement element) {
		return switch (element) {
			case ServerElement server -> server.session().directory();
			case SessionElement session -> session.directory();
			case NamespaceElement namespace -> namespace.session().directory();
			case AppElement app -> app.namespace().session().directory();
			case RankRange range -> range.app().namespace().session().directory();
			case NodeRanks node -> node.app().namespace().session().directory();
			case RankElement rank -> rank.namespace().session().directory();
		};
	}

	/**
	 * @param element any element
	 * @return all columns of a row, for the clipboard
	 */
	public static String row(JobElement element) {
		return String.join("\t", name(element), state(element), details(element), pid(element), exit(element), directory(element));
	}

	private static String text(OptionalInt number) {
		return number.isPresent() ? Integer.toString(number.getAsInt()) : "";
	}
}
