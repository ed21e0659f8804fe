// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.launcher.LaunchPlan;
import org.pmix4j.host.launcher.MapPreview;
import org.pmix4j.host.launcher.MapPreview.NodePreview;
import org.pmix4j.host.launcher.MapPreview.RankPreview;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;

/** The map of a job that is not launched, on simulated nodes, so that it is the same on every machine. */
class MapPreviewTest {
	private static final List<String> TWO_NODES = List.of("2*node:slots=2:package:1 core:2 pu:1");

	private static MapPreview preview(AppSpec... apps) throws IOException, PmixException {
		return LaunchPlan.preview(JobSpec.of(apps), TWO_NODES, Map.of());
	}

	@Test
	void preview_byNode_alternates() throws Exception {
		MapPreview map = preview(AppSpec.of(3, "program").withOption(PlacementOptions.MAP_BY, "node"));

		assertThat(map.mapping()).startsWith("BYNODE");
		assertThat(map.nodes()).extracting(node -> node.ranks().stream().map(RankPreview::rank).toList())
				.containsExactly(List.of(0, 2), List.of(1));
	}

	@Test
	void preview_boundToCore_namesCores() throws Exception {
		MapPreview map = preview(AppSpec.of(2, "program").withOption(PlacementOptions.BIND_TO, "core"));

		assertThat(map.nodes().get(0).ranks()).extracting(RankPreview::processors).containsExactly("package[0][core:0]", "package[0][core:1]");
	}

	@Test
	void preview_moreRanksThanSlots_tellsOversubscription() throws Exception {
		MapPreview map = preview(AppSpec.of(6, "program").withOption(PlacementOptions.MAP_BY, ":oversubscribe"));

		assertThat(map.nodes()).anyMatch(NodePreview::isOversubscribed);
		assertThat(map.nodes().get(0).slots()).isEqualTo(2);
	}

	@Test
	void preview_severalPrograms_tellsTheProgramOfEachRank() throws Exception {
		MapPreview map = preview(AppSpec.of(1, "first"), AppSpec.of(2, "second"));

		assertThat(map.nodes().stream().flatMap(node -> node.ranks().stream()).map(RankPreview::app)).containsExactly(0, 1, 1);
	}

	@Test
	void preview_ofImpossibleMap_saysWhy() {
		assertThatThrownBy(() -> preview(AppSpec.of(6, "program").withOption(PlacementOptions.MAP_BY, ":nooversubscribe")))
				.isInstanceOf(PmixException.class).hasMessageContaining("slots");
	}
}
