// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Asks for every key of a query with a C client: a key that docs/coverage.tsv calls served must be known, any other must be refused. */
class QueryTableTest {
	private static final Path TABLE = Checkout.root().resolve("bundles/org.pmix4j.server/docs/coverage.tsv");
	/** Keys that qualify queries or wrap answers, but ask for nothing. */
	private static final Set<String> NO_QUESTIONS = Set.of("PMIX_QUERY_QUALIFIERS", "PMIX_QUERY_RESULTS", "PMIX_QUERY_REFRESH_CACHE",
			"PMIX_QUERY_LOCAL_ONLY", "PMIX_QUERY_REPORT_AVG", "PMIX_QUERY_REPORT_MINMAX", "PMIX_QUERY_SUPPORTED_QUALIFIERS");
	/** A question that the client of libpmix 4.2 answers itself, by a crash; {@code pmix_query.c} asks it with qualifiers. */
	private static final String CRASHES = "PMIX_QUERY_ATTRIBUTE_SUPPORT";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Returns the key of each question, and whether the table calls it served. */
	private static Map<String, Boolean> questions() throws IOException {
		Map<String, Boolean> keys = new LinkedHashMap<>();
		for (String row : Files.readAllLines(TABLE)) {
			String[] cells = row.split("\t");
			if (cells[1].startsWith("PMIX_QUERY_") && !NO_QUESTIONS.contains(cells[1]) && !cells[1].equals(CRASHES)
					&& !cells[2].equals("client")) {
				keys.put(KnownAttributes.byName(cells[1]).orElseThrow().key(), cells[2].equals("served"));
			}
		}
		return keys;
	}

	@Test
	void query_everyKey_isKnownOrRefusedAsTheTableSays() throws IOException {
		Map<String, Boolean> served = questions();
		List<Object> arguments = new ArrayList<>(List.of("-n", 1, Peers.c("pmix_queries")));
		arguments.addAll(served.keySet());

		Outcome outcome = pmix4j.run(arguments.toArray()).finish().requireExit(0);

		Map<String, Boolean> known = new LinkedHashMap<>();
		outcome.lines().stream().map(line -> line.split(" ")).filter(words -> words[0].startsWith("pmix.")).forEach(
				words -> known.put(words[0], Integer.parseInt(words[1]) != Status.ERR_NOT_SUPPORTED.code()));
		assertThat(known).isEqualTo(served).hasSizeGreaterThan(25);
	}

	@Test
	void query_dataOfJobAndNode_hasTheTypesOfTheStandard() {
		Outcome outcome = pmix4j.run("-n", 1, "--pset", "mine", Peers.c("pmix_queries"), "pmix.alias", "pmix.pmem", "pmix.hname",
				"pmix.qry.pmems@pmix.pset.nm=mine", "pmix.qry.nsinfo", "pmix.qry.jst", "pmix.qry.mem").finish().requireExit(0);

		assertThat(outcome.lines()).contains("pmix.alias 0 PMIX_STRING", "pmix.pmem 0 PMIX_UINT64", "pmix.hname 0 PMIX_STRING",
				"pmix.qry.pmems@pmix.pset.nm=mine 0 PMIX_DATA_ARRAY", "pmix.qry.nsinfo 0 PMIX_DATA_ARRAY", "pmix.qry.jst 0 PMIX_STATUS",
				"pmix.qry.mem 0 PMIX_DATA_ARRAY");
	}

	/** Under prterun 3.0.8, a query has none of these answers. */
	@Test
	void query_ofNamedNodeSessionOrApplication_answersAboutThatOneOnly() {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("pmix_queries"), "pmix.hname@pmix.nodeid#0", "pmix.hname@pmix.nodeid#5",
				"pmix.local.size@pmix.node.info", "pmix.hname@pmix.node.info@pmix.nodeid#5", "pmix.univ.size@pmix.ssn.info",
				"pmix.univ.size@pmix.session.id#12345", "pmix.app.size@pmix.app.info@pmix.appnum#0", "pmix.app.size@pmix.appnum#5",
				"pmix.hname@pmix.nodeid=x", "pmix.hname@pmix.node.info=x", "my.key@pmix.node.info").finish().requireExit(0);

		assertThat(outcome.lines()).containsSubsequence("pmix.hname@pmix.nodeid#0 0 PMIX_STRING", "pmix.hname@pmix.nodeid#5 -46 -",
				"pmix.local.size@pmix.node.info 0 PMIX_UINT32", "pmix.hname@pmix.node.info@pmix.nodeid#5 -46 -",
				"pmix.univ.size@pmix.ssn.info 0 PMIX_UINT32", "pmix.univ.size@pmix.session.id#12345 -46 -",
				"pmix.app.size@pmix.app.info@pmix.appnum#0 0 PMIX_UINT32", "pmix.app.size@pmix.appnum#5 -46 -",
				"pmix.hname@pmix.nodeid=x -27 -", "pmix.hname@pmix.node.info=x -27 -", "my.key@pmix.node.info -47 -");
		assertThat(outcome.errors()).doesNotContain("has no effect");
	}
}
