// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.server.internal.iof.FormatReader;

/** Tests directives for the format of output lines. */
class FormatReaderTest {

	@Test
	void format_currentAndDeprecatedDirectives_areRead() throws PmixException {
		assertThat(FormatReader.read(Infos.EMPTY)).isEqualTo(OutputFormat.PLAIN);
		assertThat(FormatReader.read(flags("pmix.iof.tag", "pmix.iof.ts"))).isEqualTo(new OutputFormat(Tag.JOB, true, false));
		assertThat(FormatReader.read(flags("pmix.tagout", "pmix.tsout"))).isEqualTo(new OutputFormat(Tag.JOB, true, false));
		assertThat(FormatReader.read(flags("pmix.iof.tagdet"))).isEqualTo(new OutputFormat(Tag.DETAILED, false, false));
		assertThat(FormatReader.read(flags("pmix.iof.tagfull"))).isEqualTo(new OutputFormat(Tag.NAMESPACE, false, false));
		assertThat(FormatReader.read(flags("pmix.iof.rank", "pmix.iof.xml"))).isEqualTo(new OutputFormat(Tag.RANK, false, true));
		assertThat(FormatReader.read(Infos.EMPTY.with(IofAttributes.IOF_TAG_OUTPUT, false))).isEqualTo(OutputFormat.PLAIN);
	}

	private static Infos flags(String... keys) {
		return Infos.of(Stream.of(keys).map(key -> Info.of(key, PmixValue.Bool.TRUE)).toArray(Info[]::new));
	}
}
