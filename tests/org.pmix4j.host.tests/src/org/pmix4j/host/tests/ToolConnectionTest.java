// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.ServiceOptions;
import org.pmix4j.host.internal.calls.HostServices;
import org.pmix4j.host.internal.calls.LocalPmixHost;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.OutputSink;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.server.internal.core.LoopView;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.SimulatedLoop;

/** The tools that a host accepts, and the data that it drops when a tool has gone. */
class ToolConnectionTest {
	private static final int UID = 1000;
	private static final Infos OF_OUR_USER = Infos.EMPTY.with(IdentityAttributes.USERID, UID);

	private final SimulatedLoop loop = new SimulatedLoop();
	private final HostThread thread = new HostThread(Runnable::run);
	private final Namespaces namespaces;
	private final PmixHost host;

	ToolConnectionTest() throws IOException {
		namespaces = new Namespaces();
		OwnUser user = new OwnUser(UID, UID);
		Jobs jobs = new Jobs(namespaces, OutputSink.DISCARD);
		host = new LocalPmixHost(thread, jobs, namespaces, HostServices.of(thread, jobs, user, ServiceOptions.NONE, "here"),
				new SimulatedNode(0, "here", 1), user);
		thread.attach(new LoopView(loop, Runnable::run));
	}

	private CompletableFuture<Proc> connect(Infos infos) {
		return loop.call(() -> host.toolConnected(infos));
	}

	@Test
	void toolConnected_withoutName_givesUniqueName() {
		Proc first = connect(OF_OUR_USER).join();
		Proc second = connect(OF_OUR_USER).join();

		assertThat(first).isNotEqualTo(second);
		assertThat(first.nspace()).startsWith(namespaces.server().replace("@0", "@")).isNotEqualTo(namespaces.name(1)).doesNotContain(".");
		assertThat(first.rank()).isEqualTo(Rank.of(0));
	}

	@Test
	void toolConnected_withName_keepsIt() {
		Infos named = OF_OUR_USER.with(JobAttributes.NSPACE, "mine").with(ProcAttributes.RANK, Rank.of(3));

		assertThat(connect(named).join()).isEqualTo(Proc.of("mine", 3));
	}

	@Test
	void toolConnected_anotherUser_isRefused() {
		CompletableFuture<Proc> answer = connect(Infos.EMPTY.with(IdentityAttributes.USERID, UID + 1));

		assertThatExceptionOfType(ExecutionException.class).isThrownBy(answer::get).havingCause().isInstanceOf(PmixException.class)
				.withMessageContaining("1001").satisfies(e -> assertThat(((PmixException) e).status()).isEqualTo(Status.ERR_NO_PERMISSIONS));
	}

	@Test
	void connectionLost_tool_endsItsDataAndLookups() {
		Proc tool = connect(OF_OUR_USER).join();
		Proc other = connect(OF_OUR_USER).join();
		loop.call(() -> host.publish(tool,
				OF_OUR_USER.with(Info.of("mine", new PmixValue.Str("value"))).with(PublishAttributes.PERSISTENCE, Persistence.PROC))).join();
		CompletableFuture<?> waiting = loop.call(() -> host.lookup(tool, List.of("later"), OF_OUR_USER.with(KeyValueAttributes.WAIT, 1)));

		loop.call(() -> host.notifyEvent(Status.ERR_LOST_CONNECTION, tool, DataRange.PROC_LOCAL, Infos.of(Info.of(ProcAttributes.PROCID, tool))))
				.join();

		assertThat(waiting).isCompletedExceptionally();
		assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> loop.call(() -> host.lookup(other, List.of("mine"), OF_OUR_USER)).join())
				.withMessageContaining("mine is not published");
	}
}
