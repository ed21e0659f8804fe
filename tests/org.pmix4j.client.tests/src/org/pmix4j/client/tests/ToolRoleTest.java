// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.pmix4j.client.tests.ServedSessions.ASSIGNED;
import static org.pmix4j.client.tests.ServedSessions.SERVER;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.internal.session.Role;
import org.pmix4j.client.internal.session.RoleSession;
import org.pmix4j.client.internal.session.SessionCore;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.loop.CloseReason;

/** Tests a minimal tool role with PMIx4J's server, on one simulated loop. */
class ToolRoleTest {
	private static final Status CODE = Status.of(-4001);

	private final ServedSessions served;
	private final List<CloseReason> losses = new ArrayList<>();

	ToolRoleTest() throws PmixException {
		served = new ServedSessions();
	}

	private RoleSession tool() throws PmixException {
		return served.open(role(Infos.EMPTY));
	}

	private Role role(Infos infos) {
		return served.tool(infos, (session, reason) -> losses.add(reason));
	}

	private PmixValue value(RoleSession session, Proc proc, String key, GetOptions how) throws PmixException {
		return session.calls().block(() -> session.core().gets().get(proc, key, how)).orElseThrow();
	}

	@Test
	void open_withoutIdentity_getsOneFromTheHost() throws PmixException {
		RoleSession tool = tool();

		assertThat(tool.self()).isEqualTo(ASSIGNED);
		assertThat(value(tool, ASSIGNED, "pmix.rank", GetOptions.OPTIONAL)).isEqualTo(ASSIGNED.rank());
	}

	@Test
	void open_infosOfTheHello_reachTheHost() throws PmixException {
		served.open(role(Infos.of(ServedSessions.note("tool.note", "hello"))));

		assertThat(served.host.tools).singleElement()
				.satisfies(infos -> assertThat(infos.value("tool.note")).contains(new PmixValue.Str("hello")));
	}

	@Test
	void open_assignedIdentity_hasJobInformation() throws PmixException {
		assertThat(value(tool(), Proc.wildcard(ASSIGNED.nspace()), "pmix.job.size", GetOptions.OPTIONAL))
				.isEqualTo(new PmixValue.UInt32(1));
	}

	@Test
	void open_openingRequestsFail_failsWithoutLoss() {
		Role failing = new Role("tool", role(Infos.EMPTY).finder(), role(Infos.EMPTY).flag(), Infos.EMPTY,
				session -> session.job().abort(1, "no such job", List.of(Proc.of("nowhere", 0)), session.options().requestLimit()),
				role(Infos.EMPTY).closing(), role(Infos.EMPTY).loss(), ServedSessions.ANSWERS);

		PmixException failure = catchThrowableOfType(PmixException.class, () -> served.open(failing));

		assertThat(failure.status()).isNotEqualTo(Status.SUCCESS);
		served.loop.run();
		assertThat(losses).isEmpty();
	}

	@Test
	void get_valueOfARank_isFound() throws PmixException {
		PmixClient rank = served.client(0);
		rank.put(Scope.GLOBAL, "key", new PmixValue.Str("value"));
		rank.commit();

		assertThat(value(tool(), rank.proc(), "key", GetOptions.DEFAULT)).isEqualTo(new PmixValue.Str("value"));
	}

	@Test
	void put_byATool_isFoundByRanks() throws PmixException {
		RoleSession tool = tool();
		tool.calls().post(() -> tool.core().data().put(Scope.GLOBAL, new Kval("key", new PmixValue.Int(7))));
		tool.calls().block(tool.core().data()::commit);
		tool.calls().block(() -> tool.core().data().fence(List.of(), FenceOptions.DEFAULT));

		assertThat(served.client(0).get(ASSIGNED, "key").orElseThrow()).isEqualTo(new PmixValue.Int(7));
	}

	@Test
	void notifyEvent_ofToolAndRank_reachesBoth() throws PmixException {
		List<PmixEvent> seen = new ArrayList<>();
		RoleSession tool = tool();
		PmixClient rank = served.client(0);
		tool.events().register(HandlerOptions.of(CODE), EventHandler.listening(seen::add));
		rank.events().register(HandlerOptions.of(CODE), EventHandler.listening(seen::add));

		rank.events().notifyEvent(CODE, DataRange.SESSION);
		served.loop.run();
		assertThat(seen).extracting(PmixEvent::source).containsExactly(rank.proc(), rank.proc());

		tool.events().notifyEvent(CODE, DataRange.SESSION);
		served.loop.run();
		assertThat(seen).extracting(PmixEvent::source).contains(ASSIGNED).hasSize(4);
	}

	@Test
	void unrequestedOutput_handlerOfTheRole_receivesIt() throws PmixException {
		List<String> seen = new ArrayList<>();
		RoleSession tool = tool();
		tool.calls().post(() -> tool.core().iof().takeUnrequested(output -> seen.add(ServedSessions.text(output.data()))));

		served.write(SERVER, "from the server itself");

		assertThat(seen).containsExactly("from the server itself");
	}

	@Test
	void close_twice_isNoLoss() throws PmixException {
		RoleSession tool = tool();

		tool.close();
		tool.close();

		served.loop.run();
		assertThat(tool.calls().isOpen()).isFalse();
		assertThat(losses).isEmpty();
		assertThat(catchThrowableOfType(PmixException.class, () -> tool.events().notifyEvent(CODE, DataRange.SESSION)))
				.hasMessage("this tool is closed");
	}

	@Test
	void lostServer_role_isNotified() throws PmixException {
		RoleSession tool = tool();
		served.await(served.server.deregisterNamespace(ASSIGNED.nspace()));
		served.loop.run();

		assertThat(losses).hasSize(1);
		assertThat(tool.calls().isOpen()).isTrue();
	}

	@Test
	void lostServer_roleRaisesTheEvent_callsHandlers() throws PmixException {
		List<PmixEvent> seen = new ArrayList<>();
		RoleSession tool = served.open(served.tool(Infos.EMPTY, SessionCore::raiseLostConnection));
		tool.events().register(HandlerOptions.of(Status.ERR_LOST_CONNECTION), EventHandler.listening(seen::add));

		served.await(served.server.deregisterNamespace(ASSIGNED.nspace()));
		served.loop.run();

		assertThat(seen).extracting(PmixEvent::source).contains(SERVER);
	}
}
