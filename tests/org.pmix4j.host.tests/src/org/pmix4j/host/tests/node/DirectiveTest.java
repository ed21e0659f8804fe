// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.directive.DirectiveValidator;
import org.pmix4j.host.internal.directive.HonoredDirectives;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.spawn.SpawnSupport;
import org.pmix4j.job.OutputSink;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.StatisticsAttributes;
import org.pmix4j.testkit.Checkout;

/**
 * Gives each attribute of docs/coverage.tsv to each call, once required and once not: it either has an effect, of which the table names the
 * proof, or is refused by its name if it is required, and told once if it is not.
 */
class DirectiveTest {
	private static final Path TABLE = Checkout.root().resolve("bundles/org.pmix4j.server/docs/coverage.tsv");
	/** Calls whose own readers refuse a family of keys, required or not; the tests of those readers prove it. */
	private static final Map<String, List<String>> OWN = Map.of("PMIx_Allocation_request", List.of("pmix.alloc."), "PMIx_Session_control",
			List.of("pmix.alloc.", "pmix.ssn."), "PMIx_Job_control", List.of("pmix.jctrl."));
	/** Facts about the requester, the time limit of every call, and what libraries add to collective operations. */
	private static final Set<String> EVERYWHERE = Set.of("PMIX_USERID", "PMIX_GRPID", "PMIX_REQUESTOR", "PMIX_TIMEOUT");
	private static final Set<String> COLLECTIVE = Set.of("PMIX_ALL_CLONES_PARTICIPATE", "PMIX_COLLECT_GENERATED_JOB_INFO",
			"PMIX_LOCAL_COLLECTIVE_STATUS", "PMIX_SORTED_PROC_ARRAY", "PMIX_PROC_DATA", "PMIX_JOB_INFO_ARRAY", "PMIX_PROCID");

	private final OneNodeHost host;

	DirectiveTest(@TempDir Path directory) throws Exception {
		host = new OneNodeHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	static Stream<String> functions() {
		return Stream.of("PMIx_Fence", "PMIx_Connect", "PMIx_Disconnect", "PMIx_Publish", "PMIx_Lookup", "PMIx_Unpublish",
				"PMIx_Group_construct", "PMIx_Group_leave", "PMIx_Group_destruct", "PMIx_Allocation_request", "PMIx_Session_control",
				"PMIx_Resource_block", "PMIx_Job_control", "PMIx_Process_monitor", "PMIx_Log", "PMIx_Query_info", "PMIx_Get_credential",
				"PMIx_Validate_credential", "PMIx_Fabric_register", "PMIx_IOF_pull", "PMIx_IOF_push", "PMIx_IOF_deregister");
	}

	/** Returns the rows of the table about attributes with a key by their names; others are variables of the environment. */
	private static Map<String, String[]> rows() throws IOException {
		Map<String, String[]> rows = new HashMap<>();
		for (String line : Files.readAllLines(TABLE)) {
			String[] cells = line.split("\t", -1);
			if (cells[0].equals("attribute") && KnownAttributes.byName(cells[1]).isPresent()) {
				rows.put(cells[1], cells);
			}
		}
		return rows;
	}

	private static boolean isCollective(String function) {
		return functions().limit(3).anyMatch(function::equals) || function.startsWith("PMIx_Group_");
	}

	private static Set<String> honored(String function) {
		Set<String> keys = HonoredDirectives.of(function).stream().map(Attribute::key).collect(Collectors.toCollection(HashSet::new));
		for (String name : EVERYWHERE) {
			keys.add(KnownAttributes.byName(name).orElseThrow().key());
		}
		if (isCollective(function)) {
			COLLECTIVE.forEach(name -> keys.add(KnownAttributes.byName(name).orElseThrow().key()));
		}
		return keys;
	}

	private void give(String function, Proc who, Info info) throws PmixException {
		CompletableFuture<Void> done = new CompletableFuture<>();
		host.loop.perform(() -> {
			try {
				host.host.upcalls.directivesGiven(function, who, Infos.of(info));
				done.complete(null);
			} catch (PmixException e) {
				done.completeExceptionally(e);
			}
		});
		if (done.isCompletedExceptionally() && done.exceptionNow() instanceof PmixException refused) {
			throw refused;
		}
	}

	private static Info info(Attribute<?> attribute) {
		return Info.of(attribute.key(), PmixValue.Bool.TRUE);
	}

	@ParameterizedTest
	@MethodSource("functions")
	void attribute_withoutEffect_isRefusedIfRequiredAndToldOnceIfNot(String function) throws Exception {
		Proc rank = host.launch(OneNodeHost.spec(1)).ranks().get(0).proc();
		Set<String> honored = honored(function);
		Set<String> done = new HashSet<>();
		for (String name : rows().keySet()) {
			Attribute<?> attribute = KnownAttributes.byName(name).orElseThrow();
			String key = attribute.key();
			if (honored.contains(key) || !done.add(key) || OWN.getOrDefault(function, List.of()).stream().anyMatch(key::startsWith)) {
				continue;
			}
			int before = host.messages().size();
			give(function, rank, info(attribute));
			give(function, rank, info(attribute));
			assertThat(host.messages().subList(before, host.messages().size())).as(function + " " + name).singleElement().asString()
					.startsWith(function + ": PMIX_").endsWith(" has no effect here");

			assertThatExceptionOfType(PmixException.class).as(function + " " + name)
					.isThrownBy(() -> give(function, rank, info(attribute).required()))
					.satisfies(refused -> assertThat(refused.status()).isEqualTo(Status.ERR_NOT_SUPPORTED))
					.withMessage(host.messages().get(before).replace(" has ", " is required, but has "));
		}
		assertThat(done).hasSizeGreaterThan(400);
	}

	@ParameterizedTest
	@MethodSource("functions")
	void foreignKey_required_isRefusedWhereItIsNoData(String function) throws Exception {
		Proc rank = host.launch(OneNodeHost.spec(1)).ranks().get(0).proc();
		Info foreign = Info.of("foo.bar", PmixValue.Bool.TRUE);
		give(function, rank, foreign);
		if (function.equals("PMIx_Publish") || function.equals("PMIx_Log")) {
			give(function, rank, foreign.required());
		} else {
			assertThatExceptionOfType(PmixException.class).isThrownBy(() -> give(function, rank, foreign.required()))
					.satisfies(refused -> assertThat(refused.status()).isEqualTo(Status.ERR_NOT_SUPPORTED))
					.withMessage(function + ": foo.bar is required, but has no effect here");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "PMIX_JOB_CTRL_PREEMPTIBLE", "PMIX_JOB_CTRL_CHECKPOINT_METHOD", "PMIX_JOB_CTRL_CHECKPOINT_EVENT",
			"PMIX_JOB_CTRL_CHECKPOINT_SIGNAL" })
	void ability_declared_isToldOrRefused(String name) throws Exception {
		Proc rank = host.launch(OneNodeHost.spec(1)).ranks().get(0).proc();
		Info ability = info(KnownAttributes.byName(name).orElseThrow());
		give("PMIx_Job_control", rank, ability);

		assertThat(host.messages()).contains("PMIx_Job_control: " + name + " has no effect here");
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> give("PMIx_Job_control", rank, ability.required()))
				.satisfies(refused -> assertThat(refused.status()).isEqualTo(Status.ERR_NOT_SUPPORTED)).withMessageContaining(name);
	}

	private CompletableFuture<String> spawn(Proc who, Infos infos, Infos ofProgram) {
		App app = new App("program", List.of("program"), List.of(), "", 1, ofProgram);
		return host.loop.call(() -> host.host.upcalls.spawn(who, infos.with(SpawnAttributes.DO_NOT_LAUNCH, true), List.of(app)));
	}

	/** Returns the attributes of the table that a spawn neither honors nor hands to tools and debuggers. */
	private static List<Attribute<?>> notOfSpawn() throws IOException {
		Set<String> known = honored("PMIx_Spawn");
		known.addAll(Set.of(SpawnSupport.debugging().split(",")));
		List<Attribute<?>> others = new ArrayList<>();
		for (String name : rows().keySet()) {
			Attribute<?> attribute = KnownAttributes.byName(name).orElseThrow();
			if (known.add(attribute.key()) && !attribute.key().startsWith("pmix.dbg.")) {
				others.add(attribute);
			}
		}
		return others;
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void attribute_withoutEffectOnSpawn_isRefusedIfRequiredAndToldOnceIfNot(boolean ofProgram) throws Exception {
		Proc rank = host.launch(OneNodeHost.spec(1)).ranks().get(0).proc();
		List<Attribute<?>> others = notOfSpawn();
		for (Attribute<?> attribute : others) {
			Infos given = Infos.of(info(attribute));
			int before = host.messages().size();
			spawn(rank, ofProgram ? Infos.EMPTY : given, ofProgram ? given : Infos.EMPTY);
			spawn(rank, ofProgram ? Infos.EMPTY : given, ofProgram ? given : Infos.EMPTY);
			assertThat(host.messages().subList(before, host.messages().size())).as(attribute.name())
					.filteredOn(line -> line.contains(" has no effect here")).singleElement().asString().startsWith("spawn of job ")
					.contains(": PMIX_");

			Infos required = Infos.of(info(attribute).required());
			CompletableFuture<String> refused = spawn(rank, ofProgram ? Infos.EMPTY : required, ofProgram ? required : Infos.EMPTY);
			assertThat(refused).as(attribute.name()).isCompletedExceptionally();
			assertThat(refused.exceptionNow())
					.hasMessageMatching("spawn: PMIX_\\w+ is required, but has no effect here(, because this host manages no fabric)?")
					.isInstanceOfSatisfying(PmixException.class, e -> assertThat(e.status()).isEqualTo(Status.ERR_NOT_SUPPORTED));
		}
		assertThat(others).hasSizeGreaterThan(300);
	}

	@Test
	void attribute_honoredBySpawn_hasItsProofInTheTable() throws Exception {
		Map<String, String[]> rows = rows();
		for (Attribute<?> attribute : HonoredDirectives.of("PMIx_Spawn")) {
			String[] row = rows.get(attribute.name());
			assertThat(row[2]).as(attribute.name()).isIn("served", "client");
			assertThat(row[2].equals("client") ? row[6] : row[4]).as("proof of " + attribute.name()).isNotEqualTo("-").isNotEmpty();
		}
	}

	@Test
	void attributeOfJobs_requiredOfOneProgram_isRefused() throws Exception {
		Proc rank = host.launch(OneNodeHost.spec(1)).ranks().get(0).proc();

		CompletableFuture<String> refused = spawn(rank, Infos.EMPTY, Infos.of(info(SpawnAttributes.DISPLAY_MAP).required()));

		assertThat(refused).isCompletedExceptionally();
		assertThat(refused.exceptionNow())
				.hasMessage("spawn: PMIX_DISPLAY_MAP is required, but has no effect on a single program of a job");
	}

	@ParameterizedTest
	@CsvSource({ "PMIx_Session_control,PMIX_SESSION_RESOURCES", "PMIx_Log,PMIX_LOG_EMAIL",
			"PMIx_Process_monitor,PMIX_MONITOR_PROC_RESOURCE_USAGE",
			"PMIx_Process_monitor,PMIX_MONITOR_NODE_RESOURCE_USAGE", "PMIx_Process_monitor,PMIX_MONITOR_DISK_RESOURCE_USAGE",
			"PMIx_Process_monitor,PMIX_MONITOR_NET_RESOURCE_USAGE" })
	void attribute_nestedWithoutEffect_isRefusedIfRequiredAndToldOnceIfNot(String function, String outer) throws Exception {
		Proc rank = host.launch(OneNodeHost.spec(1)).ranks().get(0).proc();
		String key = KnownAttributes.byName(outer).orElseThrow().key();
		Info nested = info(SpawnAttributes.DISPLAY_MAP);

		give(function, rank, Info.of(key, DataArray.of(Infos.of(nested))));
		give(function, rank, Info.of(key, DataArray.of(Infos.of(nested))));

		assertThat(host.messages()).containsExactly(function + ": PMIX_DISPLAY_MAP in " + outer + " has no effect here");
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> give(function, rank, Info.of(key, DataArray.of(Infos.of(nested.required())))))
				.withMessage(function + ": PMIX_DISPLAY_MAP in " + outer + " is required, but has no effect here");
	}

	@Test
	void attribute_nestedWithEffect_isNotTold() throws Exception {
		Proc rank = host.launch(OneNodeHost.spec(1)).ranks().get(0).proc();

		give("PMIx_Session_control", rank, Info.of(SessionControlAttributes.SESSION_RESOURCES.key(),
				DataArray.of(Infos.of(Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L).required()))));
		give("PMIx_Process_monitor", rank, Info.of(MonitorAttributes.MONITOR_NODE_RESOURCE_USAGE.key(),
				DataArray.of(Infos.of(info(StatisticsAttributes.NODE_LOAD_AVG).required()))));

		assertThat(host.messages()).isEmpty();
	}

	@Test
	void attribute_ofAToolWithoutAJob_isLoggedOnce() throws Exception {
		List<String> log = new ArrayList<>();
		DirectiveValidator desk = new DirectiveValidator(new Jobs(new Namespaces(), OutputSink.DISCARD), log::add);
		for (int i = 0; i < 2; i++) {
			desk.examine("PMIx_Query_info", Proc.of("tool", 0), Infos.of(info(SpawnAttributes.DISPLAY_MAP)));
		}
		desk.examine("PMIx_Query_info", Proc.of("other", 0), Infos.of(info(SpawnAttributes.DISPLAY_MAP)));

		assertThat(log).containsExactly("PMIx_Query_info: PMIX_DISPLAY_MAP has no effect here (tool tool:0)",
				"PMIx_Query_info: PMIX_DISPLAY_MAP has no effect here (tool other:0)");
	}

	@ParameterizedTest
	@MethodSource("functions")
	void attribute_honored_hasItsProofInTheTableAndIsNotTold(String function) throws Exception {
		Proc rank = host.launch(OneNodeHost.spec(1)).ranks().get(0).proc();
		Map<String, String[]> rows = rows();
		for (Attribute<?> attribute : HonoredDirectives.of(function)) {
			give(function, rank, info(attribute).required());
			String[] row = rows.get(attribute.name());
			assertThat(row[2]).as(attribute.name()).isIn("served", "client");
			assertThat(row[2].equals("client") ? row[6] : row[4]).as("proof of " + attribute.name()).isNotEqualTo("-").isNotEmpty();
		}
		assertThat(host.messages()).isEmpty();
	}

	@Test
	void key_notOfPmix_isLeftToItsReaders() throws Exception {
		Proc rank = host.launch(OneNodeHost.spec(1)).ranks().get(0).proc();

		give("PMIx_Publish", rank, Info.of("my.name", new PmixValue.Str("value")).required());

		assertThat(host.messages()).isEmpty();
	}
}
