// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.RealmDirectives;
import org.pmix4j.model.attributes.SessionAttributes;

class RealmDirectivesTest {
	private static RealmDirectives of(Info... infos) throws PmixException {
		return RealmDirectives.of(Infos.of(infos));
	}

	@Test
	void realm_noDirective_followsFromTheKey() throws PmixException {
		assertThat(of().realm()).isEmpty();
		assertThat(of().realmOf(NodeAttributes.LOCAL_SIZE.key())).isEqualTo(KeyRealm.NODE);
		assertThat(of().realmOf(JobAttributes.JOB_SIZE.key())).isEqualTo(KeyRealm.JOB);
	}

	@Test
	void realm_directive_winsOverTheKey() throws PmixException {
		assertThat(of(Info.of(LevelAttributes.SESSION_INFO, true)).realmOf(NodeAttributes.LOCAL_SIZE.key())).isEqualTo(KeyRealm.SESSION);
		assertThat(of(Info.of(LevelAttributes.APP_INFO, true)).realm()).contains(KeyRealm.APP);
	}

	@Test
	void realm_severalDirectives_theFirstInOrderCounts() throws PmixException {
		assertThat(of(Info.of(LevelAttributes.APP_INFO, true), Info.of(LevelAttributes.NODE_INFO, true)).realm()).contains(KeyRealm.NODE);
		assertThat(of(Info.of(LevelAttributes.NODE_INFO, true), Info.of(LevelAttributes.JOB_INFO, true)).realm()).contains(KeyRealm.JOB);
	}

	@Test
	void realm_directiveThatIsFalse_doesNotCount() throws PmixException {
		assertThat(of(Info.of(LevelAttributes.NODE_INFO, false)).realm()).isEqualTo(Optional.empty());
	}

	@Test
	void instance_isNamedByNodeAppOrSession() throws PmixException {
		assertThat(of(Info.of(LevelAttributes.NODE_INFO, true)).namesInstance()).isFalse();
		assertThat(of(Info.of(NodeAttributes.HOSTNAME, "node1")).namesInstance()).isTrue();
		assertThat(of(Info.of(NodeAttributes.NODEID, 1)).namesInstance()).isTrue();
		assertThat(of(Info.of(AppAttributes.APPNUM, 0)).namesInstance()).isTrue();
		assertThat(of(Info.of(SessionAttributes.SESSION_ID, 5)).namesInstance()).isTrue();
	}

	@Test
	void directive_ofWrongType_isBadParam() {
		assertThatThrownBy(() -> of(Info.of(LevelAttributes.NODE_INFO.key(), new PmixValue.Str("perhaps"))))
				.isInstanceOf(PmixException.class).hasMessageContaining(LevelAttributes.NODE_INFO.key());
	}
}
