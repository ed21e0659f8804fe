// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CompressedBytes;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Envar;
import org.pmix4j.model.HeldSize;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.JobAttributes;

/** Tests that the estimated size of a value is never far below what it occupies. */
class HeldSizeTest {
	private static final int LENGTH = 100_000;
	private static final String TEXT = "x".repeat(LENGTH);

	@Test
	void size_ofTextsAndBytes_isAtLeastTheirLength() {
		assertThat(HeldSize.of(new PmixValue.Str(TEXT))).isBetween(2L * LENGTH, 2L * LENGTH + 200);
		assertThat(HeldSize.of(ByteObject.wrap(new byte[LENGTH]))).isBetween((long) LENGTH, LENGTH + 200L);
	}

	@Test
	void size_ofValuesInsideOthers_isCounted() {
		PmixValue text = new PmixValue.Str(TEXT);

		assertThat(List.<PmixValue>of(new PmixValue.Boxed(text), new Topology(TEXT, ByteObject.EMPTY), new Envar("name", TEXT, ':'),
				new CompressedBytes(ByteObject.wrap(new byte[2 * LENGTH])), new DataArray(DataType.STRING, List.of(text)),
				new Kval("key", text)))
				.allSatisfy(value -> assertThat(HeldSize.of(value)).isGreaterThanOrEqualTo(2L * LENGTH));
	}

	@Test
	void size_ofManySmallValues_countsEach() {
		DataArray bytes = new DataArray(DataType.BYTE, Collections.nCopies(1000, new PmixValue.RawByte((byte) 1)));
		DataArray procs = DataArray.ofProcs(Collections.nCopies(1000, Proc.of("job", 1)));

		assertThat(HeldSize.of(bytes)).isGreaterThan(1000 * 20);
		assertThat(HeldSize.of(procs)).isGreaterThan(1000 * 80);
		assertThat(HeldSize.of(Infos.of(Info.of(JobAttributes.JOB_SIZE, 1)))).isLessThan(1000);
	}
}
