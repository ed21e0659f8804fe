// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.cli.internal.report.SupportReader;
import org.pmix4j.cli.internal.report.SupportReader.Supported;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.attributes.QueryAttributes;

/** Tests {@link SupportReader}. */
class SupportReaderTest {
	private static final RegisteredAttribute TIMEOUT = new RegisteredAttribute("PMIX_TIMEOUT", "pmix.timeout", DataType.INT, List.of("int"));
	private static final RegisteredAttribute NONE = new RegisteredAttribute("NONE", "", DataType.UNDEF, List.of("none"));

	private static Info function(String name, RegisteredAttribute attribute) {
		return Info.of(name, new DataArray(DataType.REGATTR, List.<PmixValue>of(attribute)));
	}

	private static Info support(Info... infos) {
		return Info.of(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key(), DataArray.of(Infos.of(infos)));
	}

	@Test
	void read_attributes_areThoseOfEachFunction() {
		Infos answer = Infos.of(support(function("PMIx_Fence", TIMEOUT), function("PMIx_Abort", NONE)));

		assertThat(SupportReader.read(answer)).containsExactly(new Supported("PMIx_Fence", List.of(TIMEOUT)),
				new Supported("PMIx_Abort", List.of()));
	}

	@Test
	void read_namesOfFunctions_ofOldAndNewServers() {
		Info names = Info.of(QueryAttributes.HOST_FUNCTIONS, "PMIx_Fence,PMIx_Get");
		List<Supported> both = List.of(new Supported("PMIx_Fence", List.of()), new Supported("PMIx_Get", List.of()));

		assertThat(SupportReader.read(Infos.of(names))).isEqualTo(both);
		assertThat(SupportReader.read(Infos.of(support(names)))).isEqualTo(both);
	}
}
