// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.host.internal.spawn.SpawnBase;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Tests which placement policies a spawned program takes over from its parent. */
class InheritedPlacementTest {
	@ParameterizedTest
	@CsvSource({ "slot:inherit, '', slot:inherit, node, core", "slot, '', '', '', ''", "slot, :inherit, slot, node, core",
			"slot:inherit, :noinherit, :noinherit, '', ''", "slot:inherit, package, package, node, core",
			"'', :inherit, :inherit, node, core" })
	void read_mappingOfParentAndChild_decidesAboutAllPolicies(String parent, String own, String map, String rank, String bind)
			throws Exception {
		OptionValues ofParent = OptionValues.DEFAULTS.with(PlacementOptions.RANK_BY, "node").with(PlacementOptions.BIND_TO, "core");
		SpawnBase base = new SpawnBase(Path.of("/work"), OptionValues.DEFAULTS,
				parent.isEmpty() ? ofParent : ofParent.with(PlacementOptions.MAP_BY, parent), OutputSink.DISCARD, Map.of(),
				new SpawnBase.Room(SimulatedNode.pool("node", 4), SimulatedNode.pool("node", 4).get(0).node(), Map.of(),
					Path.of("/session"), 4, 4), target -> List.of());
		Infos infos = own.isEmpty() ? Infos.EMPTY : Infos.of(Info.of(SpawnAttributes.MAPBY, own));
		App app = new App("program", List.of("program"), List.of(), "", 1, infos);

		OptionValues read = Drafts.order(new SpawnRequest(Proc.of("parent@1", 0), Infos.EMPTY, List.of(app)), base).spec().apps().get(0)
				.options();

		assertThat(read.get(PlacementOptions.MAP_BY)).isEqualTo(map);
		assertThat(read.get(PlacementOptions.RANK_BY)).isEqualTo(rank);
		assertThat(read.get(PlacementOptions.BIND_TO)).isEqualTo(bind);
	}
}
