// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.hardware.Fabric;
import org.pmix4j.client.host.HostServices;
import org.pmix4j.client.host.Monitoring;
import org.pmix4j.client.security.IssuedCredential;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.Request;

/** Tests the requests to the host, for credentials and about hardware, and the answers that need no server. */
class HostServicesTest {
	private static final Info ABOUT_OWN_JOB = Info.of(JobAttributes.NSPACE, FakeServer.NSPACE);
	private static final Infos DETAILS = Infos.of(Info.of("detail", new PmixValue.Str("d")));
	private static final Reply ANSWER = new Reply.InfosReply(Status.SUCCESS, DETAILS);

	private ClientFixture fixture;
	private HostServices host;

	@BeforeEach
	void open() throws PmixException {
		fixture = new ClientFixture("6.1.0");
		host = fixture.client.host();
	}

	private void requireAnswered(CompletableFuture<Infos> call, Request request) {
		assertThat(fixture.server.takeRequests()).containsExactly(request);
		fixture.server.reply(ANSWER);
		assertThat(fixture.ended(call)).isEqualTo(DETAILS);
	}

	private static Query query(String key, Info... qualifiers) {
		return new Query(List.of(key), Infos.of(qualifiers));
	}

	@Test
	void query_ofTheHost_isSent() {
		Query namespaces = query(QueryAttributes.QUERY_NAMESPACES.key());

		requireAnswered(host.queryAsync(namespaces), new ControlRequest.QueryRequest(List.of(namespaces)));
	}

	@Test
	void query_knownJobInformation_isAnsweredHere() {
		CompletableFuture<Infos> answer = host.queryAsync(query(JobAttributes.JOB_SIZE.key(), ABOUT_OWN_JOB),
				query(QueryAttributes.QUERY_STABLE_ABI_VERSION.key()));

		assertThat(fixture.ended(answer)).containsExactly(Info.of(JobAttributes.JOB_SIZE, 4),
				Info.of(QueryAttributes.QUERY_STABLE_ABI_VERSION, "5.0"));
		assertThat(fixture.server.takeRequests()).isEmpty();
	}

	@Test
	void queryUnopened_versionsOfTheInterface_areAnswered() throws Exception {
		Infos answers = HostServices.queryUnopened(query(QueryAttributes.QUERY_STABLE_ABI_VERSION.key()),
				query(QueryAttributes.QUERY_PROVISIONAL_ABI_VERSION.key()));

		assertThat(answers).containsExactly(Info.of(QueryAttributes.QUERY_STABLE_ABI_VERSION, "5.0"),
				Info.of(QueryAttributes.QUERY_PROVISIONAL_ABI_VERSION, "5.0"));
	}

	@Test
	void queryUnopened_otherKey_isRefusedByName() {
		Query jobs = query(QueryAttributes.QUERY_NAMESPACES.key());

		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> HostServices.queryUnopened(jobs))
				.withMessageContaining(QueryAttributes.QUERY_NAMESPACES.key())
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_INIT));
	}

	@Test
	void query_withRefresh_isSentEvenIfKnown() {
		Query refreshed = query(JobAttributes.JOB_SIZE.key(), ABOUT_OWN_JOB, Info.of(QueryAttributes.QUERY_REFRESH_CACHE, true));

		requireAnswered(host.queryAsync(refreshed), new ControlRequest.QueryRequest(List.of(refreshed)));
	}

	@Test
	void query_partlyKnown_sendsTheRestAndJoinsTheAnswers() {
		CompletableFuture<Infos> answer = host
				.queryAsync(new Query(List.of(JobAttributes.JOB_SIZE.key(), "other"), Infos.of(ABOUT_OWN_JOB)));

		assertThat(fixture.server.takeRequests()).containsExactly(new ControlRequest.QueryRequest(List.of(query("other", ABOUT_OWN_JOB))));
		fixture.server.reply(ANSWER);
		assertThat(fixture.ended(answer)).containsExactly(Info.of(JobAttributes.JOB_SIZE, 4), DETAILS.list().getFirst());
	}

	@ParameterizedTest
	@ValueSource(ints = { -104, -52 })
	void query_partialSuccess_hasTheAnswers(int status) {
		CompletableFuture<Infos> answer = host.queryAsync(query("a"), query("b"));

		fixture.server.reply(new Reply.InfosReply(Status.of(status), DETAILS));

		assertThat(fixture.ended(answer)).isEqualTo(DETAILS);
	}

	@Test
	void query_noAnswer_fails() {
		CompletableFuture<Infos> answer = host.queryAsync(query("a"));

		fixture.server.reply(ClientFixture.status(Status.ERR_NOT_FOUND));

		assertThat(fixture.failure(answer)).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(fixture.failure(host.queryAsync())).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void log_data_areSentWithoutTime() {
		Infos data = Infos.EMPTY.with(LogAttributes.LOG_STDERR, "text");

		CompletableFuture<Void> logged = host.logAsync(data, RequestOptions.DEFAULT);

		assertThat(fixture.server.takeRequests()).containsExactly(new ControlRequest.Log(0, data, Infos.EMPTY));
		fixture.server.reply(Reply.StatusReply.OK);
		assertThat(fixture.failure(logged)).isEqualTo(Status.SUCCESS);
		assertThat(fixture.failure(host.logAsync(Infos.EMPTY, RequestOptions.DEFAULT))).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void log_withGeneratedTimestamp_hasTheTime() {
		host.logAsync(Infos.EMPTY.with(LogAttributes.LOG_STDERR, "text"),
				RequestOptions.of(Info.of(LogAttributes.LOG_GENERATE_TIMESTAMP, true)));

		assertThat(fixture.server.takeRequests()).singleElement()
				.satisfies(request -> assertThat(((ControlRequest.Log) request).timestamp()).isGreaterThan(1_700_000_000L));
	}

	@Test
	void allocate_directive_isSentWithDetails() {
		requireAnswered(host.allocateAsync(AllocDirective.EXTEND, new RequestOptions(Duration.ZERO, DETAILS)),
				new ControlRequest.Allocate(AllocDirective.EXTEND, DETAILS));
	}

	@Test
	void controlJob_targets_areSentWithActions() {
		Info pause = Info.of(JobControlAttributes.JOB_CTRL_PAUSE, true);

		requireAnswered(host.controlJobAsync(List.of(ClientFixture.OTHER), RequestOptions.of(pause)),
				new ControlRequest.JobControl(List.of(ClientFixture.OTHER), Infos.of(pause)));
	}

	@Test
	void controlSession_all_isSent() {
		requireAnswered(host.controlSessionAsync(-1, RequestOptions.DEFAULT), new ControlRequest.SessionControl(-1, Infos.EMPTY));
	}

	@Test
	void changeResourceBlock_serverBefore60_isRefusedHere() throws PmixException {
		ClientFixture older = new ClientFixture("5.0.7");

		CompletableFuture<Void> changed = older.client.host().changeResourceBlockAsync(ResourceBlockDirective.DEFINE, "b", List.of(),
				RequestOptions.DEFAULT);

		assertThat(older.failure(changed)).isEqualTo(Status.ERR_NOT_SUPPORTED);
		assertThat(older.server.takeRequests()).isEmpty();
	}

	@Test
	void monitor_heartbeat_isCanceledOnceByItsId() {
		Info heartbeat = Info.of(MonitorAttributes.MONITOR_HEARTBEAT, true);
		CompletableFuture<Monitoring> started = host.monitorAsync(heartbeat, Status.MONITOR_HEARTBEAT_ALERT, RequestOptions.DEFAULT);
		ControlRequest.Monitor request = (ControlRequest.Monitor) fixture.server.takeRequests().getFirst();
		fixture.server.reply(ClientFixture.status(Status.SUCCESS));
		Monitoring monitoring = fixture.ended(started);

		CompletableFuture<Void> ended = monitoring.closeAsync();
		monitoring.closeAsync();

		assertThat(request).isEqualTo(new ControlRequest.Monitor(heartbeat, Status.MONITOR_HEARTBEAT_ALERT,
				Infos.EMPTY.with(MonitorAttributes.MONITOR_ID, monitoring.id())));
		assertThat(fixture.server.takeRequests()).containsExactly(
				new ControlRequest.Monitor(Info.of(MonitorAttributes.MONITOR_CANCEL, monitoring.id()), Status.SUCCESS, Infos.EMPTY));
		fixture.server.reply(Reply.StatusReply.OK);
		assertThat(fixture.failure(ended)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void credential_get_isKeptOutOfTexts() {
		CompletableFuture<IssuedCredential> issued = fixture.client.credentials().getAsync(RequestOptions.DEFAULT);
		ByteObject secret = ByteObject.wrap(new byte[] { 1, 2, 3 });

		assertThat(fixture.server.takeRequests()).containsExactly(new ControlRequest.GetCredential(Infos.EMPTY));
		fixture.server.reply(new Reply.CredentialReply(Status.SUCCESS, secret, DETAILS));
		assertThat(fixture.ended(issued)).isEqualTo(new IssuedCredential(secret, DETAILS));
		assertThat(fixture.ended(issued).toString()).contains("3 bytes").doesNotContain(secret.toString());
	}

	@Test
	void credential_validate_returnsItsFacts() {
		ByteObject secret = ByteObject.wrap(new byte[] { 1 });

		requireAnswered(fixture.client.credentials().validateAsync(secret, RequestOptions.DEFAULT),
				new ControlRequest.ValidateCredential(secret, Infos.EMPTY));
	}

	@Test
	void distances_ofProcessors_leaveTheTopologyToTheServer() {
		DeviceDistance distance = new DeviceDistance("u", "eth0", DeviceType.NETWORK, (short) 1, (short) 2);
		CompletableFuture<List<DeviceDistance>> distances = fixture.client.hardware().distancesAsync(new CpuSet("0-3"),
				RequestOptions.DEFAULT);

		assertThat(fixture.server.takeRequests()).containsExactly(
				new HardwareRequest.ComputeDistances(new Topology("", ByteObject.EMPTY), new CpuSet("0-3"), Infos.EMPTY));
		fixture.server.reply(new Reply.DistancesReply(Status.SUCCESS, List.of(distance)));
		assertThat(fixture.ended(distances)).containsExactly(distance);
	}

	@Test
	void fabric_update_namesItsIndex() {
		CompletableFuture<Fabric> opened = fixture.client.hardware().openFabricAsync(RequestOptions.DEFAULT);
		assertThat(fixture.server.takeRequests()).containsExactly(new HardwareRequest.FabricRegister(Infos.EMPTY));
		fixture.server.reply(new Reply.InfosReply(Status.SUCCESS, Infos.EMPTY.with(FabricAttributes.FABRIC_INDEX, 7L)));
		Fabric fabric = fixture.ended(opened);

		CompletableFuture<Fabric> updated = fabric.updateAsync();

		assertThat(fixture.server.takeRequests()).containsExactly(new HardwareRequest.FabricUpdate(7));
		fixture.server.reply(ANSWER);
		assertThat(fixture.ended(updated).infos()).isEqualTo(DETAILS);
		fabric.close();
		assertThat(fixture.failure(fabric.updateAsync())).isEqualTo(Status.ERR_BAD_PARAM);
	}
}
