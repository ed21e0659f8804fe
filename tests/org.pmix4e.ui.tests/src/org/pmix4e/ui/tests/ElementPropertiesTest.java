// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Objects;

import org.eclipse.core.runtime.Adapters;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.views.properties.IPropertySource;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4j.testkit.Peers;

/** Tests the properties of jobs and ranks. */
class ElementPropertiesTest extends UserTest {

	@Test
	void spawnedJob_namesTheRankThatSpawnedIt() throws Exception {
		ILaunch launch = Jobs.launch(Jobs.configuration("spawns", 2, Peers.c("pmix_spawn"), ""));
		Jobs.awaitEnd(launch);
		NamespaceElement parent = Jobs.job(launch).element().orElseThrow();
		JobModel model = Ui.get(() -> PlatformUI.getWorkbench().getService(JobModel.class));
		NamespaceElement child = model.namespaces().stream()
				.filter(job -> job.spawner().filter(rank -> rank.namespace() == parent).isPresent()).findFirst().orElseThrow();
		assertThat(property(child, "Spawned by")).isEqualTo("Rank 0, " + parent.name());
		assertThat(property(parent, "Spawned by")).isEmpty();
	}

	@Test
	void rank_thatIsNotBound_saysSo() throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("free", 1, Peers.c("pmix_exit"), "init,finalize").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_BIND_TO, "none");
		ILaunch launch = Jobs.launch(copy.doSave());
		Jobs.awaitEnd(launch);
		assertThat(property(Jobs.job(launch).element().orElseThrow().ranks().get(0), "Processors")).isEqualTo("not bound");
	}

	@Test
	void list_ofProcessors_joinsNeighbors() {
		BitSet processors = new BitSet();
		processors.set(0, 4);
		processors.set(8);
		assertThat(NodeProcessor.list(processors)).isEqualTo("0-3,8");
		assertThat(NodeProcessor.list(new BitSet())).isEmpty();
	}

	private static String property(JobElement element, String name) {
		return Ui.get(() -> Objects.toString(Adapters.adapt(element, IPropertySource.class).getPropertyValue(name), ""));
	}
}
