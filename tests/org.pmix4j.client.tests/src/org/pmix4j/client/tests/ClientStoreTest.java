// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.internal.store.SessionStore;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CompressedString;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Zlib;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.NamespaceData;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

class ClientStoreTest {
	private static final Encoding V41 = new Encoding(Dialect.V41, false);
	private static final Proc SELF = Proc.of("job1", 1);
	private static final Proc JOB = Proc.wildcard("job1");

	private SessionStore store = new SessionStore(SELF, "vm", V41, Limits.DEFAULT);

	private <T> Optional<T> find(Proc proc, Attribute<T> attribute) throws PmixException {
		return find(proc, attribute, Infos.EMPTY);
	}

	private <T> Optional<T> find(Proc proc, Attribute<T> attribute, Infos directives) throws PmixException {
		Optional<PmixValue> value = store.find(proc, attribute.key(), directives, Scope.UNDEF);
		return value.isEmpty() ? Optional.empty() : Optional.of(attribute.read(value.get()));
	}

	private void file(Kval... kvals) throws PmixException {
		store.fileJobInfo("job1", KvalBlob.of(List.of(kvals)));
	}

	private static <T> Kval kval(Attribute<T> attribute, T value) {
		return new Kval(attribute.key(), attribute.type().toValue(value));
	}

	private void fileRecordedJob() throws PmixException {
		Reply.JobInfoReply reply = RecordedReply.of("abort", "REQ").getFirst().decode(ReplyKind.JOB_INFO);
		store.fileJobInfo(reply.nspace(), reply.data());
	}

	static List<RecordedReply> jobInfos() {
		return RecordedReply.jobInfos();
	}

	@ParameterizedTest
	@MethodSource("jobInfos")
	void fileJobInfo_ofAnyRelease_isFound(RecordedReply recorded) throws PmixException {
		Proc self = Proc.of("myjob", 0);
		store = new SessionStore(self, "vm", recorded.encoding(), Limits.DEFAULT);

		Reply.JobInfoReply reply = recorded.decode(ReplyKind.JOB_INFO);
		store.fileJobInfo(reply.nspace(), reply.data());

		Proc job = Proc.wildcard("myjob");
		assertThat(find(job, JobAttributes.JOB_SIZE)).contains(1);
		assertThat(find(job, JobAttributes.NODE_LIST)).contains("vm");
		assertThat(find(job, SessionAttributes.UNIV_SIZE)).contains(1);
		assertThat(find(job, NodeAttributes.LOCAL_SIZE)).contains(1);
		assertThat(find(job, NodeAttributes.LOCAL_PEERS)).contains("0");
		assertThat(find(self, ProcAttributes.LOCAL_RANK)).contains(0);
		assertThat(find(self, AppAttributes.APPNUM)).contains(0);
		assertThat(find(self, NodeAttributes.HOSTNAME)).contains("vm");
	}

	@Test
	void find_nodeKeyOfTheJob_returnsThatOfTheOwnNode() throws PmixException {
		fileRecordedJob();

		assertThat(find(JOB, NodeAttributes.LOCAL_PEERS)).contains("0,1");
	}

	@Test
	void find_nodeKeyOfARank_returnsThatOfItsNode() throws PmixException {
		fileRecordedJob();

		assertThat(find(Proc.of("job1", 3), NodeAttributes.HOSTNAME)).contains("node1");
		assertThat(find(Proc.of("job1", 3), NodeAttributes.LOCAL_PEERS)).contains("2,3");
	}

	@Test
	void find_nodeByNameOrNumber_returnsItsValue() throws PmixException {
		fileRecordedJob();

		Infos byNumber = Infos.EMPTY.with(LevelAttributes.NODE_INFO, true).with(NodeAttributes.NODEID, 1);
		assertThat(find(JOB, NodeAttributes.LOCAL_PEERS, GetOptions.DEFAULT.plusNode("node1").infos())).contains("2,3");
		assertThat(find(JOB, NodeAttributes.LOCAL_PEERS, byNumber)).contains("2,3");
		assertThat(find(JOB, NodeAttributes.LOCAL_PEERS, GetOptions.DEFAULT.plusNode("node7").infos())).isEmpty();
	}

	@Test
	void find_appKey_returnsThatOfTheOwnProgramOrTheGivenNumber() throws PmixException {
		fileRecordedJob();

		assertThat(find(JOB, AppAttributes.APP_SIZE)).contains(4);
		assertThat(find(JOB, AppAttributes.APP_SIZE, GetOptions.DEFAULT.plusApp(0).infos())).contains(4);
		assertThat(find(JOB, AppAttributes.APP_SIZE, GetOptions.DEFAULT.plusApp(1).infos())).isEmpty();
	}

	@Test
	void find_jobKeyOfARank_returnsThatOfTheJob() throws PmixException {
		fileRecordedJob();

		assertThat(find(Proc.of("job1", 2), JobAttributes.JOB_SIZE)).contains(4);
	}

	@Test
	void fileJobInfo_arraysOfRanks_areFound() throws PmixException {
		Reply.SpawnReply reply = RecordedReply.of("spawn", "SPAWNNB").getFirst().decode(ReplyKind.SPAWN);

		store.fileJobInfo(reply.nspace(), reply.data());

		assertThat(reply.nspace()).isEqualTo("job2");
		assertThat(find(Proc.wildcard("job2"), JobAttributes.JOB_SIZE)).contains(1);
		assertThat(find(Proc.of("job2", 0), ProcAttributes.LOCAL_RANK)).contains(0);
		assertThat(find(Proc.of("job2", 0), NodeAttributes.HOSTNAME)).contains("vm");
	}

	@Test
	void fileJobInfo_connectedJobs_areFound() throws PmixException {
		for (RecordedReply recorded : RecordedReply.of("connect", "CONNECTNB")) {
			for (NamespaceData data : recorded.decode(ReplyKind.CONNECT).namespaces()) {
				store.fileJobInfo(data.nspace(), data.data());
			}
		}

		assertThat(find(Proc.wildcard("job2"), JobAttributes.JOB_SIZE)).contains(1);
		assertThat(find(Proc.of("job1", 3), ProcAttributes.LOCAL_RANK)).contains(1);
	}

	@Test
	void file_repliesToGets_allValuesOfARankAreFound() throws PmixException {
		for (RecordedReply recorded : RecordedReply.of("putget", "GETNB")) {
			for (ProcData data : recorded.decode(ReplyKind.GET).data()) {
				store.file(data);
			}
		}

		assertThat(store.find(Proc.of("job1", 0), "lkey", Infos.EMPTY, Scope.UNDEF)).contains(new PmixValue.Str("lval"));
		assertThat(store.find(Proc.of("job1", 1), "gkey1", Infos.EMPTY, Scope.UNDEF)).contains(new PmixValue.Str("gval"));
		assertThat(store.find(Proc.of("job1", 2), "rkey", Infos.EMPTY, Scope.UNDEF)).contains(new PmixValue.Str("rval"));
		assertThat(store.find(Proc.of("job1", 2), "lkey", Infos.EMPTY, Scope.UNDEF)).isEmpty();
		assertThat(store.find(new Proc("job1", Rank.UNDEF), "rkey", Infos.EMPTY, Scope.UNDEF)).contains(new PmixValue.Str("rval"));
	}

	@Test
	void file_undefinedRank_meansThisProcess() throws PmixException {
		store.file(new ProcData(new Proc("job1", Rank.UNDEF), KvalBlob.of(List.of(new Kval("mine", new PmixValue.Int(7))))));

		assertThat(store.find(SELF, "mine", Infos.EMPTY, Scope.UNDEF)).contains(new PmixValue.Int(7));
	}

	@Test
	void fileJobInfo_looseKeys_belongToOwnNodeProgramAndSession() throws PmixException {
		file(kval(NodeAttributes.LOCAL_SIZE, 3), kval(AppAttributes.APP_SIZE, 5), kval(SessionAttributes.UNIV_SIZE, 9));

		assertThat(find(JOB, NodeAttributes.LOCAL_SIZE)).contains(3);
		assertThat(find(SELF, NodeAttributes.LOCAL_SIZE)).contains(3);
		assertThat(find(JOB, AppAttributes.APP_SIZE)).contains(5);
		assertThat(find(JOB, SessionAttributes.UNIV_SIZE)).contains(9);
		assertThat(find(JOB, NodeAttributes.LOCAL_SIZE, GetOptions.DEFAULT.plusNode("other").infos())).isEmpty();
	}

	@Test
	void fileJobInfo_arrayOfTheJob_partsAreFound() throws PmixException {
		DataArray node = DataArray.of(Infos.EMPTY.with(NodeAttributes.HOSTNAME, "vm").with(NodeAttributes.LOCAL_SIZE, 2));
		file(kval(LevelAttributes.JOB_INFO_ARRAY,
				DataArray.of(Infos.EMPTY.with(JobAttributes.JOB_SIZE, 6).with(LevelAttributes.NODE_INFO_ARRAY, node))));

		assertThat(find(JOB, JobAttributes.JOB_SIZE)).contains(6);
		assertThat(find(JOB, NodeAttributes.LOCAL_SIZE)).contains(2);
	}

	@Test
	void fileJobInfo_severalSessions_areFoundById() throws PmixException {
		file(kval(LevelAttributes.SESSION_INFO_ARRAY,
				DataArray.of(Infos.EMPTY.with(SessionAttributes.SESSION_ID, 5).with(SessionAttributes.UNIV_SIZE, 50))),
				kval(LevelAttributes.SESSION_INFO_ARRAY,
						DataArray.of(Infos.EMPTY.with(SessionAttributes.SESSION_ID, 6).with(SessionAttributes.UNIV_SIZE, 60))));

		assertThat(find(JOB, SessionAttributes.UNIV_SIZE, GetOptions.DEFAULT.plusSession(6).infos())).contains(60);
		assertThat(find(JOB, SessionAttributes.UNIV_SIZE, GetOptions.DEFAULT.plusSession(7).infos())).isEmpty();
	}

	@Test
	void fileJobInfo_mapOfOldServers_hasNodesAndHostnames() throws PmixException {
		ByteObject map = new Packer(V41).put(new PmixValue.Size(2)).put(new Kval("vm", new PmixValue.Str("0,1")))
				.put(new Kval("node1", new PmixValue.Str("2"))).toByteObject();
		file(new Kval("pmix.mblob", map));

		assertThat(find(JOB, JobAttributes.NODE_LIST)).contains("vm,node1");
		assertThat(find(Proc.of("job1", 2), NodeAttributes.HOSTNAME)).contains("node1");
		assertThat(find(JOB, NodeAttributes.LOCAL_PEERS)).contains("0,1");
	}

	@Test
	void fileJobInfo_hostnameOfTheOwnRank_selectsTheOwnNode() throws PmixException {
		store = new SessionStore(SELF, "alias-of-vm", V41, Limits.DEFAULT);

		fileRecordedJob();

		assertThat(find(JOB, NodeAttributes.LOCAL_PEERS)).contains("0,1");
	}

	@Test
	void find_qualifiedValue_needsItsQualifiers() throws PmixException {
		Info qualifier = new Info(GroupAttributes.GROUP_CONTEXT_ID.key(), new PmixValue.Size(77), InfoDirectives.QUALIFIER);
		Info other = new Info(GroupAttributes.GROUP_CONTEXT_ID.key(), new PmixValue.Size(78), InfoDirectives.QUALIFIER);
		Infos qualified = Infos.of(Info.of("endpoint", new PmixValue.Str("here")), Info.of(qualifier.key(), qualifier.value()));
		store.file(new ProcData(Proc.of("job1", 2), KvalBlob.of(List.of(new Kval("pmix.qual.val", DataArray.of(qualified))))));

		assertThat(store.find(Proc.of("job1", 2), "endpoint", Infos.of(qualifier), Scope.UNDEF)).contains(new PmixValue.Str("here"));
		assertThat(store.find(Proc.of("job1", 2), "endpoint", Infos.of(other), Scope.UNDEF)).isEmpty();
		assertThat(store.find(Proc.of("job1", 2), "endpoint", Infos.EMPTY, Scope.UNDEF)).isEmpty();
	}

	@Test
	void find_compressedString_isInflated() throws PmixException {
		String text = "long ".repeat(2000);
		ByteObject block = Zlib.deflate(ByteObject.wrap(text.getBytes(StandardCharsets.UTF_8)));
		file(new Kval(JobAttributes.NODE_LIST.key(), new CompressedString(block)));

		assertThat(find(JOB, JobAttributes.NODE_LIST)).contains(text);
	}

	@Test
	void find_damagedCompressedString_fails() throws PmixException {
		file(new Kval("pmix.nlist", new CompressedString(ByteObject.wrap(new byte[] { 9, 0, 0, 0, 1, 2, 3 }))));

		assertThatThrownBy(() -> find(JOB, JobAttributes.NODE_LIST)).isInstanceOf(PmixException.class).hasMessageContaining("compressed");
	}

	@Test
	void fileJobInfo_rankDataWithoutRank_namesTheKey() {
		Kval noRank = kval(LevelAttributes.PROC_DATA, DataArray.of(Infos.EMPTY.with(ProcAttributes.LOCAL_RANK, 1)));

		assertThatThrownBy(() -> file(noRank)).isInstanceOf(PmixException.class).hasMessageContaining("pmix.pdata")
				.hasMessageContaining("rank").extracting(failure -> ((PmixException) failure).status()).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void fileJobInfo_nodeWithoutName_namesTheKey() {
		Kval noName = kval(LevelAttributes.NODE_INFO_ARRAY, DataArray.of(Infos.EMPTY.with(NodeAttributes.LOCAL_SIZE, 1)));

		assertThatThrownBy(() -> file(noName)).isInstanceOf(PmixException.class).hasMessageContaining("pmix.node.arr")
				.hasMessageContaining("pmix.local.size");
	}

	@Test
	void fileJobInfo_truncatedBlob_namesTheKey() {
		Kval cut = new Kval("pmix.pblob", ByteObject.wrap(new byte[] { 2, 0, 2 }));

		assertThatThrownBy(() -> file(cut)).isInstanceOf(PmixException.class).hasMessageContaining("pmix.pblob");
	}

	@Test
	void putOwn_newerValue_replacesTheOld() throws PmixException {
		store.putOwn(Scope.GLOBAL, "key", new PmixValue.Int(1));
		store.putOwn(Scope.GLOBAL, "key", new PmixValue.Int(2));

		assertThat(store.find(SELF, "key", Infos.EMPTY, Scope.UNDEF)).contains(new PmixValue.Int(2));
	}

	@Test
	void find_unknownNamespace_isEmpty() throws PmixException {
		assertThat(find(Proc.wildcard("job9"), JobAttributes.JOB_SIZE)).isEmpty();
		assertThat(store.knows("job9")).isFalse();
	}

	@Test
	void find_userKeyOfTheJob_isNotFoundForARank() throws PmixException {
		file(new Kval("user.key", new PmixValue.Int(1)));

		assertThat(store.find(Proc.of("job1", 2), "user.key", Infos.EMPTY, Scope.UNDEF)).isEmpty();
		assertThat(store.find(JOB, "user.key", Infos.EMPTY, Scope.UNDEF)).contains(new PmixValue.Int(1));
	}

	@Test
	void whyNever_ownValueInOtherScope_existsOutsideScope() throws PmixException {
		store.putOwn(Scope.REMOTE, "key", new PmixValue.Int(1));

		assertThat(store.find(SELF, "key", Infos.EMPTY, Scope.LOCAL)).isEmpty();
		assertThat(store.permanentAbsence(SELF, "key", Infos.EMPTY, Scope.LOCAL)).contains(Status.ERR_EXISTS_OUTSIDE_SCOPE);
		assertThat(store.find(SELF, "key", Infos.EMPTY, Scope.REMOTE)).contains(new PmixValue.Int(1));
		assertThat(store.permanentAbsence(SELF, "other key", Infos.EMPTY, Scope.LOCAL)).isEmpty();
	}
}
