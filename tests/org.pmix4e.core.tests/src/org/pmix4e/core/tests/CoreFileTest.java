// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ServiceCaller;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.internal.launch.CoreFile;
import org.pmix4e.core.internal.launch.CoreSearch;
import org.pmix4e.core.launch.DebuggerAttachments;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.AdapterSession;
import org.pmix4e.dap.internal.adapter.DebugAdapter;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests core files: those that gcore of GDB writes, and those of the kernel, if that writes files on this machine. */
class CoreFileTest extends NativeDebugging {
	private static final ServiceCaller<DebuggerAttachments> DEBUGGERS = new ServiceCaller<>(CoreFileTest.class, DebuggerAttachments.class);
	private static final Instant LONG_AGO = Instant.EPOCH;
	private static final Path SLEEP = Path.of("/bin/sleep");
	private static final String UNLIMITED = "unlimited";

	@TempDir
	private Path scratch;
	private Process program;

	@AfterEach
	void killProgram() {
		if (program != null) {
			program.destroyForcibly();
		}
	}

	/** Writes the core of a process that runs, and returns the file; its name is followed by the process id. */
	private Path core(String name) throws Exception {
		program = new ProcessBuilder(SLEEP.toString(), "600").start();
		File log = scratch.resolve("gcore.log").toFile();
		Process gcore = new ProcessBuilder(Peers.installed("gcore").toString(), "-o", scratch.resolve(name).toString(),
				Long.toString(program.pid())).redirectErrorStream(true).redirectOutput(log).start();
		assertThat(gcore.waitFor(Launched.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
		Path file = scratch.resolve(name + "." + program.pid());
		assertThat(file).as(Files.readString(log.toPath())).exists();
		return file;
	}

	@Test
	void read_coreOfGdb_hasProcessAndProgram() throws Exception {
		CoreFile core = CoreFile.read(core("dump"));
		assertThat(core.pid()).isEqualTo((int) program.pid());
		assertThat(core.program()).isEqualTo(SLEEP.toRealPath());
	}

	@Test
	void read_otherFile_saysThatItIsNotACore() throws Exception {
		for (Path other : new Path[] { SLEEP, Files.writeString(scratch.resolve("text"), "x".repeat(100)),
				Files.createFile(scratch.resolve("empty")), half(core("dump")) }) {
			assertThatThrownBy(() -> CoreFile.read(other)).isInstanceOf(IOException.class).hasMessageContaining(other + " is not a core file");
		}
	}

	/** Cuts off a core in its notes. */
	private static Path half(Path core) throws IOException {
		byte[] start = Arrays.copyOf(Files.readAllBytes(core), 1 << 10);
		return Files.write(core, start);
	}

	@ParameterizedTest
	@CsvSource({ "core.%p, false, core.PID", "core, true, core.PID", "%e-%t.core, false, steps-17.core", "a%%b%, false, a%b",
			"cores/c_%h_%p_%s, false, cores/c_node_PID_11", "%p/core, false, PID/core" })
	void find_namesOfTheKernel_findsTheCoreOfTheProcess(String pattern, boolean withPid, String name) throws Exception {
		Path core = core("dump");
		int pid = (int) program.pid();
		Path file = scratch.resolve(name.replace("PID", Integer.toString(pid)));
		Files.createDirectories(file.getParent());
		Files.move(core, file);
		assertThat(new CoreSearch(pattern, withPid, UNLIMITED).find(scratch, pid, LONG_AGO).file()).isEqualTo(file);
		assertThat(new CoreSearch(scratch + "/" + pattern, withPid, UNLIMITED).find(Path.of("/"), pid, LONG_AGO).file()).isEqualTo(file);
		assertThatThrownBy(() -> new CoreSearch(pattern, withPid, UNLIMITED).find(scratch, pid, Instant.now().plusSeconds(60)))
				.as("a core of an earlier process").isInstanceOf(IOException.class)
				.hasMessageContaining("There is no core file of process " + pid);
	}

	@Test
	void find_coreOfAnotherProcess_saysHowToKeepBoth() throws Exception {
		Path core = Files.move(core("dump"), scratch.resolve("core"));
		assertThatThrownBy(() -> new CoreSearch("core", false, UNLIMITED).find(scratch, 1, LONG_AGO)).isInstanceOf(IOException.class)
				.hasMessage("The core file " + core + " belongs to process " + program.pid() + ", not to process 1: ranks in the same directory "
						+ "overwrite each other's core files. To have the process id in the names, run: sudo sysctl kernel.core_uses_pid=1");
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = { "core;0;run ulimit -c unlimited in the shell that starts Eclipse",
			"|/usr/lib/systemd/systemd-coredump %P;unlimited;run coredumpctl debug 4711 in a terminal",
			"|/usr/share/apport/apport %p;unlimited;passes them to a program: /usr/share/apport/apport %p. To get files: sudo sysctl",
			"/var/%e/core;unlimited;cannot be found from here: /var/%e/core. Open the core file of process 4711 with gdb PROGRAM CORE" })
	void find_noCore_saysWhyAndWhatToDo(String pattern, String limit, String reason) {
		assertThatThrownBy(() -> new CoreSearch(pattern, false, limit).find(scratch, 4711, LONG_AGO)).isInstanceOf(IOException.class)
				.hasMessageContaining(reason);
	}

	/** Lets rank 1 of two die of a fault, and returns it. */
	private RankElement crash(Path directory, String limit) throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(2, "ulimit -c " + limit + "; exec " + Peers.c("pmix_crash") + " 1");
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, directory.toString());
		Launched launched = Launched.launch(copy).awaitEnd();
		jobs.await(() -> launched.namespace().ranks().get(1).signal().isPresent());
		return launched.namespace().ranks().get(1);
	}

	private static void open(RankElement rank) throws CoreException {
		assertThat(DEBUGGERS.current().orElseThrow().canOpenCore(rank)).isTrue();
		DEBUGGERS.current().orElseThrow().openCore(rank);
	}

	private static boolean isAtFault(IDebugTarget target, int line) {
		return Debugged.threads(target).stream().anyMatch(thread -> {
			try {
				IStackFrame top = thread.getTopStackFrame();
				return thread.isSuspended() && top != null && top.getLineNumber() == line;
			} catch (DebugException e) {
				return false; // not read yet
			}
		});
	}

	/** Returns whether the kernel passes cores to a program, which then must be said when one is opened. */
	private static boolean isPiped(RankElement rank) throws Exception {
		boolean isPiped = !CoreSearch.here().writesFiles();
		if (isPiped) {
			assertThatThrownBy(() -> open(rank)).isInstanceOf(CoreException.class).hasMessageMatching("The kernel .*pass.*");
		}
		return isPiped;
	}

	@ParameterizedTest
	@EnumSource
	void openCore_ofRankThatDiedOfASignal_showsWhereItArrived(Debuggers debugger) throws Exception {
		NativeJobs.prefer(debugger);
		Path directory = Files.createDirectory(scratch.resolve("a 'b"));
		RankElement rank = crash(directory, UNLIMITED);
		if (isPiped(rank)) {
			return;
		}
		assertThat(rank.coreDumped()).isTrue();
		open(rank);

		ILaunch launch = Jobs.manager().getLaunches()[1];
		assertThat(launch.getLaunchConfiguration().getName()).isEqualTo("sh (core of rank 1)");
		IDebugTarget target = launch.getDebugTargets()[0];
		assertThat(target.getName()).matches("rank 1 \\(.*, " + rank.pid().getAsInt() + "\\), core");
		int fault = NativeJobs.line(Peers.source("pmix_crash"), "// fault");
		Debugged.await(() -> isAtFault(target, fault));
		assertThat(target.getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK)).isEqualTo("1");
		IThread thread = target.getThreads()[0];
		assertThat(thread.getName()).contains("SIGSEGV");
		assertThat(NativeJobs.variable(NativeJobs.top(thread).getVariables(), "where").getValue().getValueString()).startsWith("0x0");
		assertThat(launch.getSourceLocator().getSourceElement(NativeJobs.top(thread))).asString().endsWith("pmix_crash.c");
		assertThat(target.canResume() || target.canSuspend() || thread.canResume() || thread.canStepOver() || target.canDisconnect())
				.as("a core cannot go on").isFalse();
		assertThat(rank.state().isEnded()).isTrue();

		open(rank);
		assertThat(launch.getDebugTargets()).as("opened once").containsExactly(target);
		target.terminate();
		Debugged.await(launch::isTerminated);
		Jobs.manager().removeLaunch(launch);
		open(rank);
		assertThat(Jobs.manager().getLaunches()[1].getDebugTargets()).as("opened again").hasSize(1).doesNotContain(target);
	}

	@ParameterizedTest
	@EnumSource
	void openCore_ofAnotherFile_saysThatItIsNotACore(Debuggers debugger) throws Exception {
		Path text = Files.writeString(scratch.resolve("text"), "x".repeat(1000));
		try (AdapterSession session = AdapterSession.start(new DebugAdapter(debugger.title(), debugger.command()), new QuietListener())) {
			assertThatThrownBy(() -> session.openCore(SLEEP.toRealPath(), text)).isInstanceOf(AdapterException.class)
					.hasMessageStartingWith("The debug adapter " + debugger.title() + " refused the request ")
					.hasMessageNotContainingAny("pid", "ptrace_scope");
		}
	}

	@Test
	void openCore_withoutOne_saysWhyAndOffersToDebugAgain() throws Exception {
		RankElement rank = crash(scratch, "0");
		assertThat(rank.coreDumped()).as("only a program gets cores above the limit").isEqualTo(!CoreSearch.here().writesFiles());
		assertThatThrownBy(() -> open(rank)).isInstanceOf(CoreException.class)
				.hasMessageEndingWith(" Debug Again and Stop There runs the job again, and stops the rank where the signal arrives.");
		assertThat(Jobs.manager().getLaunches()).as("that of the job").hasSize(1);
	}

	@Test
	void openCore_withoutADebugger_saysWhatToInstall() throws Exception {
		RankElement rank = crash(scratch, UNLIMITED);
		if (isPiped(rank)) {
			return;
		}
		NativeJobs.prefer("/nowhere/gdb");
		assertThatThrownBy(() -> open(rank)).isInstanceOf(CoreException.class).hasMessageContaining("install GDB 14 or newer, or LLDB")
				.hasMessageContaining("gdb " + Peers.c("pmix_crash").toRealPath() + " " + scratch);
	}

	@Test
	void canOpenCore_ofRankThatExited_isFalse() throws Exception {
		Launched launched = Launched.launch(jobs.script(1, "exit 3")).awaitEnd();
		assertThat(DEBUGGERS.current().orElseThrow().canOpenCore(launched.namespace().ranks().get(0))).isFalse();
	}
}
