// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Await;

/** Tests jobs as members of the platform's launch groups. */
class LaunchGroupTest {
	private static final String TYPE = "org.eclipse.debug.core.groups.GroupLaunchConfigurationType";
	private static final String ATTRIBUTE = "org.eclipse.debug.core.launchGroup.";

	@RegisterExtension
	final Jobs jobs = new Jobs();

	@Test
	void launch_group_waitsForEndOfJobAndEnds() throws Exception {
		Path file = Jobs.scratch().resolve("written by the first");
		ILaunchConfiguration first = jobs.script(2, "[ $PMIX_RANK = 0 ] || echo > '" + file + "'").doSave();
		ILaunchConfiguration second = jobs.script(2, "[ -e '" + file + "' ]").doSave();
		ILaunchConfigurationWorkingCopy group = group();
		add(group, 0, first, "WAIT_FOR_TERMINATION", "");
		add(group, 1, second, "NONE", "");
		ILaunch launch = group.launch(ILaunchManager.RUN_MODE, new NullProgressMonitor());
		awaitTerminated(launch);

		assertThat(Files.exists(file)).isTrue();
		Launched last = Launched.of(Arrays.stream(Jobs.manager().getLaunches()).filter(each -> second.equals(each.getLaunchConfiguration()))
				.findFirst().orElseThrow());
		assertThat(last.process().getExitValue()).as("the second job found the file of the first").isZero();
	}

	@Test
	void launch_group_waitsForOutputOfJob() throws Exception {
		ILaunchConfiguration server = jobs.script(2, "while :; do echo ready to serve; sleep 0.1; done").doSave();
		ILaunchConfiguration client = jobs.script(1, "exit 0").doSave();
		ILaunchConfigurationWorkingCopy group = group();
		add(group, 0, server, "OUTPUT_REGEXP", "ready to serve");
		add(group, 1, client, "NONE", "");
		ILaunch launch = group.launch(ILaunchManager.RUN_MODE, new NullProgressMonitor());

		assertThat(Jobs.manager().getLaunches()).hasSize(3);
		launch.terminate();
		awaitTerminated(launch);
	}

	/** A launch returns when all ranks run, and the platform's group adds its reader even later. */
	@Test
	void reader_addedAfterTheLine_getsIt() throws Exception {
		Launched launched = Launched.launch(jobs.script(1, "echo ready to serve; exec sleep 1000"));
		Await.until("the line is delivered", Duration.ofMinutes(1), () -> launched.out().contains("ready to serve"));
		CompletableFuture<String> found = new CompletableFuture<>();
		Thread.ofPlatform().start(() -> launched.process().getStreamsProxy().getOutputStreamMonitor()
				.addListener((text, monitor) -> found.complete(text)));

		assertThat(Await.result(found)).isEqualTo("[0] ready to serve\n");
	}

	private static ILaunchConfigurationWorkingCopy group() throws CoreException {
		return Jobs.manager().getLaunchConfigurationType(TYPE).newInstance(null, Jobs.manager().generateLaunchConfigurationName("group"));
	}

	private static void add(ILaunchConfigurationWorkingCopy group, int number, ILaunchConfiguration member, String action, String parameter) {
		group.setAttribute(ATTRIBUTE + number + ".name", member.getName());
		group.setAttribute(ATTRIBUTE + number + ".action", action);
		group.setAttribute(ATTRIBUTE + number + ".actionParam", parameter);
		group.setAttribute(ATTRIBUTE + number + ".mode", ILaunchManager.RUN_MODE);
		group.setAttribute(ATTRIBUTE + number + ".enabled", true);
		group.setAttribute(ATTRIBUTE + number + ".adoptIfRunning", false);
	}

	/** Polls, as the platform's event may be missing: a member that changes while it ends is put back among the group's running ones. */
	private static void awaitTerminated(ILaunch launch) {
		Await.until("all members of the group have ended", Duration.ofMinutes(1), launch::isTerminated);
	}
}
