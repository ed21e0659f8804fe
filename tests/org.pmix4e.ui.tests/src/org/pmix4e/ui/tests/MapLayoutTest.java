// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.swt.graphics.Rectangle;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.map.MapLayout;
import org.pmix4e.ui.internal.map.MapLayout.Kind;
import org.pmix4e.ui.internal.map.MapLayout.Piece;
import org.pmix4e.ui.internal.map.MapNode;

/** Tests where the map draws ranks, cores, packages and nodes. */
class MapLayoutTest {
	private static final int WIDTH = 600;
	/** Two packages with two cores each; ranks may not use the last core. */
	private static final List<NodeProcessor> HARDWARE = List.of(new NodeProcessor(0, 0, 0, true), new NodeProcessor(1, 1, 0, true),
			new NodeProcessor(2, 2, 1, true), new NodeProcessor(3, 3, 1, false));

	@Test
	void rank_boundToCore_isInThatCore() {
		MapLayout layout = layout(StubRank.of(0, "a", 2));
		assertThat(inside(piece(layout, Kind.CORE, 2).area(), layout.squares().get(0).area())).isTrue();
	}

	@Test
	void rank_boundToPackage_isInPackageOutsideOfCores() {
		MapLayout layout = layout(StubRank.of(0, "a", 0, 1));
		Rectangle square = layout.squares().get(0).area();
		assertThat(inside(piece(layout, Kind.PACKAGE, 0).area(), square)).isTrue();
		assertThat(layout.pieces()).filteredOn(piece -> piece.kind() == Kind.CORE).noneMatch(piece -> piece.area().intersects(square));
	}

	@Test
	void rank_thatIsNotBound_isInNodeOutsideOfPackages() {
		MapLayout layout = layout(StubRank.of(0, "a"));
		Rectangle square = layout.squares().get(0).area();
		assertThat(inside(piece(layout, Kind.NODE, 0).area(), square)).isTrue();
		assertThat(layout.pieces()).filteredOn(piece -> piece.kind() != Kind.NODE).noneMatch(piece -> piece.area().intersects(square));
	}

	@Test
	void core_thatRanksMayNotUse_isMarked() {
		MapLayout layout = layout(StubRank.of(0, "a"));
		assertThat(piece(layout, Kind.CORE, 3).usable()).isFalse();
		assertThat(piece(layout, Kind.CORE, 2).usable()).isTrue();
	}

	@Test
	void squares_ofManyRanks_doNotOverlap() {
		List<RankElement> ranks = new ArrayList<>();
		IntStream.range(0, 60).forEach(rank -> ranks.add(rank % 3 == 0 ? StubRank.of(rank, "a") : StubRank.of(rank, "a", rank % 4)));
		MapLayout layout = MapLayout.of(List.of(new MapNode("a", HARDWARE, ranks)), 300);
		assertThat(layout.squares()).hasSize(60);
		for (MapLayout.Square one : layout.squares()) {
			assertThat(layout.squares()).filteredOn(other -> other != one).noneMatch(other -> other.area().intersects(one.area()));
		}
	}

	@Test
	void arrows_leadToNearestRank() {
		MapLayout layout = layout(StubRank.of(0, "a"), StubRank.of(1, "a"), StubRank.of(2, "a"));
		assertThat(layout.next(layout.squares().get(0), 1, 0)).contains(layout.squares().get(1));
		assertThat(layout.next(layout.squares().get(1), -1, 0)).contains(layout.squares().get(0));
		assertThat(layout.next(layout.squares().get(2), 1, 0)).isEmpty();
	}

	@Test
	void jobOf65536Ranks_isDrawnAsCounts() {
		List<MapNode> nodes = new ArrayList<>();
		for (int node = 0; node < 512; node++) {
			String name = "node" + node;
			int first = node * 128;
			nodes.add(new MapNode(name, HARDWARE, IntStream.range(first, first + 128).mapToObj(rank -> StubRank.of(rank, name, rank % 4)).toList()));
		}
		MapLayout layout = MapLayout.of(nodes, WIDTH);
		assertThat(layout.squares()).isEmpty();
		assertThat(layout.pieces().stream().mapToInt(piece -> piece.counted().size()).sum()).isEqualTo(65_536);
	}

	private static MapLayout layout(RankElement... ranks) {
		return MapLayout.of(List.of(new MapNode("a", HARDWARE, List.of(ranks))), WIDTH);
	}

	private static Piece piece(MapLayout layout, Kind kind, int index) {
		return layout.pieces().stream().filter(piece -> piece.kind() == kind).toList().get(index);
	}

	private static boolean inside(Rectangle outer, Rectangle inner) {
		return outer.intersection(inner).equals(inner);
	}
}
