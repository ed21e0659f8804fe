// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.server.internal.get.Availability;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.jobinfo.JobInfoReader;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.DataLocality;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.Limits;

/** Tests where data comes from and whether a get waits for it, one case per row. */
class DataLocalityTest {
	private final NamespaceRegistry registry = new NamespaceRegistry();

	/** Registers four namespaces, each with client 0: a local, a distributed, an incomplete and an undefined one. */
	DataLocalityTest() throws PmixException {
		define("local", 1, 1);
		define("distributed", 4, 1);
		define("incomplete", 4, 2);
		add("undefined");
	}

	private void define(String nspace, int size, int local) throws PmixException {
		JobInfo info = JobInfoReader.read(Infos.of(Info.of(JobAttributes.JOB_SIZE, size)), "node0", Limits.DEFAULT);
		registry.findOrAdd(nspace).define(local, info, info);
		add(nspace);
	}

	private void add(String nspace) {
		registry.findOrAdd(nspace).add(new Client(Proc.of(nspace, 0), 0, 0, nspace));
	}

	@ParameterizedTest
	@CsvSource({ //
			"local,        0, true,  THIS_SERVER", //
			"local,        1, false, NO_SERVER", //
			"local,       -1, true,  THIS_SERVER", //
			"distributed,  0, true,  THIS_SERVER", //
			"distributed,  1, false, OTHER_SERVER", //
			"distributed, -1, true,  OTHER_SERVER", //
			"incomplete,   0, true,  UNDECIDED", //
			"incomplete,   1, false, UNDECIDED", //
			"incomplete,  -1, true,  UNDECIDED", //
			"undefined,    0, true,  UNDECIDED", //
			"undefined,    1, false, UNDECIDED", //
			"unknown,      0, false, UNKNOWN", //
			"unknown,     -1, true,  UNKNOWN" })
	void locality(String nspace, int rank, boolean isLocal, DataLocality.Origin origin) {
		DataLocality locality = registry.locality(new Proc(nspace, rank < 0 ? Rank.UNDEF : Rank.of(rank)));

		assertThat(locality).isEqualTo(new DataLocality(isLocal, origin));
		assertThat(locality.scope()).isEqualTo(isLocal ? Scope.LOCAL : Scope.REMOTE);
	}

	@ParameterizedTest
	@CsvSource({ //
			"true,  THIS_SERVER,  false, NEVER,     NEVER", //
			"true,  THIS_SERVER,  true,  LATER,     LATER", //
			"true,  OTHER_SERVER, true,  REMOTE,    NEVER", //
			"false, OTHER_SERVER, true,  REMOTE,    NEVER", //
			"false, NO_SERVER,    true,  NEVER,     NEVER", //
			"false, UNKNOWN,      true,  REMOTE,    LATER", //
			"true,  UNDECIDED,    false, LATER,     LATER", //
			"false, UNDECIDED,    true,  LATER,     LATER" })
	void availability_ofMissingData(boolean isLocal, DataLocality.Origin origin, boolean hasHope, Availability forPeer,
			Availability forServer) {
		DataLocality locality = new DataLocality(isLocal, origin);

		assertThat(Availability.of(locality, false, false, true, () -> !hasHope)).isEqualTo(forPeer);
		assertThat(Availability.of(locality, false, false, false, () -> !hasHope)).isEqualTo(forServer);
	}

	@ParameterizedTest
	@CsvSource({ //
			"true,  THIS_SERVER,  true,  AVAILABLE", //
			"true,  UNDECIDED,    true,  AVAILABLE", //
			"false, OTHER_SERVER, false, AVAILABLE", //
			"false, OTHER_SERVER, true,  REMOTE", //
			"false, UNKNOWN,      true,  REMOTE", //
			"false, UNDECIDED,    true,  LATER" })
	void availability_ofLocalData(boolean isLocal, DataLocality.Origin origin, boolean refresh, Availability expected) {
		assertThat(Availability.of(new DataLocality(isLocal, origin), true, refresh, true, () -> false)).isEqualTo(expected);
	}
}
