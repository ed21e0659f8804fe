// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.EventOutcome;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.HandlerPlacement;
import org.pmix4j.client.Registration;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.PublishAttributes;

/** Tests the order in which handlers get an event, and the end of the chain. */
class HandlerOrderTest {
	private static final Status CODE = Status.of(-4001);
	private static final Status OTHER_CODE = Status.of(-4002);

	private final ClientFixture fixture;
	private final List<String> calls = new ArrayList<>();

	HandlerOrderTest() throws PmixException {
		fixture = new ClientFixture();
	}

	private Registration add(String name, HandlerPlacement placement, EventOutcome outcome, Status... codes) throws PmixException {
		EventHandler handler = event -> {
			calls.add(name);
			return outcome.now();
		};
		return fixture.client.events().register(HandlerOptions.of(codes).withName(name).withPlacement(placement), handler);
	}

	private Registration add(String name, HandlerPlacement placement, Status... codes) throws PmixException {
		return add(name, placement, EventOutcome.CONTINUE, codes);
	}

	private Status failureToAdd(String name, HandlerPlacement placement, Status... codes) {
		try {
			add(name, placement, codes);
			return Status.SUCCESS;
		} catch (PmixException refused) {
			return refused.status();
		}
	}

	private List<String> raise(Info... infos) throws PmixException {
		calls.clear();
		fixture.client.events().notifyEvent(CODE, DataRange.PROC_LOCAL, infos);
		fixture.loop.run();
		return calls;
	}

	@Test
	void handlers_ofAllCategories_areCalledInOrder() throws PmixException {
		add("default", HandlerPlacement.FRONT);
		add("last", HandlerPlacement.LAST, CODE);
		add("several", HandlerPlacement.FRONT, CODE, OTHER_CODE);
		add("single", HandlerPlacement.FRONT, CODE);
		add("first", HandlerPlacement.FIRST, OTHER_CODE, CODE);
		add("foreign", HandlerPlacement.FRONT, OTHER_CODE);

		assertThat(raise()).containsExactly("first", "single", "several", "default", "last");
	}

	@Test
	void handlers_frontAndBack_areBetweenFirstAndLastOfTheCategory() throws PmixException {
		add("a", HandlerPlacement.FRONT, CODE);
		add("first", HandlerPlacement.FIRST_IN_CATEGORY, CODE);
		add("last", HandlerPlacement.LAST_IN_CATEGORY, CODE);
		add("b", HandlerPlacement.FRONT, CODE);
		add("c", HandlerPlacement.BACK, CODE);

		assertThat(raise()).containsExactly("first", "b", "a", "c", "last");
	}

	@Test
	void handlers_beforeAndAfterAnother_areCalledThere() throws PmixException {
		add("a", HandlerPlacement.FRONT, CODE);
		add("b", HandlerPlacement.BACK, CODE);
		add("before", HandlerPlacement.before("b"), CODE);
		add("after", HandlerPlacement.after("a"), CODE);

		assertThat(raise()).containsExactly("a", "after", "before", "b");
	}

	@Test
	void register_beforeAnUnknownHandler_fails() throws PmixException {
		add("several", HandlerPlacement.FRONT, CODE, OTHER_CODE);

		assertThat(failureToAdd("new", HandlerPlacement.before("several"), CODE)).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(raise()).containsExactly("several");
	}

	@Test
	void register_takenPlace_fails() throws PmixException {
		add("first", HandlerPlacement.FIRST, CODE);
		add("last", HandlerPlacement.LAST, CODE);
		add("in front", HandlerPlacement.FIRST_IN_CATEGORY, CODE);
		add("behind", HandlerPlacement.LAST_IN_CATEGORY, CODE);

		assertThat(failureToAdd("new", HandlerPlacement.FIRST, CODE)).isEqualTo(Status.ERR_EVENT_REGISTRATION);
		assertThat(failureToAdd("new", HandlerPlacement.LAST, OTHER_CODE)).isEqualTo(Status.ERR_EVENT_REGISTRATION);
		assertThat(failureToAdd("new", HandlerPlacement.FIRST_IN_CATEGORY, CODE)).isEqualTo(Status.ERR_EVENT_REGISTRATION);
		assertThat(failureToAdd("new", HandlerPlacement.LAST_IN_CATEGORY, CODE)).isEqualTo(Status.ERR_EVENT_REGISTRATION);
		assertThat(raise()).containsExactly("first", "in front", "behind", "last");
	}

	@Test
	void register_placeOfAClosedHandler_succeeds() throws PmixException {
		add("first", HandlerPlacement.FIRST, CODE).close();
		fixture.loop.run();

		assertThat(failureToAdd("new", HandlerPlacement.FIRST, CODE)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void chain_actionComplete_ends() throws PmixException {
		add("a", HandlerPlacement.BACK, CODE);
		add("b", HandlerPlacement.BACK, EventOutcome.COMPLETE, CODE);
		add("c", HandlerPlacement.BACK, CODE);
		add("default", HandlerPlacement.FRONT);
		add("last", HandlerPlacement.LAST, CODE);

		assertThat(raise()).containsExactly("a", "b");
	}

	@Test
	void chain_nonDefaultEvent_skipsDefaultHandlers() throws PmixException {
		add("single", HandlerPlacement.FRONT, CODE);
		add("default", HandlerPlacement.FRONT);

		assertThat(raise(Info.of(EventAttributes.EVENT_NON_DEFAULT, true))).containsExactly("single");
	}

	@Test
	void chain_results_reachTheNextHandler() throws PmixException {
		List<Infos> seen = new ArrayList<>();
		List<Infos> infos = new ArrayList<>();
		Infos left = Infos.of(Info.of("left", new PmixValue.Int(5)));
		fixture.client.events().register(HandlerOptions.of(CODE),
				event -> new EventOutcome(Status.EVENT_PARTIAL_ACTION_TAKEN, left).now());
		fixture.client.events().register(HandlerOptions.of().withName("second"), event -> {
			seen.add(event.results());
			infos.add(event.infos());
			return EventOutcome.CONTINUE.now();
		});

		raise(Info.of("note", new PmixValue.Int(1)));

		assertThat(seen).containsExactly(
				Infos.of(Info.of("UNKNOWN", Status.EVENT_PARTIAL_ACTION_TAKEN), Info.of("left", new PmixValue.Int(5))));
		assertThat(infos).containsExactly(
				Infos.of(Info.of("note", new PmixValue.Int(1)), Info.of(EventAttributes.EVENT_HDLR_NAME, "second")));
	}

	@Test
	void chain_handlerRemovedMeanwhile_isNotCalled() throws PmixException {
		List<Registration> second = new ArrayList<>();
		fixture.client.events().register(HandlerOptions.of(CODE), event -> {
			calls.add("a");
			second.forEach(Registration::close);
			return EventOutcome.CONTINUE.now();
		});
		second.add(add("b", HandlerPlacement.BACK, CODE));

		assertThat(raise()).containsExactly("a");
	}

	@Test
	void oneShot_twoEvents_isCalledOnce() throws PmixException {
		fixture.client.events().register(HandlerOptions.of(CODE).withOneShot(true), EventHandler.listening(event -> calls.add("once")));

		assertThat(raise()).containsExactly("once");
		assertThat(raise()).isEmpty();
	}

	private void addWith(String name, Info... directives) throws PmixException {
		fixture.client.events().register(HandlerOptions.of(CODE).plusInfos(Info.of(EventAttributes.EVENT_HDLR_NAME, name))
				.plusInfos(directives), EventHandler.listening(event -> calls.add(name)));
	}

	@Test
	void attributes_ofPlaces_actAsOptions() throws PmixException {
		addWith("b", Info.of(EventAttributes.EVENT_HDLR_PREPEND, true));
		addWith("a", Info.of(EventAttributes.EVENT_HDLR_BEFORE, "b"));
		addWith("c", Info.of(EventAttributes.EVENT_HDLR_AFTER, "b"));
		addWith("last", Info.of(EventAttributes.EVENT_HDLR_LAST_IN_CATEGORY, true));
		addWith("d", Info.of(EventAttributes.EVENT_HDLR_APPEND, true));
		addWith("first", Info.of(EventAttributes.EVENT_HDLR_FIRST_IN_CATEGORY, true));
		addWith("very last", Info.of(EventAttributes.EVENT_HDLR_LAST, true), Info.of(EventAttributes.EVENT_HDLR_FIRST, false));
		addWith("very first", Info.of(EventAttributes.EVENT_HDLR_FIRST, true));

		assertThat(raise()).containsExactly("very first", "first", "a", "b", "c", "d", "last", "very last");
	}

	@Test
	void attributes_ofSeveralPlaces_areRefused() {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> addWith("a", Info.of(EventAttributes.EVENT_HDLR_FIRST, true),
				Info.of(EventAttributes.EVENT_HDLR_AFTER, "b"))).withMessageContaining("PMIX_EVENT_HDLR_FIRST")
				.withMessageContaining("PMIX_EVENT_HDLR_AFTER").extracting(PmixException::status).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void attributes_ofSourcesAndRepetition_actAsOptions() throws PmixException {
		Proc other = Proc.of("other", 0);
		addWith("once", Info.of(EventAttributes.EVENT_ONESHOT, true));
		addWith("of others", Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), other));
		addWith("about others", Info.of(EventAttributes.EVENT_AFFECTED_PROC, other));
		addWith("own", Info.of(PublishAttributes.RANGE, DataRange.PROC_LOCAL));

		assertThat(raise(Info.of(EventAttributes.EVENT_AFFECTED_PROC, fixture.client.proc()))).containsExactly("own", "once");
		assertThat(raise(Info.of(EventAttributes.EVENT_AFFECTED_PROC, other))).containsExactly("own", "about others");
	}
}
