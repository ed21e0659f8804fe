// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.handshake.GroupForm;
import org.pmix4j.wire.internal.handshake.PeerVersion;

class PeerVersionTest {
	@ParameterizedTest
	@CsvSource({ "3.2.5,V3,false", "4.0.1,V4,false", "4.2.2,V41,false", "5.0.11,V41,false", "6.0.0,V51,true", "6.1.0,V61,true",
			"7.0.0a1,V61,true",
			"4.2.2-pmix4j,V61,true" })
	void newestDialect_eachRelease_isWhatItsServersRead(String text, Dialect dialect, boolean blocks) {
		assertThat(PeerVersion.parse(text).newestDialect()).isEqualTo(dialect);
		assertThat(PeerVersion.parse(text).servesResourceBlocks()).isEqualTo(blocks);
	}

	@ParameterizedTest
	@CsvSource({ "4.2.2rc2, 4, 2, 2", "v3.2.5a1, 3, 2, 5", "6.1.0, 6, 1, 0", "5.0.11rc1, 5, 0, 11", "5.0, 5, 0, 0", "7, 7, 0, 0",
			"3.1.100, 3, 1, 100", "unknown, 0, 0, 0", "'', 0, 0, 0", "99999999999.1, 999999, 0, 0" })
	void parse_textsOfReleases_givesTheirNumbers(String text, int major, int minor, int release) {
		assertThat(PeerVersion.parse(text)).isEqualTo(new PeerVersion(major, minor, release, text));
	}

	@ParameterizedTest
	@CsvSource({ "4.2.2, true", "4.2.3, true", "4.3.0, true", "5.0.0, true", "4.2.1, false", "4.1.9, false", "3.9.9, false" })
	void isAtLeast_aroundARelease_comparesAllNumbers(String text, boolean expected) {
		assertThat(PeerVersion.parse(text).isAtLeast(4, 2, 2)).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "2.0.3, false, false", "2.1.0, true, false", "3.1.9, true, false", "3.2.0, true, true", "6.1.0, true, true" })
	void isAccepted_aroundTheMinimum_matchesOpenPmix(String text, boolean byServers, boolean byClients) {
		assertThat(PeerVersion.parse(text).isAcceptedByServers()).isEqualTo(byServers);
		assertThat(PeerVersion.parse(text).isAcceptedByClients()).isEqualTo(byClients);
	}

	@ParameterizedTest
	@CsvSource({ "3.1.5, false, false, false", "3.1.100, true, false, false", "3.2.5, true, false, false", "4.0.0, true, false, true",
			"4.1.2, true, false, true", "4.2.0, true, true, true", "6.1.0, true, true, true" })
	void reads_eachRelease_matchesItsLibrary(String text, boolean nodeArrays, boolean sessionArrays, boolean eventRange) {
		PeerVersion version = PeerVersion.parse(text);

		assertThat(version.readsNodeArrays()).isEqualTo(nodeArrays);
		assertThat(version.readsSessionArrays()).isEqualTo(sessionArrays);
		assertThat(version.readsRankArrays()).isEqualTo(sessionArrays);
		assertThat(version.readsEventRange()).isEqualTo(eventRange);
		assertThat(version.sendsIofHandle()).isEqualTo(eventRange);
	}

	@ParameterizedTest
	@CsvSource({ "3.2.5, NONE", "4.0.0, CONTEXT_ONLY", "4.2.2, CONTEXT_ONLY", "4.2.3, CONTEXT_ONLY", "4.2.4, MEMBERS", "5.0.11, MEMBERS",
			"6.0.0, CONTEXT_FLAG", "6.1.0, GROUP_INFOS", "7.0.0, GROUP_INFOS" })
	void groupForm_eachRelease_matchesItsLibrary(String text, GroupForm form) {
		assertThat(PeerVersion.parse(text).groupForm()).isEqualTo(form);
	}

	@ParameterizedTest
	@CsvSource({ "3.2.5, true", "4.0.0, false", "4.2.2, false", "5.0.8, false", "5.0.9, true", "6.0.0, false", "6.1.0, true" })
	void heedsRefusals_eachRelease_matchesItsLibrary(String text, boolean expected) {
		assertThat(PeerVersion.parse(text).heedsRefusals()).isEqualTo(expected);
	}

	@Test
	void maxPayload_eachRelease_matchesItsLibrary() {
		assertThat(PeerVersion.parse("3.2.5").maxPayload()).isEqualTo(16 << 20);
		assertThat(PeerVersion.parse("4.1.2").maxPayload()).isEqualTo(16 << 20);
		assertThat(PeerVersion.parse("4.2.2").maxPayload()).isEqualTo(Integer.MAX_VALUE);
		assertThat(PeerVersion.parse("6.1.0").maxPayload()).isEqualTo(32 << 20);
		assertThat(PeerVersion.parse("7.0.0-pmix4j").maxPayload()).as("has its own limit").isEqualTo(Integer.MAX_VALUE);
	}

	@ParameterizedTest
	@CsvSource({ "6.1.0, false", "7.0.0rc1, true", "7.0.0-pmix4j, false" })
	void packsUntypedArraysAs7_eachRelease_matchesItsLibrary(String text, boolean expected) {
		assertThat(PeerVersion.parse(text).packsUntypedArraysAs7()).isEqualTo(expected);
	}
}
