// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.debug;

import java.io.IOException;
import java.net.Socket;
import java.text.MessageFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.spi.FrameSources;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4e.core.spi.RankPorts;
import org.pmix4e.dap.internal.Messages;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.DebugAdapter;
import org.pmix4e.dap.internal.model.NativeSources;
import org.pmix4e.dap.internal.model.NativeTarget;

/**
 * Debugs ranks that run Python programs, by debugpy. A shell starts each rank, and lets the chosen ones load debugpy, connect to their
 * ports and wait there before the first line of the program. Each then gets an adapter. Owned by a launch; may be used from any thread.
 *
 * @see "debugpy, Command line reference: https://github.com/microsoft/debugpy/wiki/Command-Line-Reference"
 */
final class PythonRankDebugger implements RankDebugger {
	/** Frozen modules of the standard library would make Python 3.11 and newer warn that breakpoints in them may be missed. */
	private static final String MODULE = "-Xfrozen_modules=off -m debugpy --connect \"%s\" --configure-subProcess False --wait-for-client";

	private final Debugpy debugpy;
	private final List<Integer> chosen;
	private final Optional<RankNodes> nodes;
	private final List<NativeTarget> targets = new CopyOnWriteArrayList<>();
	/** Adapters that start at the same time; each reads many files. */
	private final Semaphore starting = new Semaphore(Math.max(2, Runtime.getRuntime().availableProcessors()));
	private Optional<RankPorts> ports = Optional.empty();
	private List<String> interpreter = List.of();
	private List<? extends IProcess> processes = List.of();
	private Consumer<String> messages = text -> {
	};
	private Optional<ILaunch> launch = Optional.empty();
	private volatile boolean isClosed;

	/** @param nodes where the ranks run; empty for this machine */
	PythonRankDebugger(Debugpy debugpy, List<Integer> chosen, Optional<RankNodes> nodes) {
		this.debugpy = debugpy;
		this.chosen = List.copyOf(chosen);
		this.nodes = nodes;
	}

	/** Opens the ports. The first interpreter runs the adapters, which do not depend on its release. */
	@Override
	public synchronized ProgramCommand command(ProgramCommand command) throws CoreException {
		PythonCommand python = PythonCommand.of(command);
		debugpy.require(python.interpreter());
		try {
			if (ports.isEmpty()) {
				ports = Optional.of(nodes.isPresent() ? new RankPorts(nodes.get(), chosen) : new RankPorts(chosen));
				interpreter = python.interpreter();
			}
			return ports.get().command(python.command(), python.before(), MODULE.formatted(ports.get().place()));
		} catch (IOException e) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.PythonRankDebugger_noPort, e.getMessage()), e));
		}
	}

	@Override
	public synchronized void start(ILaunch debugged, List<? extends IProcess> ranks, Consumer<String> user) {
		launch = Optional.of(debugged);
		processes = List.copyOf(ranks);
		messages = user;
		ports.ifPresent(open -> open.notes().forEach(user));
		FrameSources.add(debugged, new NativeSources());
		ports.ifPresent(open -> open.start((rank, socket) -> begin(rank, () -> accept(rank, socket))));
	}

	private static void begin(int rank, Runnable attaching) {
		Thread.ofVirtual().name("pmix4e-debug-rank-" + rank).start(attaching);
	}

	@Override
	public synchronized void attach() {
		chosen.forEach(rank -> begin(rank, () -> attachRunning(rank)));
	}

	private interface Attaching {
		NativeTarget attach(ILaunch owner, IProcess rank) throws AdapterException;
	}

	private void accept(int rank, Socket socket) {
		DebugAdapter adapter = debugpy.adapter(interpreter(), nodes.isPresent());
		if (!attach(rank, (owner, process) -> NativeTarget.accept(adapter, owner, process, socket))) {
			try {
				socket.close(); // lets the rank go on
			} catch (IOException e) {
				ILog.of(PythonRankDebugger.class).warn("cannot close the connection of a rank", e);
			}
		}
	}

	/** Lets an adapter put debugpy into a process that runs, by GDB. */
	private void attachRunning(int rank) {
		IProcess process = process(rank);
		long pid = RankDebugger.pid(process);
		try {
			DebugAdapter adapter = nodes.isPresent() ? debugpy.beside(nodes.get(), RankDebugger.node(process), pid) : debugpy.beside(pid);
			attach(rank, (owner, ignored) -> NativeTarget.attach(adapter, owner, process));
		} catch (CoreException e) {
			report(process, e.getStatus().getMessage());
		}
	}

	private boolean attach(int rank, Attaching attaching) {
		starting.acquireUninterruptibly();
		try {
			NativeTarget target = attaching.attach(owner(), process(rank));
			targets.add(target);
			if (isClosed) {
				target.close();
			}
			return true;
		} catch (AdapterException e) {
			report(process(rank), e.getMessage());
			return false;
		} finally {
			starting.release();
		}
	}

	private void report(IProcess rank, String reason) {
		user().accept(MessageFormat.format(Messages.NativeRankDebugger_notAttached, rank.getLabel(), reason));
	}

	private synchronized Consumer<String> user() {
		return messages;
	}

	private synchronized List<String> interpreter() {
		return interpreter;
	}

	private synchronized IProcess process(int rank) {
		return processes.get(rank);
	}

	private synchronized ILaunch owner() {
		return launch.orElseThrow();
	}

	@Override
	public synchronized void close() {
		isClosed = true;
		ports.ifPresent(RankPorts::close);
		targets.forEach(NativeTarget::close);
	}
}
