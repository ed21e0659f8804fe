// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.EventRequest;

/** Tests heartbeats and files that the server monitors. */
class MonitorTest {
	private static final Status HEART = Status.MONITOR_HEARTBEAT_ALERT;
	private static final Status FILE = Status.MONITOR_FILE_ALERT;
	private static final Duration PERIOD = Duration.ofSeconds(2);
	private static final Info EVERY = Info.of(MonitorAttributes.MONITOR_HEARTBEAT_TIME, 2);
	private static final Info LOOK = Info.of(MonitorAttributes.MONITOR_FILE_CHECK_TIME, 2);
	private static final Info SIZE = Info.of(MonitorAttributes.MONITOR_FILE_SIZE, true);
	private static final Info BEAT = Info.of(MonitorAttributes.MONITOR_HEARTBEAT.key(), PmixValue.Pointer.INSTANCE);

	private final List<String> told = new ArrayList<>();
	private final TestServer server;
	private List<TestPeer> peers = List.of();
	@TempDir
	private Path folder;

	MonitorTest() throws PmixException {
		server = TestServer.open(new PmixHost() {
			@Override
			public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
				told.add(code.code() + " " + source);
				return CompletableFuture.completedFuture(null);
			}

			@Override
			public CompletionStage<Infos> jobControl(Proc requester, List<Proc> targets, Infos directives) {
				return CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_FOUND, "the host knows no such request"));
			}
		});
	}

	@BeforeEach
	void connect() throws PmixException {
		server.job("job", 2);
		peers = server.connectAll("job", 2);
		for (TestPeer peer : peers) {
			peer.ask(new EventRequest.RegisterEvents(List.of(HEART, FILE), Infos.EMPTY));
		}
	}

	private static Status monitor(TestPeer peer, Info what, Info... how) throws PmixException {
		return peer.ask(new ControlRequest.Monitor(what, Status.SUCCESS, Infos.of(how)));
	}

	private static List<Status> codes(TestPeer peer) throws PmixException {
		return peer.events().stream().map(Delivery.EventDelivery::code).toList();
	}

	private Info file(String name) {
		return Info.of(MonitorAttributes.MONITOR_FILE, folder.resolve(name).toString());
	}

	@Test
	void heartbeat_missing_notifiesTheJobAndTheProcess() throws PmixException {
		assertThat(monitor(peers.get(0), BEAT, EVERY)).isEqualTo(Status.SUCCESS);
		assertThat(server.dump()).contains("monitors heartbeats of job:0 every 2 s, 0 missed");
		server.advance(PERIOD);

		List<Delivery.EventDelivery> events = peers.get(1).events();
		assertThat(events).hasSize(1);
		assertThat(events.get(0).source()).isEqualTo(Proc.of("job", 0));
		assertThat(events.get(0).infos().get(EventAttributes.EVENT_AFFECTED_PROC)).contains(Proc.of("job", 0));
		assertThat(codes(peers.get(0))).containsExactly(HEART);
		assertThat(told).containsExactly("-109 job:0");
	}

	@Test
	void heartbeat_inEveryPeriod_raisesNothing() throws PmixException {
		monitor(peers.get(0), BEAT, EVERY);
		for (int period = 0; period < 5; period++) {
			peers.get(0).sendBytes(Tag.HEARTBEAT);
			server.advance(PERIOD);
		}

		assertThat(codes(peers.get(0))).isEmpty();
	}

	@Test
	void heartbeat_ofAnotherProcess_doesNotCount() throws PmixException {
		monitor(peers.get(0), BEAT, EVERY);
		peers.get(1).sendBytes(Tag.HEARTBEAT);
		server.advance(PERIOD);

		assertThat(codes(peers.get(1))).containsExactly(HEART);
	}

	@Test
	void heartbeat_mayBeMissedAsOftenAsRequested() throws PmixException {
		monitor(peers.get(0), BEAT, EVERY, Info.of(MonitorAttributes.MONITOR_HEARTBEAT_DROPS, 3));
		server.advance(PERIOD.multipliedBy(2));
		peers.get(0).sendBytes(Tag.HEARTBEAT);
		server.advance(PERIOD.multipliedBy(3));
		assertThat(codes(peers.get(1))).isEmpty();
		server.advance(PERIOD);

		assertThat(codes(peers.get(1))).containsExactly(HEART);
	}

	@Test
	void heartbeat_stopped_alertsOnceUntilTheNextHeartbeat() throws PmixException {
		monitor(peers.get(0), BEAT, EVERY);
		server.advance(PERIOD.multipliedBy(4));
		assertThat(codes(peers.get(1))).containsExactly(HEART);
		peers.get(0).sendBytes(Tag.HEARTBEAT);
		server.advance(PERIOD.multipliedBy(3));

		assertThat(codes(peers.get(1))).containsExactly(HEART);
	}

	@Test
	void code_ofTheProcess_isRaised() throws PmixException {
		Status mine = Status.of(-5000);
		peers.get(1).ask(new EventRequest.RegisterEvents(List.of(mine), Infos.EMPTY));
		peers.get(0).ask(new ControlRequest.Monitor(BEAT, mine, Infos.of(EVERY, Info.of(MonitorAttributes.MONITOR_ID, "heart"))));
		server.advance(PERIOD);

		assertThat(peers.get(1).events()).singleElement().satisfies(event -> {
			assertThat(event.code()).isEqualTo(mine);
			assertThat(event.infos().get(MonitorAttributes.MONITOR_ID)).contains("heart");
		});
	}

	@Test
	void range_ofTheNode_isNotPassedToTheHost() throws PmixException {
		monitor(peers.get(0), BEAT, EVERY, Info.of(PublishAttributes.RANGE, DataRange.LOCAL));
		server.advance(PERIOD);

		assertThat(codes(peers.get(1))).containsExactly(HEART);
		assertThat(told).isEmpty();
	}

	@Test
	void cancel_ofOne_leavesTheOthers() throws PmixException {
		monitor(peers.get(0), BEAT, EVERY, Info.of(MonitorAttributes.MONITOR_ID, "heart"));
		monitor(peers.get(0), file("log"), LOOK, SIZE, Info.of(MonitorAttributes.MONITOR_ID, "file"));
		assertThat(monitor(peers.get(0), Info.of(MonitorAttributes.MONITOR_CANCEL, "heart"))).isEqualTo(Status.SUCCESS);

		assertThat(server.dump()).contains("monitors " + folder.resolve("log")).doesNotContain("heartbeats");
	}

	@Test
	void jobControl_cancelByName_endsTheMonitorOfItsRequesterOnly() throws PmixException {
		monitor(peers.get(0), BEAT, EVERY, Info.of(MonitorAttributes.MONITOR_ID, "heart"));
		monitor(peers.get(0), file("log"), LOOK, SIZE, Info.of(MonitorAttributes.MONITOR_ID, "file"));

		assertThat(cancel(peers.get(1), "heart")).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(cancel(peers.get(0), "heart")).isEqualTo(Status.SUCCESS);
		assertThat(server.dump()).contains("monitors " + folder.resolve("log")).doesNotContain("heartbeats");

		assertThat(cancel(peers.get(0), "file")).isEqualTo(Status.SUCCESS);
		assertThat(server.dump()).doesNotContain("monitors ");
		assertThat(cancel(peers.get(0), "file")).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(server.loop().timers()).isZero();
	}

	/** The host may have further requests of the process, and is asked as well. */
	@Test
	void jobControl_cancelWithoutName_endsAllMonitorsOfItsRequesterOnly() throws PmixException {
		monitor(peers.get(0), BEAT, EVERY);
		monitor(peers.get(0), file("log"), LOOK, SIZE);
		monitor(peers.get(1), file("other"), LOOK, SIZE);

		Status status = peers.get(0).ask(new ControlRequest.JobControl(List.of(),
				Infos.of(Info.of(JobControlAttributes.JOB_CTRL_CANCEL.key(), PmixValue.NullStr.INSTANCE))));

		assertThat(status).as("answer of the host").isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(server.dump()).contains("monitors " + folder.resolve("other")).doesNotContain("heartbeats", "/log");
	}

	private static Status cancel(TestPeer peer, String name) throws PmixException {
		return peer.ask(new ControlRequest.JobControl(List.of(), Infos.of(Info.of(JobControlAttributes.JOB_CTRL_CANCEL, name))));
	}

	@Test
	void cancel_withoutName_endsAll() throws PmixException {
		monitor(peers.get(0), BEAT, EVERY);
		monitor(peers.get(0), file("log"), LOOK, SIZE);
		monitor(peers.get(0), Info.of(MonitorAttributes.MONITOR_CANCEL.key(), PmixValue.NullStr.INSTANCE));

		assertThat(server.dump()).doesNotContain("watches");
		assertThat(server.loop().timers()).isZero();
	}

	@Test
	void process_finalizesOrDies_isNoLongerMonitored() throws PmixException {
		monitor(peers.get(0), BEAT, EVERY);
		monitor(peers.get(1), BEAT, EVERY);
		peers.get(0).finish();
		peers.get(1).die();
		server.advance(Duration.ofSeconds(1));

		assertThat(server.dump()).doesNotContain("watches");
		assertThat(server.loop().timers()).isZero();
	}

	@Test
	void request_withoutPeriodOrFile_isRefused() throws PmixException {
		assertThat(monitor(peers.get(0), BEAT)).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(monitor(peers.get(0), file("log"), SIZE)).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(monitor(peers.get(0), file("log"), LOOK)).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(monitor(peers.get(0), Info.of(MonitorAttributes.MONITOR_FILE, "relative"), LOOK, SIZE)).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(server.dump()).doesNotContain("watches");
	}

	@Test
	void requests_aboveTheLimit_areRefused() throws PmixException {
		for (int i = 0; i < 64; i++) {
			assertThat(monitor(peers.get(0), BEAT, EVERY)).isEqualTo(Status.SUCCESS);
		}

		assertThat(monitor(peers.get(0), BEAT, EVERY)).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
	}

	@Test
	void file_growing_alertsWhenItStops() throws PmixException, IOException {
		Path log = folder.resolve("log");
		assertThat(monitor(peers.get(0), file("log"), LOOK, SIZE, Info.of(MonitorAttributes.MONITOR_FILE_DROPS, 2)))
				.isEqualTo(Status.SUCCESS);
		server.advance(PERIOD.multipliedBy(3));
		for (int period = 1; period < 5; period++) {
			Files.writeString(log, "x".repeat(period));
			server.advance(PERIOD);
		}
		server.advance(PERIOD);
		assertThat(codes(peers.get(1))).isEmpty();
		server.advance(PERIOD);

		assertThat(codes(peers.get(1))).containsExactly(FILE);
		assertThat(codes(peers.get(0))).containsExactly(FILE);
		server.advance(PERIOD.multipliedBy(5));
		assertThat(codes(peers.get(1))).as("the monitor has ended").isEmpty();
	}

	@Test
	void file_modifiedWithTheSameSize_raisesNothing() throws PmixException, IOException {
		Path log = Files.writeString(folder.resolve("log"), "x");
		monitor(peers.get(0), file("log"), LOOK, Info.of(MonitorAttributes.MONITOR_FILE_MODIFY.key(), PmixValue.Bool.TRUE));
		for (int period = 1; period < 4; period++) {
			Files.setLastModifiedTime(log, FileTime.fromMillis(period * 10_000));
			server.advance(PERIOD);
		}
		assertThat(codes(peers.get(1))).isEmpty();
		server.advance(PERIOD);

		assertThat(codes(peers.get(1))).containsExactly(FILE);
	}

	@Test
	void file_accessed_raisesNothing() throws PmixException, IOException {
		Path log = Files.writeString(folder.resolve("log"), "x");
		monitor(peers.get(0), file("log"), LOOK, Info.of(MonitorAttributes.MONITOR_FILE_ACCESS.key(), PmixValue.Bool.TRUE));
		for (int period = 1; period < 4; period++) {
			Files.getFileAttributeView(log, BasicFileAttributeView.class).setTimes(null, FileTime.fromMillis(period * 10_000), null);
			server.advance(PERIOD);
		}
		assertThat(codes(peers.get(1))).isEmpty();
		server.advance(PERIOD);

		assertThat(codes(peers.get(1))).containsExactly(FILE);
	}
}
