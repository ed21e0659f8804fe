// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Info;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.ScopedData;

class CommitTest {
	private static final Info REMOTE = Info.of(KeyValueAttributes.DATA_SCOPE, Scope.REMOTE);

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;
	private final List<TestPeer> peers;

	CommitTest() throws PmixException {
		server = TestServer.open();
		server.job("job", 2);
		peers = server.connectAll("job", 2);
	}

	private Map<String, String> seen(Info... infos) throws PmixException {
		return Puts.values(peers.get(0).ask(Puts.get("job", 1, "", infos), ReplyKind.GET), peers.get(0));
	}

	@Test
	void commit_recordedBytes_isDecoded() throws PmixException {
		byte[] recorded = HexFormat.of()
				.parseHex("0202" + "0201" + "02011a" + "020a676b657900030a6776616c00" + "020c6f6e6c793000030478" + "00"
				+ "0202" + "020128" + "020a676b657900030a6776616c00" + "020a726b657900030a7276616c00" + "020c6f6e6c793000030478" + "00");
		peers.get(1).sendBytes(105, recorded);

		assertThat(peers.get(1).payload(105)).containsExactly(2, 0);
		assertThat(seen()).containsExactlyInAnyOrderEntriesOf(Map.of("gkey", "gval", "only0", "x"));
		assertThat(seen(REMOTE)).containsExactlyInAnyOrderEntriesOf(Map.of("gkey", "gval", "rkey", "rval", "only0", "x"));
	}

	@Test
	void commit_again_replacesValuesAndKeepsOthers() throws PmixException {
		peers.get(1).ask(Puts.commit("one", "1", "two", "2"));
		peers.get(1).ask(Puts.commit("two", "new", "three", "3"));

		assertThat(seen()).containsExactlyInAnyOrderEntriesOf(Map.of("one", "1", "two", "new", "three", "3"));
	}

	@Test
	void commit_ofOneScope_leavesOtherScope() throws PmixException {
		peers.get(1).ask(Puts.commit(Puts.local("l", "1"), Puts.remote("r", "1")));
		peers.get(1).ask(Puts.commit(Puts.remote("r", "2")));

		assertThat(seen()).containsOnlyKeys("l");
		assertThat(seen(REMOTE)).containsEntry("r", "2");
	}

	@Test
	void commit_scopeGlobal_isReadableByAll() throws PmixException {
		peers.get(1).ask(Puts.commit(Puts.local("l", "1"), new ScopedData(Scope.GLOBAL, Puts.blob("g", "2"))));

		assertThat(seen()).containsOnlyKeys("l", "g");
		assertThat(seen(REMOTE)).containsOnlyKeys("g");
	}

	@Test
	void commit_scopeInternal_isRefused() throws PmixException {
		Status status = peers.get(1).ask(Puts.commit(new ScopedData(Scope.INTERNAL, Puts.blob("secret", "1"))));
		peers.get(1).ask(Puts.commit("open", "1"));

		assertThat(status).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(seen()).containsOnlyKeys("open");
		assertThat(seen(REMOTE)).containsOnlyKeys("open");
	}

	/** As clients of 7.0 commit: the deletions first, each key with a value without a type (pack_delete_scope in pmix_client.c). */
	@Test
	void commit_ofDeletions_removesKeysOfThatScope() throws PmixException {
		TestPeer owner = server.connect("job", 1, Release.R7);
		owner.ask(Puts.commit(Puts.local("a", "1", "b", "1"), Puts.remote("a", "1", "b", "1", "c", "1")));

		Status status = owner.ask(Puts.commit(deletion(Scope.DEL_LOCAL, "a"), deletion(Scope.DEL_REMOTE, "b", "c"),
				Puts.local("b", "2"), Puts.remote("c", "2")));

		assertThat(status).isEqualTo(Status.SUCCESS);
		assertThat(seen()).containsExactlyInAnyOrderEntriesOf(Map.of("b", "2"));
		assertThat(seen(REMOTE)).containsExactlyInAnyOrderEntriesOf(Map.of("a", "1", "c", "2"));
	}

	@Test
	void commit_ofDeletions_reachesOtherClientsSinceSeven() throws PmixException {
		TestPeer owner = server.connect("job", 1, Release.R7);
		TestPeer reader = server.connect("job", 0, Release.R7);
		owner.ask(Puts.commit("a", "1"));

		owner.ask(Puts.commit(deletion(Scope.DEL_GLOBAL, "a")));

		assertThat(seen()).isEmpty();
		// job, rank 1, scope 7, "a"
		assertThat(reader.payload(Tag.DATA_DELETE)).asHexString().isEqualTo("0208" + "6A6F6200" + "01" + "0207" + "0204" + "6100");
		assertThat(owner.tags()).doesNotContain(Tag.DATA_DELETE);
		assertThat(peers.get(0).tags()).as("release 4.2 expects no such message").doesNotContain(Tag.DATA_DELETE);
	}

	private static ScopedData deletion(Scope scope, String... keys) {
		return new ScopedData(scope, KvalBlob.of(Stream.of(keys).map(key -> new Kval(key, PmixValue.Undef.INSTANCE)).toList()));
	}

	@Test
	void commit_empty_isACommit() throws PmixException {
		int waits = peers.get(0).send(Puts.get("job", 1, ""));
		assertThat(peers.get(0).isAnswered(waits)).isFalse();
		assertThat(peers.get(1).ask(Puts.commit(new ScopedData[0]))).isEqualTo(Status.SUCCESS);

		assertThat(Puts.values(peers.get(0).reply(waits, ReplyKind.GET), peers.get(0))).isEmpty();
	}

	@Test
	void commit_byARestartedProcess_addsToItsEarlierData() throws PmixException {
		peers.get(1).ask(Puts.commit("first", "1"));
		peers.get(1).finish();
		server.connect("job", 1).ask(Puts.commit("second", "2"));

		assertThat(seen()).containsOnlyKeys("first", "second");
	}

	@Test
	void commit_malformed_isRefusedCompletely() throws PmixException {
		byte[] broken = HexFormat.of().parseHex("0202" + "0201" + "02010e" + "020a676b657900030a6776616c00" + "0202" + "020103" + "020a67");
		peers.get(1).sendBytes(105, broken);

		assertThat(peers.get(1).status(105)).isEqualTo(Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER);
		assertThat(server.dump()).contains("data of 0 processes");
		assertThat(peers.get(1).ask(Puts.commit("key", "value"))).as("the connection is still usable").isEqualTo(Status.SUCCESS);
	}

	@Test
	void commit_anotherDialect_isTranslated() throws PmixException {
		TestPeer old = server.connect("job", 1, Release.R3);
		old.ask(Puts.commit("key", "value"));

		assertThat(seen()).containsEntry("key", "value");
	}
}
