// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.tests.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.job.Node;
import org.pmix4j.job.Session;
import org.pmix4j.job.inspection.InspectionKeys;
import org.pmix4j.job.inspection.SessionInspection;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.SessionAttributes;

/** Tests the answers of a host of ours to queries about its sessions. */
class SessionInspectionTest {
	private static final Attribute<DataArray> SESSION = Attribute.of("pmix4j.session", ValueType.DATA_ARRAY);
	private static final Attribute<DataArray> NODE = Attribute.of("pmix4j.session.node", ValueType.DATA_ARRAY);
	private static final Attribute<Integer> SLOTS = Attribute.of("pmix4j.session.slots", ValueType.UINT32);

	private static Infos told(Session... sessions) {
		return Infos.of(SessionInspection.tell(List.of(sessions)));
	}

	@ParameterizedTest
	@EnumSource
	void sessions_areReadAsTheyWereTold(Session.State state) throws PmixException {
		List<Node> nodes = List.of(new Node(0, "n1", 4), new Node(1, "n2", 2));
		Session first = new Session(1, nodes);
		Session parent = new Session(-2, Optional.of("alloc"), Optional.of("mine"), state, nodes.subList(1, 2), 1,
				Optional.of(Proc.of("job@1", 3)), OptionalInt.empty(), List.of(7), List.of("job@1", "job@2"),
				Optional.of(Instant.ofEpochMilli(1_800_000_000_123L)));
		Session child = new Session(7, Optional.of("other"), Optional.empty(), state, List.of(), 0, Optional.of(Proc.of("tool", 0)),
				OptionalInt.of(-2), List.of(), List.of(), Optional.empty());

		assertThat(SessionInspection.sessions(told(first, parent, child))).contains(List.of(first, parent, child));
	}

	@Test
	void sessions_ofAnEarlierRelease_areUntold() throws PmixException {
		assertThat(SessionInspection.sessions(Infos.EMPTY)).isEmpty();
		assertThat(SessionInspection.sessions(told())).contains(List.of());
	}

	@Test
	void answers_ofAnotherForm_areRefused() {
		assertRefused("pmix.session.id", Infos.EMPTY);
		Info id = Info.of(SessionAttributes.SESSION_ID, 1);
		assertRefused("ASLEEP", Infos.of(id, Info.of(QueryAttributes.QUERY_ALLOC_STATUS, "ASLEEP"), Info.of(SLOTS, 1)));
		assertRefused("pmix.nodeid", Infos.of(id, Info.of(NODE, DataArray.of(Infos.EMPTY))));
	}

	private static void assertRefused(String why, Infos session) {
		Infos answers = Infos.of(Info.of(InspectionKeys.SESSIONS, DataArray.of(Infos.of(Info.of(SESSION, DataArray.of(session))))));
		assertThatThrownBy(() -> SessionInspection.sessions(answers)).isInstanceOf(PmixException.class).hasMessageContaining(why);
	}
}
