// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Geometry;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.LinkState;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.StorageAccessType;
import org.pmix4j.model.StorageAccessibility;
import org.pmix4j.model.StorageMedium;
import org.pmix4j.model.StoragePersistence;
import org.pmix4j.model.TimeVal;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Peers;

/**
 * Tests attributes that the server passes on unchanged: each attribute marked passed in docs/coverage.tsv travels from a C client to the
 * host and back, or from the host to the client, and keeps its type and value.
 */
class PassedAttributesTest {
	private static final Path TABLE = Checkout.root().resolve("bundles/org.pmix4j.server/docs/coverage.tsv");
	/** One value per type, identical to those in the C program. */
	private static final Map<DataType, PmixValue> VALUES = Map.ofEntries(
			Map.entry(DataType.STRING, new PmixValue.Str("text = with, all; sorts")),
			Map.entry(DataType.BOOL, PmixValue.Bool.TRUE), Map.entry(DataType.INT, new PmixValue.Int(-70000)),
			Map.entry(DataType.INT32, new PmixValue.Int32(-70001)), Map.entry(DataType.UINT8, new PmixValue.UInt8((byte) 200)),
			Map.entry(DataType.UINT16, new PmixValue.UInt16((short) 60000)), Map.entry(DataType.UINT32, new PmixValue.UInt32((int) 4000000000L)),
			Map.entry(DataType.UINT64, new PmixValue.UInt64(1L << 40)), Map.entry(DataType.SIZE, new PmixValue.Size(1L << 41)),
			Map.entry(DataType.FLOAT, PmixValue.Float32.of(1.5f)), Map.entry(DataType.DOUBLE, PmixValue.Float64.of(2.25)),
			Map.entry(DataType.TIME, new PmixValue.Time(1700000000)), Map.entry(DataType.TIMEVAL, new TimeVal(1700000000, 999999)),
			Map.entry(DataType.STATUS, Status.ERR_NOT_FOUND), Map.entry(DataType.PROC, Proc.of("some-job", 3)),
			Map.entry(DataType.BYTE_OBJECT, ByteObject.copyOf(new byte[] { 0, 1, 2, -1 })),
			Map.entry(DataType.DATA_ARRAY, new DataArray(DataType.STRING, List.of(new PmixValue.Str("one"), new PmixValue.Str("two")))),
			Map.entry(DataType.GEOMETRY, new Geometry(7, "device", "eth0", List.of())),
			Map.entry(DataType.LINK_STATE, new LinkState(200)), Map.entry(DataType.DEVTYPE, new DeviceType(1L << 40)),
			Map.entry(DataType.STOR_MEDIUM, new StorageMedium(1L << 40)), Map.entry(DataType.STOR_ACCESS, new StorageAccessibility(1L << 40)),
			Map.entry(DataType.STOR_PERSIST, new StoragePersistence(1L << 40)),
			Map.entry(DataType.STOR_ACCESS_TYPE, new StorageAccessType(60000)), Map.entry(DataType.PROC_CPUSET, new CpuSet("0-3")));

	/** Returns the data of each request, answers queries with the value of the type, and records what it received. */
	private static final class Echo implements PmixHost {
		private final Map<String, Infos> received = new ConcurrentHashMap<>();

		@Override
		public CompletionStage<Infos> allocate(Proc requester, AllocDirective directive, Infos infos) {
			received.put("allocate", infos);
			return CompletableFuture.completedFuture(infos);
		}

		@Override
		public CompletionStage<Infos> jobControl(Proc requester, List<Proc> targets, Infos directives) {
			received.put("jobControl", directives);
			return CompletableFuture.completedFuture(directives);
		}

		@Override
		public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
			received.put("spawn", infos);
			return CompletableFuture.completedFuture("child");
		}

		@Override
		public CompletionStage<Infos> query(Proc requester, List<Query> queries) {
			return CompletableFuture.completedFuture(new Infos(queries.stream().flatMap(query -> query.keys().stream())
					.map(key -> Info.of(key, value(KnownAttributes.byKey(key).orElseThrow()))).toList()));
		}
	}

	@TempDir
	private Path folder;

	private static PmixValue value(Attribute<?> attribute) {
		DataType type = attribute.type().dataType();
		return VALUES.get(type.equals(DataType.UNDEF) ? DataType.STRING : type);
	}

	/** Returns each key once, since some have two names. */
	private static List<Attribute<?>> passed(String component) throws IOException {
		Set<String> keys = new HashSet<>();
		List<Attribute<?>> all = new ArrayList<>();
		for (String line : Files.readAllLines(TABLE)) {
			String[] cells = line.split("\t", -1);
			if (cells[0].equals("attribute") && cells[2].equals("passed") && cells[3].equals(component)) {
				Attribute<?> attribute = KnownAttributes.byName(cells[1]).orElseThrow();
				if (keys.add(attribute.key())) {
					all.add(attribute);
				}
			}
		}
		return all;
	}

	private static Infos infos(List<Attribute<?>> attributes) {
		return new Infos(attributes.stream().map(attribute -> Info.of(attribute.key(), value(attribute))).toList());
	}

	private String list(Stream<String> lines) throws IOException {
		return Files.write(folder.resolve("list"), lines.toList()).toString();
	}

	private static String line(String way, Attribute<?> attribute) {
		return way + " " + value(attribute).type().code() + " " + attribute.key();
	}

	private void requireHandedOn(Path program) throws PmixException, IOException {
		List<Attribute<?>> all = passed("RequestForwarder");
		List<Attribute<?>> questions = all.stream().filter(attribute -> attribute.name().startsWith("PMIX_QUERY_")).toList();
		Echo host = new Echo();
		try (ServedClient served = ServedClient.open(folder, host, Infos.EMPTY)) {
			String list = list(Stream.concat(all.stream().map(attribute -> line("send", attribute)),
					questions.stream().map(attribute -> line("query", attribute))));
			assertThat(served.run(served.rank0(program, list))).last().asString()
					.isEqualTo("pmix_keys 0/2 ok sent=" + all.size() + " asked=" + questions.size() + " got=0");
		}
		assertThat(questions).isNotEmpty();
		for (String call : List.of("allocate", "jobControl", "spawn")) {
			assertThat(values(host.received.get(call))).as(call).containsAllEntriesOf(values(infos(all)));
		}
	}

	private static Map<String, PmixValue> values(Infos infos) {
		Map<String, PmixValue> values = new HashMap<>();
		infos.forEach(info -> values.put(info.key(), info.value()));
		return values;
	}

	@Test
	void attributes_forHost_returnUnchanged() throws PmixException, IOException {
		requireHandedOn(Peers.c("pmix_keys"));
	}

	@Test
	void attributes_forHostFromRelease5_returnUnchanged() throws PmixException, IOException {
		requireHandedOn(Peers.trixie("pmix_keys"));
	}

	private static Infos of(List<Attribute<?>> attributes, Predicate<KeyRealm> realm) {
		return infos(attributes.stream().filter(attribute -> realm.test(KeyRealm.of(attribute.key()))).toList());
	}

	/** Checks attributes of the job and the rank: all that do not belong to session, node or application. */
	private void requireTold(Path program, Set<Attribute<?>> except) throws PmixException, IOException {
		List<Attribute<?>> all = passed("JobInfo");
		Infos ofJob = of(all, KeyRealm.JOB::equals);
		Infos about = ofJob.with(SessionAttributes.SESSION_ID, 7)
				.with(LevelAttributes.SESSION_INFO_ARRAY, DataArray.of(of(all, KeyRealm.SESSION::equals).with(SessionAttributes.SESSION_ID, 7)))
				.with(LevelAttributes.NODE_INFO_ARRAY, DataArray.of(of(all, KeyRealm.NODE::equals).with(NodeAttributes.HOSTNAME, "node0")))
				.with(LevelAttributes.APP_INFO_ARRAY, DataArray.of(of(all, KeyRealm.APP::equals).with(AppAttributes.APPNUM, 0)))
				.with(LevelAttributes.PROC_INFO_ARRAY, DataArray.of(ofJob.with(ProcAttributes.RANK, Rank.of(0))));
		List<String> lines = new ArrayList<>();
		all.removeAll(except);
		for (Attribute<?> attribute : all) {
			KeyRealm realm = KeyRealm.of(attribute.key());
			lines.add(line(realm.name().toLowerCase(Locale.ROOT), attribute));
			if (realm == KeyRealm.JOB) {
				lines.add(line("rank", attribute));
			}
		}
		try (ServedClient served = ServedClient.open(folder, PmixHost.NONE, about)) {
			assertThat(served.run(served.rank0(program, list(lines.stream())))).last().asString()
					.isEqualTo("pmix_keys 0/2 ok sent=0 asked=0 got=" + lines.size());
		}
	}

	@Test
	void attributes_ofJob_arriveUnchanged() throws PmixException, IOException {
		// it does not know the first, and crashes when it returns a value of the other's type
		requireTold(Peers.c("pmix_keys"), Set.of(TopologyAttributes.TOPOLOGY_INDEX, TopologyAttributes.CPUSET_BITMAP));
	}

	@Test
	void attributes_ofJob_arriveUnchangedAtRelease5() throws PmixException, IOException {
		requireTold(Peers.trixie("pmix_keys"), Set.of());
	}
}
