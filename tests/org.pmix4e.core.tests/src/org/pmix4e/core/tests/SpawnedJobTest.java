// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4j.testkit.Peers;

/** Tests jobs that ranks spawn with OpenPMIx. */
class SpawnedJobTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private NamespaceElement spawnedBy(Launched launched) {
		List<NamespaceElement> others = jobs.model().namespaces().stream().filter(job -> job != launched.namespace()).toList();
		assertThat(others).hasSize(1);
		return others.get(0);
	}

	private ILaunchConfigurationWorkingCopy spawning(String script) throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, Peers.c("pmix_spawn_late").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, DebugPlugin.renderArguments(new String[] { script }, null));
		return copy;
	}

	@Test
	void spawnedJob_hasItsOwnElementsAndNoProcess() throws Exception {
		Launched launched = Launched.launch(jobs.program(2, Peers.c("pmix_spawn").toString())).awaitEnd();

		NamespaceElement child = spawnedBy(launched);
		assertThat(child.spawner()).contains(launched.namespace().ranks().get(0));
		assertThat(child.process()).isEmpty();
		assertThat(child.ranks()).isNotEmpty().allSatisfy(rank -> assertThat(rank.state()).isEqualTo(ElementState.FINISHED));
		assertThat(launched.namespace().spawner()).isEmpty();
		assertThat(jobs.model().namespace(launched.launch())).contains(launched.namespace());
	}

	@Test
	void launch_withEndedChildren_keepsItsOwnRanks() throws Exception {
		Launched launched = Launched.launch(jobs.program(2, Peers.c("pmix_spawn").toString())).awaitEnd();

		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
		for (JobRankProcess rank : launched.process().ranks()) {
			RankElement element = launched.namespace().ranks().get(rank.rank());
			assertThat(rank.element()).contains(element);
			assertThat(rank.getAttribute(IProcess.ATTR_PROCESS_ID)).isEqualTo(Integer.toString(element.pid().orElseThrow()));
			assertThat(rank.getExitValue()).isZero();
		}
	}

	@Test
	void output_ofSpawnedRank_isSeparateFromThatOfItsParent() throws Exception {
		Launched launched = Launched.launch(spawning("echo from the child")).awaitEnd();

		String child = spawnedBy(launched).name();
		assertThat(launched.process().output().text(chunk -> chunk.isFrom(child, 0))).isEqualTo("from the child\n");
		assertThat(launched.process().output().text(chunk -> chunk.isFrom(launched.namespace().name(), 0))).doesNotContain("from the child");
	}

	@Test
	void tag_ofSpawnedRank_namesItsJob() throws Exception {
		Launched launched = Launched.launch(spawning("echo from the child")).awaitEnd();

		int number = spawnedBy(launched).number();
		assertThat(launched.out().lines()).contains("[" + number + ",0] from the child");
	}

	@Test
	void launch_withJobThatEndsBeforeItsChild_runsUntilChildIsTerminated() throws Exception {
		Launched launched = Launched.launch(spawning("exec sleep 1000"));
		jobs.await(() -> launched.namespace().state().isEnded());
		assertThat(launched.process().isTerminated()).isFalse();
		assertThat(launched.process().canTerminate()).isTrue();
		launched.process().terminate();
		launched.awaitEnd();

		assertThat(spawnedBy(launched).state()).isEqualTo(ElementState.KILLED);
	}

	@Test
	void removedLaunch_removesItsSpawnedJobs() throws Exception {
		Launched launched = Launched.launch(spawning("true")).awaitEnd();
		assertThat(jobs.model().namespaces()).hasSize(2);
		Jobs.manager().removeLaunch(launched.launch());

		assertThat(jobs.model().namespaces()).isEmpty();
	}
}
