// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.StoredValue.Realm;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;

/** Tests the list of values that the server keeps for a job or a rank. */
class StoredValuesTest {
	private static final int ALL = 1000;

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	StoredValuesTest() throws PmixException {
		server = TestServer.onNode("here");
		server.get(server.core().registerNamespace("job", 2, Infos.EMPTY.with(ServerAttributes.NODE_MAP, "here")
				.with(ServerAttributes.PROC_MAP, "0,1").with(JobAttributes.JOB_SIZE, 2)));
		server.client(Proc.of("job", 0));
		server.client(Proc.of("job", 1));
	}

	private List<StoredValue> stored(Proc proc, int most) throws PmixException {
		return server.get(server.core().storedValues(proc, most));
	}

	private static StoredValue put(Realm realm, String key, String text) {
		return new StoredValue(realm, "1", key, new PmixValue.Str(text));
	}

	@Test
	void job_hasItsDataAndThoseOfItsNodes() throws PmixException {
		List<StoredValue> stored = stored(Proc.wildcard("job"), ALL);

		assertThat(stored).contains(new StoredValue(Realm.JOB, "", JobAttributes.JOB_SIZE.key(), new PmixValue.UInt32(2)));
		assertThat(stored).anyMatch(value -> value.realm() == Realm.NODE && value.subject().equals("here"));
		assertThat(stored).noneMatch(value -> value.realm() == Realm.RANK);
	}

	@Test
	void rank_hasItsDataAndWhatItHasCommitted() throws PmixException {
		TestPeer peer = server.connect("job", 1);
		peer.ask(Puts.commit(Puts.local("l", "1", "g", "2"), Puts.remote("g", "2", "r", "3", "l", "other")));

		List<StoredValue> stored = stored(Proc.of("job", 1), ALL);

		assertThat(stored).anyMatch(value -> value.realm() == Realm.RANK && value.key().equals(ProcAttributes.LOCAL_RANK.key()));
		assertThat(stored).filteredOn(value -> value.realm() != Realm.RANK).containsExactly(put(Realm.LOCAL, "l", "1"),
				put(Realm.GLOBAL, "g", "2"), put(Realm.REMOTE, "r", "3"), put(Realm.REMOTE, "l", "other"));
	}

	@Test
	void list_isLimited() throws PmixException {
		assertThat(stored(Proc.wildcard("job"), 3)).hasSize(3).isEqualTo(stored(Proc.wildcard("job"), ALL).subList(0, 3));
	}

	@Test
	void unknownNamespace_isRefused() {
		assertThatThrownBy(() -> stored(Proc.wildcard("nothing"), ALL)).isInstanceOfSatisfying(PmixException.class,
				e -> assertThat(e.status()).isEqualTo(Status.ERR_NOT_FOUND)).hasMessageContaining("nothing");
	}
}
