// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.io.IOException;
import java.net.Socket;
import java.text.MessageFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.jdi.Bootstrap;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4e.core.spi.RankPorts;
import org.pmix4e.jdt.internal.Messages;

import com.sun.jdi.VirtualMachine;

/**
 * Debugs ranks that are Java virtual machines. A shell starts each rank and lets the chosen ones connect to their ports and wait there.
 * Machines that run and wait for a debugger at a port of their own are connected to. Owned by a launch; may be used from any thread.
 */
public final class JavaRankDebugger implements RankDebugger {
	/** A rank that cannot connect ends with the reason; its system would wait for minutes. */
	private static final String AGENT = "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,timeout=30000,address=";

	/** Each rank that may be debugged has a port and then a connection of this process. */
	private static final int MOST_PREPARED = 1000;

	private final Optional<ILaunchConfiguration> configuration;
	private final Optional<RankNodes> nodes;
	private final List<Integer> chosen;
	private final List<Integer> prepared;
	private List<? extends IProcess> processes = List.of();
	private Consumer<String> messages = text -> {
	};
	private Optional<ILaunch> launch = Optional.empty();
	/** Empty unless a command was changed. */
	private Optional<RankPorts> ports = Optional.empty();

	/**
	 * @param configuration names the project whose sources are shown, if its program is a class of a project
	 * @param ranks         the ranks to debug
	 * @param others        ranks that may be debugged later
	 * @param nodes         the nodes of the ranks; empty for this machine
	 */
	JavaRankDebugger(Optional<ILaunchConfiguration> configuration, List<Integer> ranks, List<Integer> others, Optional<RankNodes> nodes) {
		this.configuration = configuration;
		this.nodes = nodes;
		chosen = List.copyOf(ranks);
		prepared = others.stream().limit(MOST_PREPARED).toList();
	}

	/** Returns a command that gives each rank its port, and opens the ports. */
	@Override
	public synchronized ProgramCommand command(ProgramCommand command) throws CoreException {
		try {
			if (ports.isEmpty()) {
				List<Integer> all = Stream.concat(chosen.stream(), prepared.stream()).toList();
				ports = Optional.of(nodes.isPresent() ? new RankPorts(nodes.get(), all) : new RankPorts(all));
			}
			return ports.get().command(command, 1, '"' + AGENT + ports.get().place() + '"');
		} catch (IOException e) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.JavaRankDebugger_noPort, e.getMessage()), e));
		}
	}

	@Override
	public synchronized void start(ILaunch debugged, List<? extends IProcess> ranks, Consumer<String> user) throws CoreException {
		launch = Optional.of(debugged);
		processes = List.copyOf(ranks);
		messages = user;
		ports.ifPresent(open -> open.notes().forEach(user));
		RankBreakpoints.install();
		JavaSources.add(debugged, configuration);
		Set<Integer> now = Set.copyOf(chosen);
		ports.ifPresent(open -> open.start((rank, socket) -> begin(rank, () -> {
			if (now.contains(rank)) {
				attach(rank, socket);
			} else {
				prepare(rank, socket);
			}
		})));
	}

	private static void begin(int rank, Runnable attaching) {
		Thread.ofVirtual().name("pmix4e-debug-rank-" + rank).start(attaching);
	}

	@Override
	public synchronized void attach() {
		chosen.forEach(rank -> begin(rank, () -> attachRunning(rank)));
	}

	private void attachRunning(int rank) {
		IProcess process = process(rank);
		try {
			Optional<JdwpConnection> connection = PreparedMachines.take(process);
			attach(process, connection.isPresent() ? connection.get() : connect(process));
		} catch (IOException e) {
			user().accept(MessageFormat.format(Messages.JavaRankDebugger_without, process.getLabel(), e.getMessage()));
		}
	}

	private JdwpConnection connect(IProcess rank) throws IOException {
		long pid = RankDebugger.pid(rank);
		return nodes.isEmpty() ? JdwpServer.connect(pid)
				: JdwpOnNode.connect(nodes.get(), RankDebugger.node(rank), pid);
	}

	/** Lets a machine go on, with a connection for a later debugger. */
	private void prepare(int rank, Socket socket) {
		try {
			JdwpConnection connection = JdwpConnection.over(socket);
			connection.resume();
			PreparedMachines.add(process(rank), connection);
		} catch (IOException e) {
			close(socket); // which lets it go on
		}
	}

	/** Adds a debug target for a machine, which then installs its breakpoints and resumes it. */
	private void attach(int rank, Socket socket) {
		IProcess process = process(rank);
		try {
			attach(process, JdwpConnection.over(socket));
		} catch (IOException e) {
			ILog.of(JavaRankDebugger.class).error(MessageFormat.format(Messages.JavaRankDebugger_notAttached, process.getLabel()), e);
			user().accept(MessageFormat.format(Messages.JavaRankDebugger_without, process.getLabel(), e.getMessage()));
			close(socket);
		}
	}

	private void attach(IProcess process, JdwpConnection connection) throws IOException {
		VirtualMachine machine = Bootstrap.virtualMachineManager().createVirtualMachine(connection);
		String label = RankProcess.label(process).join();
		JDIDebugModel.newDebugTarget(owner(), machine, label, process, isOfThisWorkbench(process), true, true);
	}

	/** Returns whether a rank ends with the workbench: the platform ends all machines that it may end when it closes. */
	private static boolean isOfThisWorkbench(IProcess process) {
		RankElement rank = process.getAdapter(RankElement.class);
		return rank == null || !rank.namespace().session().server().isAttached();
	}

	private synchronized IProcess process(int rank) {
		return processes.get(rank);
	}

	private synchronized Consumer<String> user() {
		return messages;
	}

	private synchronized ILaunch owner() {
		return launch.orElseThrow();
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		} catch (IOException e) {
			ILog.of(JavaRankDebugger.class).warn("cannot close the connection of a rank", e);
		}
	}

	@Override
	public synchronized void close() {
		ports.ifPresent(RankPorts::close);
		prepared.stream().filter(rank -> rank < processes.size()).map(processes::get).forEach(PreparedMachines::close);
	}
}
