// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.requests;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.EventOutcome;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.group.GroupOptions;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.SecurityAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Makes the calls of {@code pmix_allcalls.c} with the argument "more": same functions, same arguments, same order. */
final class SameCalls {
	private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

	private final PmixClient client;
	private final Proc other;

	private SameCalls(PmixClient client) {
		this.client = client;
		this.other = Proc.of(client.proc().nspace(), 1);
	}

	static void make(PmixClient client) throws PmixException {
		SameCalls calls = new SameCalls(client);
		calls.data();
		calls.further();
		calls.unanswered();
		calls.names();
		calls.events();
		calls.host();
		calls.credentials();
		calls.outputAndGroups();
	}

	private static Info text(String key, String value) {
		return Info.of(key, new PmixValue.Str(value));
	}

	private void data() throws PmixException {
		client.put(Scope.GLOBAL, "interop.number", new PmixValue.UInt32(7));
		client.put(Scope.LOCAL, "interop.local", new PmixValue.Str("text"));
		client.put(Scope.REMOTE, "interop.remote", new PmixValue.Str("text"));
		client.commit();
		client.fence(List.of(client.proc(), other), FenceOptions.COLLECT.withLimit(HALF_A_MINUTE));
		client.get(other, "interop.elsewhere", GetOptions.DEFAULT.withEffort(GetOptions.Effort.IMMEDIATE).withLimit(HALF_A_MINUTE));
		client.names().publish(Infos.of(text("interop.name", "abc")), PublishOptions.of(DataRange.SESSION, Persistence.APP));
		client.names().lookup(List.of("interop.port", "interop.name"), LookupOptions.DEFAULT.withWait(2));
	}

	private void further() throws PmixException {
		SpawnProgram program = SpawnProgram.of("/bin/true");
		client.processes().spawn(SpawnRequest.of(program).plusInfos(Info.of(SpawnAttributes.MAPBY, "slot"),
				Info.of(SpawnAttributes.NOTIFY_COMPLETION, true)));
		client.host().query(new Query(List.of(QueryAttributes.QUERY_PROC_TABLE.key(), QueryAttributes.QUERY_JOB_STATUS.key()),
				Infos.of(Info.of(JobAttributes.NSPACE, "elsewhere"))));
		client.host().controlJob(List.of(other), RequestOptions.of(Info.of(JobControlAttributes.JOB_CTRL_SIGNAL, 10)));
		client.host().heartbeat();
		client.events().notifyEvent(Status.of(-5001), DataRange.CUSTOM, Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), other),
				Info.of(EventAttributes.EVENT_NON_DEFAULT, true));
	}

	/** Does not wait for answers of other processes, as there are none. */
	private void unanswered() throws PmixException {
		client.groups().inviteAsync("interop.invited", List.of(other), GroupOptions.DEFAULT);
		client.groups().joinAsync("interop.joined", other, RequestOptions.DEFAULT);
		client.groups().decline("interop.declined", other);
	}

	private void names() throws PmixException {
		client.fence(FenceOptions.DEFAULT);
		client.get(other, "interop.elsewhere");
		client.names().publish(Infos.of(text("interop.port", "1234")), PublishOptions.DEFAULT);
		client.names().lookup(List.of("interop.port"), LookupOptions.DEFAULT);
		client.names().unpublish(List.of("interop.port"), RequestOptions.DEFAULT);
		client.processes().spawn(SpawnRequest.of(SpawnProgram.of("/bin/true")));
		client.processes().connect(List.of(Proc.wildcard(client.proc().nspace())), RequestOptions.DEFAULT).close();
	}

	private void events() throws PmixException {
		EventHandler handler = event -> EventOutcome.COMPLETE.now();
		client.events().register(HandlerOptions.of(Status.of(-231)), handler).close();
		client.events().notifyEvent(Status.of(-5000), DataRange.GLOBAL);
	}

	private void host() throws PmixException {
		client.host().query(new Query(List.of("interop.question"), Infos.EMPTY));
		client.host().log(Infos.of(text("interop.log", "nothing")), RequestOptions.DEFAULT);
		client.host().allocate(AllocDirective.EXTEND, RequestOptions.of(text("interop.resource", "more")));
		client.host().controlJob(List.of(), RequestOptions.of(text("interop.control", "something")));
		client.host().monitor(text("interop.monitor", "something"), Status.MONITOR_FILE_ALERT, RequestOptions.DEFAULT);
	}

	private void credentials() throws PmixException {
		RequestOptions type = RequestOptions.of(Info.of(SecurityAttributes.CRED_TYPE, "interop"));
		client.credentials().get(type);
		client.credentials().validate(ByteObject.wrap("nothing\0".getBytes(StandardCharsets.US_ASCII)), type);
	}

	private void outputAndGroups() throws PmixException {
		client.io().pull(IofOptions.of(Proc.wildcard(client.proc().nspace())).withChannels(IofChannel.STDOUT), output -> {
		});
		client.io().push(List.of(other), ByteObject.wrap("input\0".getBytes(StandardCharsets.US_ASCII)));
		client.groups().construct("interop", List.of(client.proc(), other), GroupOptions.DEFAULT.withContextId()).close();
		client.hardware().openFabric(RequestOptions.DEFAULT).update();
		client.abort(42, "interop", List.of(other));
	}
}
