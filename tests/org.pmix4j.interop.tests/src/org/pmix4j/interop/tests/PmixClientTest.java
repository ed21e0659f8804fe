// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Mailer;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.Sites;

/** Tests programs with libpmix, 4.2.2 in Debian 12. Each checks its results, which its comment describes. */
class PmixClientTest {
	private static final Pattern FIGURE = Pattern.compile("(\\w+)=([0-9.]+)");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "pmix_hello,1", "pmix_hello,4", "pmix_hello,64", "pmix_types,2", "pmix_types,4", "pmix_putget,1", "pmix_putget,2",
			"pmix_putget,4", "pmix_connect,1", "pmix_connect,2", "pmix_connect,4", "pmix_group,1", "pmix_group,4",
			
			"pmix_fence,1", "pmix_fence,2", "pmix_fence,5", "pmix_events,1", "pmix_events,2", "pmix_events,4", "pmix_resolve,1", "pmix_resolve,3",
			"pmix_monitor,1", "pmix_monitor,3", "pmix_credential,1", "pmix_credential,3", "pmix_usage,1", "pmix_usage,3" })
	void run_program_allRanksPass(String program, int ranks) {
		pmix4j.run("-n", ranks, Peers.c(program)).finish().requirePeers(program, ranks);
	}

	@Test
	void run_putOfSeveralMegabytes_arrives() {
		pmix4j.run("-n", 2, Peers.c("pmix_putget"), 3_000_000).finish().requirePeers("pmix_putget", 2);
	}

	@Test
	void run_twoPrograms_eachHasItsApplicationNumber() {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_hello"), ":", "-n", 3, Peers.c("pmix_hello"), "--appnum", 1).finish();

		outcome.requirePeers("pmix_hello", 5);
	}

	@Test
	void run_fourHundredCycles_noFenceFailsAndNoDescriptorLeaks() {
		pmix4j.run("-n", 4, Peers.c("pmix_cycles"), 400).limit(Duration.ofSeconds(100)).finish().requirePeers("pmix_cycles", 4);
	}

	/** Uses several processes, since libpmix cannot be initialized more than about a thousand times in one. */
	@Test
	void run_twoThousandCycles_launcherLeaksNoDescriptors() {
		pmix4j.run("-n", 4, Peers.c("pmix_cycles"), 500, "nofence").inside(List.of("sh", "-c", "ulimit -n 64; exec \"$@\"", "sh"))
				.with("PEER_LIMIT", "600").limit(Duration.ofSeconds(100)).finish().requirePeers("pmix_cycles", 4);
	}

	@ParameterizedTest
	@CsvSource({ "64,100,1,collect", "16,100,1,nocollect", "4,50000,10,collect", "4,1000,20,nocollect" })
	void run_modex_everyRankGetsAllData(int ranks, int bytes, int keys, String mode) {
		pmix4j.run("-n", ranks, Peers.c("pmix_many_gets"), bytes, keys, mode).finish().requirePeers("pmix_many_gets", ranks);
	}

	@Test
	void run_eventRoundTrip_takesFarLessThanFortyMilliseconds() {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_events"), 500).finish().requirePeers("pmix_events", 2);

		assertThat(outcome.lines().stream().mapToDouble(line -> figure(line, "round_trip_us")).max().orElseThrow()).isPositive()
				.isLessThan(20_000);
	}

	@ParameterizedTest
	@CsvSource({ "init,1", "init,4", "init,64", "app,3", "apart,4", "there,3" })
	void run_debugger_holdsAndReleasesEveryRank(String stop, int ranks) {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("pmix_debug"), stop, ranks).finish().requireExit(0);

		assertThat(outcome.lines()).filteredOn(line -> line.matches("pmix_debug_target \\d+/" + ranks + " ok.*")).hasSize(ranks);
	}

	@Test
	void run_unsupportedRequests_areAnsweredAtOnceOnALivingConnection() {
		pmix4j.run("-n", 2, Peers.c("pmix_unsupported"), "--but", "publish", "lookup", "unpublish", "spawn", "job-control").finish()
				.requirePeers("pmix_unsupported", 2);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 4 })
	void run_publish_isVisibleInItsRange(int ranks) {
		pmix4j.run("-n", ranks, Peers.c("pmix_publish"), "--standard").finish().requirePeers("pmix_publish", ranks);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 4 })
	void run_queries_areAnsweredByServerAndHost(int ranks) {
		pmix4j.run("--bind-to", "none", "-n", ranks, Peers.c("pmix_query")).finish().requirePeers("pmix_query", ranks);
	}

	@Test
	void run_log_isPrintedLikeOutputOfRank() {
		Outcome outcome = pmix4j.run("-n", 3, Peers.c("pmix_log")).finish().requirePeers("pmix_log", 3);

		assertThat(outcome.lines()).contains("logged by 0", "logged by 1", "logged by 2", "[stdout] tagged", "only once");
		assertThat(outcome.errorLines()).contains("complaint of 0", "complaint of 1", "complaint of 2");
	}

	@Test
	void run_psetOption_ranksOfEachProgramFormTheirSet() {
		Outcome outcome = pmix4j.run("-n", 2, "--pset", "first", Peers.c("pmix_appset"), "first", 2, ":", "-n", 1, "--pset", "second",
				Peers.c("pmix_appset"), "second", 1).finish().requirePeers("pmix_appset", 3);

		assertThat(outcome.lines()).allMatch(line -> line.matches("pmix_appset [01]/3 ok in first|pmix_appset 2/3 ok in second"));
	}

	@Test
	void run_spawnedProgramWithSetName_formsSetUntilItsEnd() {
		pmix4j.run("-n", 1, "--pset", "mother", Peers.c("pmix_appset"), "mother", 1, "daughter").finish().requirePeers("pmix_appset", 1);
	}

	@Test
	void run_siteFile_tellsAboutStorageAndFabric(@TempDir Path folder) throws IOException {
		Path site = Files.writeString(folder.resolve("site"), Sites.EXAMPLE);

		pmix4j.run("-n", 2, "--site", site, Peers.c("pmix_site")).finish().requirePeers("pmix_site", 2);
	}

	@Test
	void run_noSiteFile_storageAndFabricAreNotFound() {
		pmix4j.run("-n", 1, Peers.c("pmix_site"), "--none").finish().requirePeers("pmix_site", 1);
	}

	@Test
	void run_mistakeInSiteFile_isReportedWithItsLine(@TempDir Path folder) throws IOException {
		Path site = Files.writeString(folder.resolve("site"), "[storage a]\nspeed = 1\n");

		Outcome outcome = pmix4j.run("-n", 1, "--site", site, "true").finish();

		assertThat(outcome.exitCode()).isNotZero();
		assertThat(outcome.errorLines()).singleElement().asString().contains(site + ", line 2: speed is not known");
	}

	@Test
	void run_logToStores_reachesMailRecordAndDataStore(@TempDir Path folder) throws IOException {
		Path record = folder.resolve("record");
		Mailer mailer = Mailer.in(folder);
		Outcome outcome = pmix4j.run("-n", 3, "--job-record", record, Peers.c("pmix_logstores")).with("PATH", mailer.path()).finish()
				.requirePeers("pmix_logstores", 3);

		assertThat(mailer.mail()).contains("Subject: interop").endsWith("the job has come this far");
		assertThat(outcome.errorLines()).filteredOn(line -> line.contains("topic"))
				.containsExactly("the topic", "pmix4j: 2 more requests to log interop=topic");
		assertThat(Files.readAllLines(record)).hasSize(3).allMatch(line -> line.matches("\\S+\t\\S+@1\t\\d\tinterop.result\tresult of \\d"));
	}

	@Test
	void run_pps_listsJob() {
		Outcome outcome = pmix4j.run("-n", 1, "timeout", "20", "pps").finish().requireExit(0);

		assertThat(outcome.errorLines()).anyMatch(line -> line.matches("Active nspaces: \\S+@1"));
	}

	@Test
	void run_python3Pmix_putFenceGet() {
		pmix4j.run("-n", 4, Peers.python("pmix_client", "pmix")).finish().requirePeers("pmix_client", 4);
	}

	@ParameterizedTest
	@ValueSource(strings = { "hash", "ds12,hash", "ds21,ds12,hash" })
	void run_userRequestsOtherStore_clientAndServerAgree(String store) {
		pmix4j.run("-n", 2, "-x", "PMIX_MCA_gds=" + store, Peers.c("pmix_types")).finish().requirePeers("pmix_types", 2);
	}

	@Test
	void run_underOtherLauncher_itsVariablesAreIgnored() {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_hello")).with("PMIX_NAMESPACE", "other").with("PMIX_RANK", "7")
				.with("PMIX_SERVER_URI41", "other.0;tcp4://127.0.0.1:1").with("SLURM_PROCID", "3").finish();

		outcome.requirePeers("pmix_hello", 2);
		assertThat(outcome.lines()).noneMatch(line -> line.contains("nspace=other"));
	}

	private static double figure(String line, String name) {
		List<String> found = FIGURE.matcher(line).results().filter(match -> match.group(1).equals(name)).map(match -> match.group(2))
				.toList();
		assertThat(found).as(name + " in " + line).hasSize(1);
		return Double.parseDouble(found.get(0));
	}
}
