// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.pmix4j.client.PmixClient;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.hardware.Fabric;
import org.pmix4j.client.host.Monitoring;
import org.pmix4j.client.security.IssuedCredential;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.model.attributes.StorageAttributes;

/**
 * A rank under pmix_server, whose host answers with what libpmix has read of a request (see pmix_echo.h), and that compares the answers
 * with its requests. Prints {@code probe RANK/SIZE ok}, or {@code FAILED} with the failed checks.
 */
public final class EchoProbe {
	private final List<String> failures = new ArrayList<>();
	private final PmixClient client;

	private EchoProbe(PmixClient client) {
		this.client = client;
	}

	/**
	 * Runs the probe.
	 *
	 * @param arguments none
	 * @throws Exception any unexpected failure
	 */
	public static void main(String[] arguments) throws Exception {
		try (PmixClient client = PmixClient.open()) {
			EchoProbe probe = new EchoProbe(client);
			int release = Integer.parseInt(System.getenv("PMIX_VERSION").split("\\.")[0]);
			probe.query();
			probe.allocate();
			probe.controlJob();
			probe.monitor();
			probe.credentials();
			probe.fabric();
			probe.sessions(release);
			probe.blocks(release);
			System.out.println("probe " + client.proc().rank().value() + "/1"
					+ (probe.failures.isEmpty() ? " ok" : " FAILED " + String.join("; ", probe.failures)));
			System.exit(probe.failures.isEmpty() ? 0 : 1);
		}
	}

	private void same(String what, Object wanted, Object found) {
		if (!Objects.equals(wanted, found)) {
			failures.add(what + ": " + found + " instead of " + wanted);
		}
	}

	/** Returns a request of values of several types, one of them nested and one required. */
	private Infos several() {
		return Infos.of(Info.of(AllocAttributes.ALLOC_NUM_NODES, 3L), Info.of(AllocAttributes.ALLOC_TIME, "1:02"),
				Info.of("echo.required", new PmixValue.Bool(true)).required(),
				Info.of("echo.procs", DataArray.ofProcs(List.of(client.proc(), Proc.wildcard("other@2")))),
				Info.of("echo.nested", DataArray.of(Infos.of(Info.of("echo.inner", new PmixValue.Int(-7))))));
	}

	private static RequestOptions options(Infos infos) {
		return RequestOptions.of(infos.list().toArray(Info[]::new));
	}

	/** Queries of storage, as a server that has none would not hand them to its host. */
	private void query() throws PmixException {
		Infos named = Infos.of(Info.of(StorageAttributes.STORAGE_ID, "lustre"), Info.of(StorageAttributes.STORAGE_CAPACITY_LIMIT, 1L << 40));
		String list = StorageAttributes.QUERY_STORAGE_LIST.key();
		String capacity = StorageAttributes.STORAGE_CAPACITY_LIMIT.key();
		String used = StorageAttributes.STORAGE_CAPACITY_USED.key();

		Infos answer = client.host().query(new Query(List.of(list), Infos.EMPTY), new Query(List.of(capacity, used), named));

		same("query", Infos.of(Info.of(list, new PmixValue.Str("no qualifiers")), Info.of(capacity, DataArray.of(named)),
				Info.of(used, DataArray.of(named))), answer);
	}

	private void allocate() throws PmixException {
		Infos answer = client.host().allocate(AllocDirective.EXTEND, options(several()));

		same("allocation", several().with(Info.of("echo.directive", AllocDirective.EXTEND)), answer);
	}

	private void controlJob() throws PmixException {
		Infos order = Infos.of(Info.of(JobControlAttributes.JOB_CTRL_SIGNAL, 10), Info.of(JobControlAttributes.JOB_CTRL_ID, "echo"));
		List<Proc> targets = List.of(client.proc(), Proc.wildcard("other@2"));

		Infos answer = client.host().controlJob(targets, options(order));

		same("job control", order.with(Info.of("echo.targets", DataArray.ofProcs(targets))), answer);
	}

	/** On another node, because the server of release 6 monitors its own node itself. */
	private void monitor() throws PmixException {
		Info subject = Info.of("echo.subject", new PmixValue.Str("temperature"));
		Infos how = Infos.of(Info.of(MonitorAttributes.MONITOR_ID, "watch"), Info.of(MonitorAttributes.MONITOR_FILE_CHECK_TIME, 5),
				Info.of(MonitorAttributes.MONITOR_TARGET_NODES, new DataArray(DataType.STRING, List.of(new PmixValue.Str("elsewhere")))));

		try (Monitoring monitoring = client.host().monitor(subject, Status.MONITOR_FILE_ALERT, options(how))) {
			same("monitoring", how.with(subject).with(Info.of("echo.error", Status.MONITOR_FILE_ALERT)), monitoring.details());
		}
	}

	private void credentials() throws PmixException {
		IssuedCredential issued = client.credentials().get(options(several()));
		Infos facts = client.credentials().validate(issued.bytes(), options(several()));

		ByteObject credential = ByteObject.wrap("credential of rank 0".getBytes(StandardCharsets.US_ASCII));
		same("credential", new IssuedCredential(credential, several()), issued);
		same("validation", several().with(Info.of("echo.credential", credential)), facts);
	}

	/**
	 * A server asks its host for the information of a fabric with operation 0 and for the newest with operation 1. Up to release 6.1
	 * libpmix reads directives into an array that it has not made, and so refuses them (src/server/pmix_server_ops.c).
	 */
	private void fabric() throws PmixException {
		try (Fabric fabric = client.hardware().openFabric(RequestOptions.DEFAULT)) {
			same("fabric", Infos.of(Info.of("echo.operation", new PmixValue.UInt8((byte) 0))), fabric.infos());
			Fabric newest = fabric.update();
			same("update of the fabric", Infos.of(Info.of(FabricAttributes.FABRIC_INDEX, 0L),
					Info.of("echo.operation", new PmixValue.UInt8((byte) 1))), newest.infos());
		}
		refused("fabric with a directive", Status.ERR_BAD_PARAM,
				() -> client.hardware().openFabric(RequestOptions.of(Info.of(FabricAttributes.FABRIC_VENDOR, "HPE"))));
	}

	/** The server's part of session control has been in libpmix since release 6. */
	private void sessions(int release) throws PmixException {
		Infos order = Infos.of(Info.of(SessionControlAttributes.SESSION_PAUSE, true),
				Info.of(SessionControlAttributes.SESSION_CTRL_ID, "echo"));
		if (release < 6) {
			refused("session control", Status.ERR_NOT_SUPPORTED, () -> client.host().controlSession(7, options(order)));
			return;
		}
		Infos answer = client.host().controlSession(7, options(order));

		same("session control", order.with(Info.of("echo.session", new PmixValue.UInt32(7))), answer);
	}

	private void blocks(int release) throws PmixException {
		List<ResourceUnit> units = List.of(new ResourceUnit(DeviceType.GPU, 2), new ResourceUnit(DeviceType.CORE, 8));
		if (release < 6) {
			refused("resource block", Status.ERR_NOT_SUPPORTED,
					() -> client.host().changeResourceBlock(ResourceBlockDirective.DEFINE, "block", units, RequestOptions.DEFAULT));
			return;
		}
		client.host().changeResourceBlock(ResourceBlockDirective.DEFINE, "block", units, options(several()));

		String key = "echo.block";
		Infos read = client.host().query(new Query(List.of(key), Infos.EMPTY));
		same("resource block", Infos.of(Info.of(key, new PmixValue.Str("block: directive 1, 2 of type 2 8 of type 128, 5 infos"))), read);
	}

	private interface Call {
		void run() throws PmixException;
	}

	private void refused(String what, Status wanted, Call call) {
		try {
			call.run();
			failures.add(what + " succeeded");
		} catch (PmixException refusal) {
			same("refusal of " + what, wanted, refusal.status());
		}
	}
}
