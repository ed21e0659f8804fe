// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.RankElement;

/** Tests stopping the bundle, as when the workbench is closed. */
class ShutdownTest {
	private static final Bundle CORE = FrameworkUtil.getBundle(JobModel.class);

	@RegisterExtension
	final Jobs jobs = new Jobs();

	@AfterEach
	void startAgain() throws BundleException {
		CORE.start(Bundle.START_ACTIVATION_POLICY);
	}

	@Test
	void stop_withRunningJob_leavesNoProcessAndNoDirectory() throws Exception {
		Path base = Jobs.scratch();
		ILaunchConfigurationWorkingCopy copy = jobs.script(4, "trap '' TERM; while :; do sleep 1000; done");
		copy.setAttribute(PmixLaunchConstants.ATTR_SESSION_DIRECTORY, base.toString());
		Launched launched = Launched.launch(copy);
		List<Integer> pids = launched.namespace().ranks().stream().map(RankElement::pid).map(pid -> pid.orElseThrow()).toList();
		assertThat(Jobs.content(base)).isNotEmpty();
		CORE.stop(Bundle.STOP_TRANSIENT);

		assertThat(pids).hasSize(4).allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
		assertThat(Jobs.content(base)).isEmpty();
		Jobs.assertNoThread("pmix-");
		assertThat(launched.awaitEnd().launch().isTerminated()).isTrue();
	}

	@Test
	void start_afterStop_allowsLaunchesAgain() throws Exception {
		Launched.launch(jobs.script(1, "exit 0")).awaitEnd();
		CORE.stop(Bundle.STOP_TRANSIENT);
		assertThatThrownBy(() -> Launched.launch(jobs.script(1, "exit 0"))).isInstanceOf(CoreException.class)
				.hasMessageContaining("closing");
		CORE.start(Bundle.START_ACTIVATION_POLICY);

		assertThat(Launched.launch(jobs.script(1, "exit 0")).awaitEnd().process().getExitValue()).isZero();
	}
}
