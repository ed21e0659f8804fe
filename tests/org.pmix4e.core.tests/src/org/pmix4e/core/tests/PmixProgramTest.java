// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.jobs.IJobChangeEvent;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.core.runtime.jobs.JobChangeAdapter;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.ElementState;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;

/** Tests launching C programs that use OpenPMIx. */
class PmixProgramTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private ILaunchConfigurationWorkingCopy waiting(int ranks) throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(ranks, Peers.c("pmix_lines").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, PmixLaunchConstants.STDIN_ALL);
		return copy;
	}

	@Test
	void launch_ranksThatCallInit_connectAndFinalize() throws Exception {
		Launched launched = Launched.launch(waiting(4));
		jobs.await(() -> launched.namespace().connectedRanks() == 3);
		assertThat(launched.namespace().state()).isEqualTo(ElementState.RUNNING);
		launched.process().getStreamsProxy().write("init\n");
		jobs.await(() -> launched.namespace().ranks().stream().noneMatch(rank -> rank.state() == ElementState.RUNNING));
		launched.process().getStreamsProxy().write("go\n");
		launched.awaitEnd();

		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] init", "[1] go", "[2] init", "[3] init");
	}

	@Test
	void progress_whileRanksConnect_isShownAndCancelEndsJob() throws Exception {
		ILaunchConfigurationWorkingCopy copy = waiting(2);
		copy.rename("connecting");
		CompletableFuture<Job> shown = new CompletableFuture<>();
		JobChangeAdapter listener = new JobChangeAdapter() {
			@Override
			public void running(IJobChangeEvent event) {
				if (event.getJob().getName().equals("PMIx job connecting")) {
					shown.complete(event.getJob());
				}
			}
		};
		Job.getJobManager().addJobChangeListener(listener);
		try {
			Launched launched = Launched.launch(copy);
			Job progress = Await.result(shown);
			assertThat(progress.isSystem()).isFalse();
			progress.cancel();
			launched.awaitEnd();
			progress.join();

			assertThat(launched.namespace().state()).isEqualTo(ElementState.KILLED);
		} finally {
			Job.getJobManager().removeJobChangeListener(listener);
		}
	}

	@Test
	void progress_ofAJobWithAPlainProgram_endsWhenNoMoreRanksConnect() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, Peers.c("pmix_exit").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "init,ready,wait");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("2 /bin/sleep 1000"));
		copy.rename("partly");
		CompletableFuture<Boolean> shown = new CompletableFuture<>();
		CompletableFuture<IStatus> ended = new CompletableFuture<>();
		JobChangeAdapter listener = new JobChangeAdapter() {
			@Override
			public void running(IJobChangeEvent event) {
				if (event.getJob().getName().equals("PMIx job partly")) {
					shown.complete(true);
				}
			}

			@Override
			public void done(IJobChangeEvent event) {
				if (event.getJob().getName().equals("PMIx job partly")) {
					ended.complete(event.getResult());
				}
			}
		};
		Job.getJobManager().addJobChangeListener(listener);
		try {
			Launched launched = Launched.launch(copy);
			Await.result(shown);
			assertThat(Await.result(ended).isOK()).isTrue();
			assertThat(launched.namespace().connectedRanks()).isEqualTo(1);
			assertThat(launched.namespace().state()).isEqualTo(ElementState.RUNNING);
		} finally {
			Job.getJobManager().removeJobChangeListener(listener);
		}
	}

	@Test
	void launch_exampleRing_works() throws Exception {
		Launched launched = Launched.launch(jobs.program(4, Peers.example("ring").toString())).awaitEnd();

		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
		assertThat(launched.out()).contains("[0] ", "[3] ");
	}
}
