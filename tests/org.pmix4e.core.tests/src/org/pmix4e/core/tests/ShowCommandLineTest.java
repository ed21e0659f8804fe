// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.Launch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.internal.launch.JobLaunchDelegate;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.OutputOptions;

/** Tests the command line that is equivalent to a configuration. */
class ShowCommandLineTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private static String shown(ILaunchConfigurationWorkingCopy copy) throws CoreException {
		return new JobLaunchDelegate().showCommandLine(copy, ILaunchManager.RUN_MODE, new Launch(copy, ILaunchManager.RUN_MODE, null),
				new NullProgressMonitor());
	}

	@Test
	void showCommandLine_ofSimpleConfiguration_isShort() throws Exception {
		Path directory = Jobs.scratch();
		ILaunchConfigurationWorkingCopy copy = jobs.program(4, "/bin/echo");
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, directory.toString());

		assertThat(shown(copy)).isEqualTo("pmix4j run -n 4 --wdir " + directory + " --tag=rank /bin/echo");
	}

	@Test
	void showCommandLine_ofWorkbenchOfACheckout_namesItsScript() throws Exception {
		System.setProperty("pmix4j.script", "/opt/check out/pmix4j");
		try {
			assertThat(shown(jobs.program(1, "/bin/echo"))).startsWith("'/opt/check out/pmix4j' run -n 1 ");
		} finally {
			System.clearProperty("pmix4j.script");
		}
	}

	@Test
	void showCommandLine_ofAllOptions_isQuotedForShell() throws Exception {
		Path directory = Jobs.scratch();
		ILaunchConfigurationWorkingCopy copy = jobs.script(2, "echo $HOME 'it'");
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, directory.toString());
		copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, Map.of("B", "two words", "A", "1"));
		copy.setAttribute(PmixLaunchConstants.ATTR_TAG, PmixLaunchConstants.TAG_NONE);
		copy.setAttribute(DebugPlugin.ATTR_MERGE_OUTPUT, true);
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, PmixLaunchConstants.STDIN_ALL);
		copy.setAttribute(PmixLaunchConstants.ATTR_TIMEOUT, 30);
		copy.setAttribute(PmixLaunchConstants.ATTR_CONTINUE, true);
		copy.setAttribute(PmixLaunchConstants.ATTR_SESSION_DIRECTORY, directory.toString());
		copy.setAttribute("org.eclipse.debug.ui.ATTR_CAPTURE_STDIN_FILE", "/a file");

		assertThat(shown(copy)).isEqualTo("pmix4j run -n 2 --wdir " + directory + " -x A=1 -x 'B=two words' --tmpdir " + directory
				+ " --merge-stderr --stdin all --timeout 30 --continue /bin/sh -c 'echo $HOME '\\''it'\\''' < '/a file'");
	}

	@Test
	void showCommandLine_engine_standsBeforeTheOtherOptions() throws Exception {
		Path directory = Jobs.scratch();
		ILaunchConfigurationWorkingCopy copy = jobs.program(4, "/bin/echo");
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, directory.toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ENGINE, "local:1234");

		assertThat(shown(copy)).isEqualTo("pmix4j run --engine local:1234 -n 4 --wdir " + directory + " --tag=rank /bin/echo");
	}

	@Test
	void showCommandLine_withReplacedEnvironment_usesEnv() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "/bin/echo");
		copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, Map.of("A", "1"));
		copy.setAttribute(ILaunchManager.ATTR_APPEND_ENVIRONMENT_VARIABLES, false);

		assertThat(shown(copy)).startsWith("env -i A=1 pmix4j run -n 1 ");
	}

	@Test
	void showCommandLine_argumentThatSeparatesPrograms_isRefused() {
		assertThatThrownBy(() -> {
			ILaunchConfigurationWorkingCopy copy = jobs.program(1, "/bin/echo");
			copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "a : b");
			shown(copy);
		}).isInstanceOf(CoreException.class).hasMessageContaining("':'");
	}

	@Test
	void keys_ofOptionsOfThePlatform_matchItsConstants() {
		assertThat(AppOptions.DIRECTORY.key()).contains(DebugPlugin.ATTR_WORKING_DIRECTORY);
		assertThat(OutputOptions.MERGE.key()).contains(DebugPlugin.ATTR_MERGE_OUTPUT);
	}

	@Test
	void showCommandLine_withError_reportsIt() {
		assertThatThrownBy(() -> shown(jobs.program(1, "/no/such"))).isInstanceOf(CoreException.class)
				.hasMessage("The program /no/such does not exist.");
	}
}
