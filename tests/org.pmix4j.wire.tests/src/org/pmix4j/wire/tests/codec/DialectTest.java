// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.DataType;
import org.pmix4j.wire.internal.codec.Dialect;

class DialectTest {
	@ParameterizedTest
	@EnumSource
	void best_ownModule_isTheDialect(Dialect dialect) {
		assertThat(Dialect.best(dialect.moduleName())).contains(dialect);
	}

	/** Future modules: one above the known ones adds types to them; for one between two known ones the lower one is safe. */
	@ParameterizedTest
	@CsvSource({ "v62, V61", "v7, V61", "v70, V61", "v101, V61", "v42, V41", "v5, V41", "v22, V21" })
	void best_unknownModule_isNewestBelow(String name, Dialect dialect) {
		assertThat(Dialect.best(name)).contains(dialect);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = { "v21,v41,v3; V41", "v12,v20,v21; V21", " v3 , nonsense ; V3", "v12,,v61; V61" })
	void best_list_isNewestInIt(String list, Dialect dialect) {
		assertThat(Dialect.best(list)).contains(dialect);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ",", "v", "v12", "v20", "v2", "41", "V41", "v-1", "v4x", "v99999", "native", "v20,v12" })
	void best_tooOldOrNonsense_isEmpty(String list) {
		assertThat(Dialect.best(list)).isEmpty();
	}

	@Test
	void knows_typesOfLaterReleases_startWithTheirDialect() {
		assertThat(Dialect.V21.knows(DataType.INFO_ARRAY)).isTrue();
		assertThat(Dialect.V21.knows(DataType.IOF_CHANNEL)).isFalse();
		assertThat(Dialect.V3.knows(DataType.ENVAR)).isTrue();
		assertThat(Dialect.V3.knows(DataType.COORD)).isFalse();
		assertThat(Dialect.V4.knows(DataType.COMPRESSED_BYTE_OBJECT)).isTrue();
		assertThat(Dialect.V4.knows(DataType.MODEX)).isFalse();
		assertThat(Dialect.V4.knows(DataType.INFO_ARRAY)).isFalse();
		assertThat(Dialect.V4.knows(DataType.PROC_NSPACE)).isFalse();
		assertThat(Dialect.V41.knows(DataType.STOR_ACCESS_TYPE)).isTrue();
		assertThat(Dialect.V41.knows(DataType.DEVICE)).isFalse();
		assertThat(Dialect.V51.knows(DataType.RESOURCE_UNIT)).isTrue();
		assertThat(Dialect.V51.knows(DataType.NODE_PID)).isFalse();
		assertThat(Dialect.V61.knows(DataType.NODE_PID)).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void knows_typeWithoutEncoding_isFalse(Dialect dialect) {
		assertThat(dialect.knows(DataType.of(74))).isFalse();
		assertThat(dialect.knows(DataType.of(127))).isFalse();
		assertThat(dialect.knows(DataType.of(128))).isFalse();
		assertThat(dialect.knows(DataType.of(65535))).isFalse();
	}
}
