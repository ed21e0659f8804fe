// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.testkit.Await;

/** Orders of job control that this host refuses, each with the reason. */
class JobControlTest {
	private final SessionHost host;

	JobControlTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private CompletableFuture<Infos> control(Info order) {
		Proc rank = host.launch(1).ranks().get(0).proc();
		return host.call(() -> host.host.upcalls.jobControl(rank, List.of(), Infos.of(order)));
	}

	@ParameterizedTest
	@CsvSource({ "PMIX_JOB_CTRL_RESTART,use --max-restarts", "PMIX_JOB_CTRL_RESTART,PMIX_MAX_RESTARTS in a spawn",
			"PMIX_JOB_CTRL_CHECKPOINT,may save its state itself", "PMIX_JOB_CTRL_PROVISION,cannot provision nodes",
			"PMIX_JOB_CTRL_PROVISION_IMAGE,cannot provision nodes" })
	void order_thatCannotBeDone_isRefusedWithWhatWorksInstead(String name, String reason) {
		Info order = Info.of(KnownAttributes.byName(name).orElseThrow().key(), new PmixValue.Str("value"));

		assertFailed(control(order), Status.ERR_NOT_SUPPORTED, name);
		assertFailed(control(order), Status.ERR_NOT_SUPPORTED, reason);
	}

	/** The leader of a group by invitation asks so, since OpenPMIx 7.0 (pmix_client_group.c). */
	@Test
	void groupNumber_isAssignedWithoutTargets() throws Exception {
		Proc rank = host.launch(1).ranks().get(0).proc();
		Infos order = Infos.EMPTY.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true).with(GroupAttributes.GROUP_ID, "mine");

		Infos first = Await.result(host.call(() -> host.host.upcalls.jobControl(rank, List.of(), order)));
		Infos second = Await.result(host.call(() -> host.host.upcalls.jobControl(rank, List.of(), order)));

		assertThat(first.get(GroupAttributes.GROUP_CONTEXT_ID)).isPresent().isNotEqualTo(second.get(GroupAttributes.GROUP_CONTEXT_ID));
	}

	@Test
	void signal_thatDoesNotExist_isRefused() {
		assertFailed(control(Info.of(JobControlAttributes.JOB_CTRL_SIGNAL, 0)), Status.ERR_BAD_PARAM, "signal 0 is not in 1..64");
	}
}
