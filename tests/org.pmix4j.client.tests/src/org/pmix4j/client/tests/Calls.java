// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.pmix4j.client.tests.ClientFixture.OTHER;
import static org.pmix4j.client.tests.ClientFixture.SELF;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.group.GroupOptions;
import org.pmix4j.client.hardware.BindingEnvelope;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;

/** One example of each blocking call of a client, by its type and name. */
final class Calls {
	/** A call with its arguments. */
	interface Call {
		void run(PmixClient client) throws PmixException;
	}

	private static final List<Proc> BOTH = List.of(SELF, OTHER);
	private static final Infos DATA = Infos.of(Info.of("k", new PmixValue.Int(1)));
	private static final RequestOptions NO_OPTIONS = RequestOptions.DEFAULT;

	private Calls() {
	}

	/** Returns the calls that need the server. */
	static Map<String, Call> served() {
		Map<String, Call> calls = new LinkedHashMap<>();
		calls.put("PmixClient.commit", c -> {
			c.put(Scope.GLOBAL, "k", new PmixValue.Int(1));
			c.commit();
		});
		calls.put("PmixClient.fence", c -> c.fence(FenceOptions.DEFAULT));
		calls.put("PmixClient.get", c -> c.get(OTHER, "k", GetOptions.DEFAULT));
		calls.put("PmixClient.abort", c -> c.abort(1, "enough", List.of(OTHER)));
		calls.put("EventHandlers.register", c -> c.events().register(HandlerOptions.of(Status.of(-4000)), EventHandler.listening(e -> {
		})));
		calls.put("EventHandlers.notifyEvent", c -> c.events().notifyEvent(Status.of(-4000), DataRange.NAMESPACE));
		calls.put("ProcessIo.pull", c -> c.io().pull(IofOptions.of(OTHER), output -> {
		}));
		calls.put("ProcessIo.push", c -> c.io().push(List.of(OTHER), ByteObject.wrap(new byte[] { 1 })));
		calls.put("ProcessIo.endInput", c -> c.io().endInput(List.of(OTHER)));
		calls.put("Names.publish", c -> c.names().publish(DATA, PublishOptions.DEFAULT));
		calls.put("Names.lookup", c -> c.names().lookup(List.of("k"), LookupOptions.WAIT));
		calls.put("Names.unpublish", c -> c.names().unpublish(List.of("k"), NO_OPTIONS));
		calls.put("Processes.spawn", c -> c.processes().spawn(SpawnRequest.of(SpawnProgram.of("true"))));
		calls.put("Processes.connect", c -> c.processes().connect(BOTH, NO_OPTIONS));
		calls.put("Processes.resolvePeers", c -> c.processes().resolvePeers("there", "other"));
		calls.put("Processes.resolveNodes", c -> c.processes().resolveNodes("other"));
		calls.put("Groups.construct", c -> c.groups().construct("g", BOTH, GroupOptions.DEFAULT));
		calls.put("Groups.invite", c -> c.groups().invite("g", BOTH, GroupOptions.DEFAULT));
		calls.put("Groups.onInvitation", c -> c.groups().onInvitation(invitation -> {
		}));
		calls.put("Groups.join", c -> c.groups().join("g", OTHER, NO_OPTIONS));
		calls.put("Groups.decline", c -> c.groups().decline("g", OTHER));
		calls.put("HostServices.query", c -> c.host().query(new Query(List.of("k"), Infos.EMPTY)));
		calls.put("HostServices.log", c -> c.host().log(DATA, NO_OPTIONS));
		calls.put("HostServices.allocate", c -> c.host().allocate(AllocDirective.EXTEND, NO_OPTIONS));
		calls.put("HostServices.controlJob", c -> c.host().controlJob(BOTH, NO_OPTIONS));
		calls.put("HostServices.monitor", c -> c.host().monitor(Info.of(MonitorAttributes.MONITOR_HEARTBEAT, true),
				Status.MONITOR_HEARTBEAT_ALERT, NO_OPTIONS));
		calls.put("HostServices.controlSession", c -> c.host().controlSession(1, NO_OPTIONS));
		calls.put("Credentials.get", c -> c.credentials().get(NO_OPTIONS));
		calls.put("Credentials.validate", c -> c.credentials().validate(ByteObject.wrap(new byte[] { 1 }), NO_OPTIONS));
		calls.put("Hardware.topology", c -> c.hardware().topology());
		calls.put("Hardware.distances", c -> c.hardware().distances(new CpuSet("0"), NO_OPTIONS));
		calls.put("Hardware.openFabric", c -> c.hardware().openFabric(NO_OPTIONS));
		return calls;
	}

	/** Returns the calls that no dialect of the {@link FakeServer} has a form for, so that they fail without it. */
	static Map<String, Call> unsupported() {
		return Map.of("HostServices.changeResourceBlock",
				c -> c.host().changeResourceBlock(ResourceBlockDirective.DEFINE, "b", List.of(), NO_OPTIONS));
	}

	/** Returns the calls that need no reply of the server. */
	static Map<String, Call> local() {
		Map<String, Call> calls = new LinkedHashMap<>();
		calls.put("PmixClient.jobInfo", c -> c.jobInfo(JobAttributes.JOB_SIZE));
		calls.put("PmixClient.put", c -> c.put(Scope.LOCAL, "k", new PmixValue.Int(1)));
		calls.put("EventHandlers.declareModel", c -> c.events().declareModel("MPI"));
		calls.put("HostServices.heartbeat", c -> c.host().heartbeat());
		calls.put("Hardware.cpuset", c -> c.hardware().cpuset(BindingEnvelope.PROCESS));
		return calls;
	}
}
