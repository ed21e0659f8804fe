// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Topology;
import org.pmix4j.wire.internal.codec.Dialect;

/** Checks the decoded values of the C library's bytes; a round trip alone would not reveal swapped fields. */
class GoldenValueTest {
	private static final Map<String, List<PmixValue>> EXPECTED = ExpectedValues.all();

	static List<GoldenVector> known() {
		return GoldenVector.written().stream().filter(vector -> EXPECTED.containsKey(ExpectedValues.key(vector))).toList();
	}

	@ParameterizedTest
	@MethodSource("known")
	void decode_vector_givesTheValueThatWasPacked(GoldenVector vector) throws PmixException {
		assertThat(vector.decode()).isEqualTo(EXPECTED.get(ExpectedValues.key(vector)));
	}

	@Test
	void expectedValues_all_areValuesOfSomeVector() {
		Set<String> unused = new HashSet<>(EXPECTED.keySet());
		GoldenVector.all().forEach(vector -> unused.remove(ExpectedValues.key(vector)));
		assertThat(unused).isEmpty();
	}

	/**
	 * Except KVAL and BUFFER, which are internal, MODEX and INFO_ARRAY, which were dropped, and processor sets, which the C library cannot
	 * pack.
	 */
	@Test
	void expectedValues_everyType_occursButThoseThatTheLibraryDoesNotPack() {
		Set<Integer> types = new TreeSet<>();
		for (int code = 1; code <= DataType.NODE_PID.code(); code++) {
			types.add(code);
		}
		known().forEach(vector -> types.remove(vector.type().code()));
		assertThat(types).map(DataType::of).containsExactly(DataType.BUFFER, DataType.KVAL, DataType.MODEX, DataType.INFO_ARRAY,
				DataType.PROC_CPUSET, DataType.TOPO);
	}

	@Test
	void decode_topology_splitsDescriptionAndFlags() throws PmixException {
		GoldenVector vector = GoldenVector.written().stream()
				.filter(v -> v.typeName().equals("TOPO") && v.encoding().dialect() == Dialect.V4 && !v.encoding().described()).findFirst()
				.orElseThrow();
		assertThat(vector.decode()).singleElement().isInstanceOfSatisfying(Topology.class, topology -> {
			assertThat(topology.xml()).startsWith("<?xml version=\"1.0\"").endsWith("</topology>\n");
			assertThat(topology.support().size()).isEqualTo(32);
		});
	}
}
