// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.testkit.Await;

/** Tests that a tool offers the calls of a client, by topic. */
class ToolTopicsTest extends AttachedTool {
	private static final Status CODE = Status.of(-4001);

	@Test
	void names_publishedData_areFound() throws PmixException {
		tool.names().publish(Infos.of(Info.of("key", new PmixValue.Str("value"))), PublishOptions.DEFAULT);

		assertThat(tool.names().lookup(List.of("key"), LookupOptions.DEFAULT)).extracting(PublishedData::value)
				.containsExactly(new PmixValue.Str("value"));
	}

	@Test
	void processes_spawnedJob_isKnownToQueriesAndGets() throws PmixException {
		String job = tool.processes().spawn(SpawnRequest.of(SpawnProgram.of("sleep", "60").withRanks(2)).withLimit(Duration.ofSeconds(60)));

		assertThat(tool.host().query(new Query(List.of(QueryAttributes.QUERY_NAMESPACES.key()), Infos.EMPTY))
				.get(QueryAttributes.QUERY_NAMESPACES).orElse("").split(",")).contains(job);
		assertThat(tool.get(Proc.wildcard(job), JobAttributes.JOB_SIZE.key(), GetOptions.DEFAULT).orElseThrow())
				.isEqualTo(new PmixValue.UInt32(2));
		assertThat(tool.processes().resolvePeers("", job)).containsExactly(Proc.of(job, 0), Proc.of(job, 1));
		tool.host().controlJob(List.of(Proc.wildcard(job)), RequestOptions.DEFAULT
				.plusInfos(Info.of(JobControlAttributes.JOB_CTRL_KILL, true)));
	}

	@Test
	void events_ofTheToolItself_reachIt() throws Exception {
		CompletableFuture<PmixEvent> seen = new CompletableFuture<>();
		tool.events().register(HandlerOptions.of(CODE), EventHandler.listening(seen::complete));

		tool.events().notifyEvent(CODE, DataRange.SESSION);

		assertThat(Await.result(seen).source()).isEqualTo(tool.proc());
	}

	@Test
	void credentials_ofTheServer_areAccepted() throws PmixException {
		ByteObject credential = tool.credentials().get(RequestOptions.DEFAULT).bytes();

		assertThat(tool.credentials().validate(credential, RequestOptions.DEFAULT).list()).isNotEmpty();
	}
}
