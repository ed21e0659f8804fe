// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.Coord;
import org.pmix4j.model.CoordView;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DiskStats;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.NodeStats;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.TimeVal;
import org.pmix4j.model.ValueComparison;

/** Tests comparisons that the C library gets wrong or that it has no function for; UtilityValueTest compares all others with it. */
class ValueComparisonTest {
	private static void isGreater(PmixValue greater, PmixValue less) {
		assertThat(greater.compareWith(less)).as("%s and %s", greater, less).isEqualTo(ValueComparison.VALUE1_GREATER);
		assertThat(less.compareWith(greater)).isEqualTo(ValueComparison.VALUE2_GREATER);
		assertThat(greater.compareWith(greater)).isEqualTo(ValueComparison.EQUAL);
	}

	@Test
	void numbers_areComparedAsNumbers() {
		isGreater(new PmixValue.UInt32(256), new PmixValue.UInt32(1));
		isGreater(new PmixValue.Int32(1), new PmixValue.Int32(-1));
		isGreater(new PmixValue.UInt64(-1), new PmixValue.UInt64(1));
		isGreater(new PmixValue.Size(-1), new PmixValue.Size(1));
		isGreater(PmixValue.Float64.of(2), PmixValue.Float64.of(-3));
		isGreater(Proc.wildcard("a"), Proc.of("a", 256));
		isGreater(new TimeVal(256, 0), new TimeVal(1, 5));
	}

	@Test
	void arrays_areComparedBySizeThenElements() {
		isGreater(array(1, 1), array(2));
		isGreater(array(1, 256), array(1, 1));
		assertThat(array(1).compareWith(new DataArray(DataType.STRING, List.of()))).isEqualTo(ValueComparison.TYPE_DIFFERENT);
	}

	private static DataArray array(int... numbers) {
		return new DataArray(DataType.INT, Arrays.stream(numbers).<PmixValue>mapToObj(PmixValue.Int::new).toList());
	}

	@Test
	void structs_areComparedByEachField() {
		isGreater(new Envar("a", "b", ':'), new Envar("a", "b", ','));
		isGreater(Info.of("b", PmixValue.Bool.FALSE), Info.of("a", PmixValue.Bool.TRUE));
		isGreater(coord(1, 2, 3), coord(1, 3));
		isGreater(node("a", 1), node("a", 0));
	}

	@Test
	void thingsWithoutCommonOrder_areNotCompared() {
		assertThat(coord(1, 2).compareWith(coord(2, 2))).isEqualTo(ValueComparison.INCOMPATIBLE_OBJECTS);
		assertThat(node("", 0).compareWith(node("", 0))).isEqualTo(ValueComparison.COMPARISON_NOT_AVAIL);
		assertThat(PmixValue.Pointer.INSTANCE.compareWith(PmixValue.Pointer.INSTANCE)).isEqualTo(ValueComparison.COMPARISON_NOT_AVAIL);
	}

	private static Coord coord(int view, Integer... coordinates) {
		return new Coord(view == 1 ? CoordView.LOGICAL.code() : CoordView.PHYSICAL.code(), List.of(coordinates));
	}

	private static NodeStats node(String name, int disks) {
		DiskStats disk = new DiskStats("sda", Collections.nCopies(DiskStats.COUNTERS, 1L));
		return new NodeStats(name, Collections.nCopies(NodeStats.FIGURES, PmixValue.Float32.of(1)), new TimeVal(1, 2),
				Collections.nCopies(disks, disk), List.of());
	}
}
