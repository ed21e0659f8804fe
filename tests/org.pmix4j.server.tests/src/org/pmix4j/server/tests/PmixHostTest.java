// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.FabricOperation;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.Status;
import org.pmix4j.server.spi.PmixHost;

/** Tests the defaults of a host that overrides nothing. */
class PmixHostTest {
	private static final Proc PROC = Proc.of("job", 0);
	private static final List<Proc> PROCS = List.of(PROC);
	private static final Infos NONE = Infos.EMPTY;
	private static final ByteObject BYTES = ByteObject.EMPTY;

	static Stream<CompletionStage<?>> functionsThatMustBeOffered() {
		PmixHost host = PmixHost.NONE;
		return Stream.of(host.abort(PROC, PROC, Status.ERROR, "", PROCS), host.fence(PROCS, NONE, BYTES), host.directModex(PROC, NONE),
				host.publish(PROC, NONE), host.lookup(PROC, List.of(), NONE), host.unpublish(PROC, List.of(), NONE),
				host.spawn(PROC, NONE, List.of()), host.connect(PROCS, NONE), host.disconnect(PROCS, NONE),
				host.registerEvents(List.of(), NONE), host.deregisterEvents(List.of()), host.query(PROC, List.of()),
				host.toolConnected(NONE),
				host.log(PROC, NONE, NONE), host.allocate(PROC, AllocDirective.NEW, NONE), host.jobControl(PROC, PROCS, NONE),
				host.monitor(PROC, Info.of("key", PmixValue.Bool.TRUE), Status.ERROR, NONE), host.getCredential(PROC, NONE),
				host.validateCredential(PROC, BYTES, NONE), host.pullOutput(PROCS, NONE, IofChannel.STDOUT),
				host.pushInput(PROC, PROCS, NONE, BYTES), host.group(GroupOperation.of(0), "group", PROCS, NONE),
				host.fabric(PROC, FabricOperation.REQUEST_INFO, NONE), host.sessionControl(PROC, 1, NONE),
				host.resourceBlock(PROC, ResourceBlockDirective.DEFINE, "block", List.of(), NONE));
	}

	@ParameterizedTest
	@MethodSource("functionsThatMustBeOffered")
	void function_notOverridden_isNotSupported(CompletionStage<?> answer) {
		assertThatThrownBy(() -> answer.toCompletableFuture().get()).cause().isInstanceOfSatisfying(PmixException.class,
				e -> assertThat(e.status()).isEqualTo(Status.ERR_NOT_SUPPORTED));
	}

	@Test
	void notification_notOverridden_isAccepted() {
		assertThat(PmixHost.NONE.clientConnected(PROC, PROC, NONE).toCompletableFuture()).isCompleted();
		assertThat(PmixHost.NONE.clientFinalized(PROC, PROC).toCompletableFuture()).isCompleted();
		assertThat(PmixHost.NONE.notifyEvent(Status.ERROR, PROC, DataRange.LOCAL, NONE).toCompletableFuture()).isCompleted();
	}

	@Test
	void functions_ofTheCServerModule_areComplete() {
		// 32 entries in C; client_connected2, tool_connected2 and log2 share a method with their older forms here
		assertThat(Stream.of(PmixHost.class.getDeclaredMethods()).filter(method -> method.isDefault()).count()).isEqualTo(29);
	}
}
