// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.io.IOException;
import java.net.Socket;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.sourcelookup.AbstractSourceLookupDirector;
import org.eclipse.jdi.Bootstrap;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4e.core.spi.RankDebugger;

import com.sun.jdi.VirtualMachine;

/**
 * Debugs ranks that are Java virtual machines. A shell starts each rank and lets the chosen ones connect to their ports and wait there.
 * Owned by a launch; may be used from any thread.
 */
public final class JavaRankDebugger implements RankDebugger {
	private static final String SHELL = "/bin/sh";
	private static final String AGENT = "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=127.0.0.1:";
	private static final String LOCATOR = "org.eclipse.jdt.launching.sourceLocator.JavaSourceLookupDirector";
	private static final String PATH_COMPUTER = "org.eclipse.jdt.launching.sourceLookup.javaSourcePathComputer";

	private final ILaunchConfiguration configuration;
	private final RankPorts ports;

	/**
	 * Opens a port for each rank.
	 *
	 * @param configuration names the project whose sources are shown
	 * @param ranks         the ranks to debug
	 * @throws CoreException if there are no free ports
	 */
	public JavaRankDebugger(ILaunchConfiguration configuration, List<Integer> ranks) throws CoreException {
		this.configuration = configuration;
		try {
			ports = new RankPorts(ranks);
		} catch (IOException e) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.JavaRankDebugger_noPort, e.getMessage()), e));
		}
	}

	/** Returns a command that gives each rank its port; the process stays the same, because the shell is replaced by the machine. */
	@Override
	public ProgramCommand command(ProgramCommand command) {
		List<String> words = new ArrayList<>(List.of("-c", script(ports.ports()), SHELL, command.program()));
		words.addAll(command.arguments());
		return new ProgramCommand(command.name(), SHELL, words);
	}

	private static String script(Map<Integer, Integer> ports) {
		StringBuilder script = new StringBuilder("case $PMIX_RANK in ");
		ports.forEach((rank, port) -> script.append(rank).append(") p=").append(port).append(";; "));
		return script.append("*) exec \"$@\";; esac; j=$1; shift; exec \"$j\" ").append(AGENT).append("$p \"$@\"").toString();
	}

	@Override
	public void start(ILaunch launch, List<? extends IProcess> ranks) throws CoreException {
		RankBreakpoints.install();
		findSources(launch);
		ports.start((rank, socket) -> Thread.ofVirtual().name("pmix4e-debug-rank-" + rank).start(() -> attach(launch, ranks.get(rank), socket)));
	}

	private void findSources(ILaunch launch) throws CoreException {
		ILaunchManager manager = DebugPlugin.getDefault().getLaunchManager();
		if (launch.getSourceLocator() == null && manager.newSourceLocator(LOCATOR) instanceof AbstractSourceLookupDirector director) {
			director.setSourcePathComputer(manager.getSourcePathComputer(PATH_COMPUTER));
			director.initializeDefaults(configuration);
			launch.setSourceLocator(director);
		}
	}

	/** Adds a debug target for a machine, which then installs its breakpoints and resumes it. */
	private static void attach(ILaunch launch, IProcess process, Socket socket) {
		try {
			VirtualMachine machine = Bootstrap.virtualMachineManager().createVirtualMachine(JdwpConnection.over(socket));
			String label = RankProcess.label(process).join();
			JDIDebugModel.newDebugTarget(launch, machine, label, process, true, true, true);
		} catch (IOException e) {
			ILog.of(JavaRankDebugger.class).error(MessageFormat.format(Messages.JavaRankDebugger_notAttached, process.getLabel()), e);
			close(socket);
		}
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		} catch (IOException e) {
			ILog.of(JavaRankDebugger.class).warn("cannot close the connection of a rank", e);
		}
	}

	@Override
	public void close() {
		ports.close();
	}
}
