// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Query;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.Reply;

/** Tests queries for supported attributes: the client answers for itself, its server for the other levels. */
class AttributeSupportTest {
	private static final String KEY = QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key();

	private ClientFixture fixture;

	@BeforeEach
	void open() throws PmixException {
		fixture = new ClientFixture("6.1.0");
	}

	private CompletableFuture<Infos> ask(Info... qualifiers) {
		return fixture.client.host().queryAsync(new Query(List.of(KEY), Infos.of(qualifiers)));
	}

	private static Info qualifier(String name) {
		return Info.of(name, PmixValue.Bool.TRUE);
	}

	private static List<Info> members(Info answer) {
		assertThat(answer.key()).isEqualTo(KEY);
		return ((DataArray) answer.value()).elements().stream().map(Info.class::cast).toList();
	}

	@Test
	void query_attributesOfClient_areAnsweredHere() {
		Infos answer = fixture.ended(ask(Info.of(QueryAttributes.CLIENT_ATTRIBUTES, "PMIx_Get,PMIx_Put")));

		assertThat(fixture.server.takeRequests()).isEmpty();
		assertThat(answer).singleElement().satisfies(info -> {
			assertThat(members(info)).extracting(Info::key).containsExactly("PMIx_Put", "PMIx_Get");
			assertThat(((DataArray) members(info).get(1).value()).elements()).extracting(each -> ((RegisteredAttribute) each).name())
					.contains("PMIX_NODE_INFO", "PMIX_OPTIONAL", "PMIX_DATA_SCOPE", "PMIX_TIMEOUT");
		});
	}

	@Test
	void query_functionsOfClient_areTheNames() {
		Infos answer = fixture.ended(ask(qualifier(QueryAttributes.CLIENT_FUNCTIONS.key())));

		assertThat(answer).singleElement().satisfies(info -> assertThat(members(info)).singleElement().satisfies(names -> {
			assertThat(names.key()).isEqualTo(QueryAttributes.CLIENT_FUNCTIONS.key());
			assertThat(((PmixValue.Str) names.value()).value().split(",")).contains("PMIx_Get", "PMIx_Query_info", "PMIx_Init");
		}));
	}

	@Test
	void query_mixedLevels_sendsThoseOfServerAndHost() {
		Info host = Info.of(QueryAttributes.HOST_ATTRIBUTES, "PMIx_Log");
		CompletableFuture<Infos> answer = ask(qualifier(QueryAttributes.CLIENT_FUNCTIONS.key()), host);

		assertThat(fixture.server.takeRequests())
				.containsExactly(new ControlRequest.QueryRequest(List.of(new Query(List.of(KEY), Infos.of(host)))));
		Info told = Info.of(KEY, DataArray.of(Infos.of(Info.of("PMIx_Log", DataArray.of(Infos.EMPTY)))));
		fixture.server.reply(new Reply.InfosReply(Status.SUCCESS, Infos.of(told)));
		assertThat(fixture.ended(answer)).hasSize(2).contains(told);
	}

	@Test
	void query_withoutQualifier_asksTheServerForItsLevels() {
		CompletableFuture<Infos> answer = ask();

		assertThat(fixture.server.takeRequests()).containsExactly(new ControlRequest.QueryRequest(List.of(new Query(List.of(KEY),
				Infos.of(qualifier(QueryAttributes.SERVER_ATTRIBUTES.key()), qualifier(QueryAttributes.SERVER_FUNCTIONS.key()),
						qualifier(QueryAttributes.HOST_ATTRIBUTES.key()), qualifier(QueryAttributes.HOST_FUNCTIONS.key()))))));
		fixture.server.reply(new Reply.InfosReply(Status.ERR_NOT_FOUND, Infos.EMPTY));
		assertThat(fixture.ended(answer)).singleElement()
				.satisfies(info -> assertThat(members(info)).extracting(Info::key).contains("PMIx_Get", QueryAttributes.CLIENT_FUNCTIONS.key()));
	}

	@Test
	void query_attributesOfTool_isUnknownToAClient() {
		assertThat(fixture.failure(ask(qualifier(QueryAttributes.TOOL_ATTRIBUTES.key())))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(fixture.server.takeRequests()).isEmpty();
	}
}
