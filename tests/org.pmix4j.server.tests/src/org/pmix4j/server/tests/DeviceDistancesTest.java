// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Locality;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.internal.topology.NodeTopology;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests distances of devices on request of a process, and other information in a description of hardware. */
class DeviceDistancesTest {
	/** Two packages of two cores each, the second with a network interface. */
	private static final Topology NODE = topology("""
			<?xml version="1.0" encoding="UTF-8"?>
			<!DOCTYPE topology SYSTEM "hwloc2.dtd">
			<topology version="2.0">
			  <object type="Machine" cpuset="0x0000000f">
			    <object type="Package" cpuset="0x00000003">
			      <object type="Core" cpuset="0x00000001"><object type="PU" cpuset="0x00000001"/></object>
			      <object type="Core" cpuset="0x00000002"><object type="PU" cpuset="0x00000002"/></object>
			    </object>
			    <object type="Package" cpuset="0x0000000c">
			      <object type="Core" cpuset="0x00000004"><object type="PU" cpuset="0x00000004"/></object>
			      <object type="Core" cpuset="0x00000008"><object type="PU" cpuset="0x00000008"/></object>
			      <object type="Bridge">
			        <object type="OSDev" name="eth0" osdev_type="2"><info name="Address" value="00:01:02:03:04:05"/></object>
			      </object>
			    </object>
			  </object>
			</topology>
			""");
	private static final String UUID = "ipv4://00:01:02:03:04:05";
	private static final Topology NONE = topology("");
	private static final Proc RANK0 = Proc.of("job", 0);
	private static final CpuSet NOWHERE = new CpuSet("");

	private static Topology topology(String xml) {
		return new Topology(xml, xml.isEmpty() ? ByteObject.EMPTY : ByteObject.wrap(new byte[32]));
	}

	private static Reply.DistancesReply ask(TestServer server, Topology topology, CpuSet place, Infos infos) throws PmixException {
		return server.connect("job", 0).ask(new HardwareRequest.ComputeDistances(topology, place, infos), ReplyKind.DISTANCES);
	}

	private static TestServer server(PmixHost host) throws PmixException {
		TestServer server = TestServer.open(host);
		server.job("job", 1);
		return server;
	}

	private static List<DeviceDistance> away(int levels) {
		return List.of(new DeviceDistance(UUID, "eth0", DeviceType.NETWORK, (short) levels, (short) levels));
	}

	@Test
	void distances_ofARequestWithTopology_needNoHost() throws PmixException {
		assertThat(ask(server(PmixHost.NONE), NODE, new CpuSet("2"), Infos.EMPTY).distances()).as("same package").isEqualTo(away(3));
		assertThat(ask(server(PmixHost.NONE), NODE, new CpuSet("0-1"), Infos.EMPTY).distances()).as("the other package").isEqualTo(away(5));
	}

	@Test
	void distances_withoutTopology_useTheHosts() throws PmixException {
		PmixHost host = new PmixHost() {
			@Override
			public CompletionStage<Topology> topology() {
				return CompletableFuture.completedFuture(NODE);
			}
		};

		assertThat(ask(server(host), NONE, new CpuSet("2"), Infos.EMPTY).distances()).isEqualTo(away(3));
	}

	@Test
	void distances_withoutTopology_useTheSharedOne() throws PmixException {
		TestServer server = TestServer.with(PmixHost.NONE, options -> options.withSharedTopology(NODE));
		server.job("job", 1);

		assertThat(ask(server, NONE, new CpuSet("2"), Infos.EMPTY).distances()).isEqualTo(away(3));
	}

	@ParameterizedTest
	@ValueSource(strings = { "hwloc:2", "2" })
	void distances_withoutLocation_useTheBindingOfTheHost(String registered) throws PmixException {
		TestServer server = TestServer.open(PmixHost.NONE);
		Infos rank = Infos.EMPTY.with(ProcAttributes.RANK, RANK0.rank()).with(TopologyAttributes.CPUSET, registered);
		server.get(server.core().registerNamespace("job", 1, Infos.EMPTY.with(JobAttributes.JOB_SIZE, 1)
				.with(LevelAttributes.PROC_INFO_ARRAY, DataArray.of(rank))));
		server.client(RANK0);

		assertThat(ask(server, NODE, NOWHERE, Infos.EMPTY).distances()).isEqualTo(away(3));
	}

	@Test
	void distances_ofAnUnboundProcess_useTheWholeNode() throws PmixException {
		Reply.DistancesReply reply = ask(server(PmixHost.NONE), NODE, NOWHERE, Infos.EMPTY);

		assertThat(reply.status()).as("location spans two packages").isEqualTo(Status.ERR_NOT_AVAILABLE);
	}

	@Test
	void device_isFoundByTypeAndName() throws PmixException {
		Infos network = Infos.EMPTY.with(FabricAttributes.DEVICE_TYPE, DeviceType.NETWORK);
		NodeTopology node = NodeTopology.of(NODE);
		CpuSet place = new CpuSet("3");

		assertThat(node.distances(place, network.with(FabricAttributes.DEVICE_ID, "ETH0"), "here")).isEqualTo(away(3));
		assertThat(node.distances(place, network.with(FabricAttributes.DEVICE_ID, UUID), "here")).isEqualTo(away(3));
		assertThatThrownBy(() -> node.distances(place, network.with(FabricAttributes.DEVICE_ID, "eth1"), "here"))
				.isInstanceOf(PmixException.class).hasMessageContaining("no such device");
		assertThatThrownBy(() -> node.distances(place, Infos.EMPTY.with(FabricAttributes.DEVICE_TYPE, DeviceType.GPU), "here"))
				.hasMessageContaining("no such device");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "nonsense", "<topology version='2.0'/>", "<topology><object type='Machine'/></topology>",
			"<topology version='2.0'><object/></topology>", "<topology version='2.0'><object type='Machine' cpuset='all'/></topology>",
			"<!DOCTYPE t [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><topology version='2.0'>&e;</topology>" })
	void topology_otherXml_isRefused(String xml) {
		assertThatThrownBy(() -> NodeTopology.of(topology(xml))).isInstanceOfSatisfying(PmixException.class,
				refusal -> assertThat(refusal.status()).isEqualTo(Status.ERR_BAD_PARAM));
	}

	@Test
	void topology_tooDeep_isRefused() {
		String xml = "<topology version='2.0'>" + "<object type='Group'>".repeat(100_000);

		assertThatThrownBy(() -> NodeTopology.of(topology(xml))).hasMessageContaining("too deep");
	}

	@Test
	void locality_ofAProcess_isFormatted() throws PmixException {
		NodeTopology node = NodeTopology.of(NODE);

		assertThat(node.processors()).isEqualTo(new CpuSet("0-3"));
		assertThat(node.localityString(new CpuSet("1-2"))).isEqualTo("SK0-1:CR1-2:HT1-2");
		assertThat(NodeTopology.relativeLocality("hwloc:SK0:CR0:HT0", "SK0-1:CR1:HT1"))
				.isEqualTo(Locality.SHARE_NODE.plus(Locality.SHARE_PACKAGE));
		assertThatThrownBy(() -> NodeTopology.relativeLocality("SK0", "SKx")).isInstanceOf(PmixException.class);
	}
}
