// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.placement.internal.allocation.ManagedAllocation;

/** The nodes and slots that the environments of resource managers tell. */
class ManagedAllocationTest {
	@TempDir
	private Path scratch;

	private static Map<String, String> slurm(String nodes, String tasks) {
		return Map.of("SLURM_JOB_ID", "17", "SLURM_JOB_NODELIST", nodes, "SLURM_TASKS_PER_NODE", tasks);
	}

	private static ManagedAllocation required(Map<String, String> environment) throws IOException {
		return ManagedAllocation.find(environment).orElseThrow();
	}

	@Test
	void find_noManager_isEmpty() throws IOException {
		assertThat(ManagedAllocation.find(Map.of("SLURM_CONF", "/etc/slurm.conf", "PBS_NODEFILE", "/none", "JOB_ID", "3"))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "n1 | 4 | {n1=4}", "foo,bar | 5,3 | {foo=5, bar=3}", "n[1-3] | 2(x3) | {n1=2, n2=2, n3=2}",
			"foo[2-3,12],bar,x[08-10] | 2(x3),5,1(x16) | {foo2=2, foo3=2, foo12=2, bar=5, x08=1, x09=1, x10=1}",
			"r[1-2]c[0-1] | 4(x4) | {r1c0=4, r1c1=4, r2c0=4, r2c1=4}", "n[1-2]-ib | 3(x2) | {n1-ib=3, n2-ib=3}",
			"n1,n2 | 3 | {n1=3, n2=0}", "n[0099-0101] | 1(x3) | {n0099=1, n0100=1, n0101=1}" })
	void find_slurm_expandsNodesAndSlots(String nodes, String tasks, String expected) throws IOException {
		ManagedAllocation found = required(slurm(nodes, tasks));

		assertThat(found.slots()).hasToString(expected);
		assertThat(found.manager() + found.id()).isEqualTo("Slurm17");
	}

	@Test
	void find_slurmWithOldNames_isRead() throws IOException {
		assertThat(required(Map.of("SLURM_JOBID", "1", "SLURM_NODELIST", "n[1-2]", "SLURM_JOB_CPUS_PER_NODE", "8(x2)")).slots())
				.hasToString("{n1=8, n2=8}");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "n[1-3 | 1", "n]1[ | 1", "n[3-1] | 1", "n[1-99999999] | 1", "n[a] | 1", "n[1-2][ | 1", "[] | 1",
			"n,,m | 1", "n1 | x", "n1 | 2(x", "n1 | 2(xq)", "n[1-60000]m[1-60000] | 1" })
	void find_brokenSlurm_isRefused(String nodes, String tasks) {
		assertThatThrownBy(() -> ManagedAllocation.find(slurm(nodes, tasks))).isInstanceOf(IOException.class)
				.hasMessageContaining("SLURM_");
	}

	@Test
	void find_slurmWithoutNodes_isRefusedWithTheVariable() {
		assertThatThrownBy(() -> ManagedAllocation.find(Map.of("SLURM_JOB_ID", "17"))).isInstanceOf(IOException.class)
				.hasMessageContaining("SLURM_JOB_NODELIST");
	}

	@ParameterizedTest
	@CsvSource({ "PBS_JOBID,PBS_NODEFILE,PBS", "COBALT_JOBID,COBALT_NODEFILE,PBS", "LSB_JOBID,LSB_DJOB_HOSTFILE,LSF" })
	void find_fileWithANodeForEachSlot_isCounted(String job, String variable, String manager) throws IOException {
		Path file = Files.writeString(scratch.resolve("nodes"), "n1\nn2\nn1\n\nn1\n");

		ManagedAllocation found = required(Map.of(job, "5.server", variable, file.toString()));

		assertThat(found).isEqualTo(new ManagedAllocation(manager, "5.server", Map.of("n1", 3, "n2", 1)));
		assertThat(found.nodes()).containsExactly("n1", "n2");
	}

	@Test
	void find_gridEngine_addsTheSlotsOfAllQueues() throws IOException {
		Path file = Files.writeString(scratch.resolve("pe"), "n1 2 all.q@n1 UNDEFINED\nn2 4 all.q@n2 UNDEFINED\nn1 1 big.q@n1 <NULL>\n");

		assertThat(required(Map.of("JOB_ID", "8", "PE_HOSTFILE", file.toString())))
				.isEqualTo(new ManagedAllocation("Grid Engine", "8", Map.of("n1", 3, "n2", 4)));
	}

	@ParameterizedTest
	@CsvSource({ "LSB_MCPU_HOSTS,n1 4 n2 2", "LSB_HOSTS,n1 n1 n1 n1 n2 n2" })
	void find_lsfWithoutFile_readsTheVariables(String name, String value) throws IOException {
		assertThat(required(Map.of("LSB_JOBID", "3", name, value)).slots()).hasToString("{n1=4, n2=2}");
	}

	@Test
	void find_incompleteManager_isRefusedWithTheVariable() throws IOException {
		Path empty = Files.createFile(scratch.resolve("empty"));

		assertThatThrownBy(() -> ManagedAllocation.find(Map.of("PBS_JOBID", "1"))).hasMessageContaining("lacks PBS_NODEFILE");
		assertThatThrownBy(() -> ManagedAllocation.find(Map.of("PBS_JOBID", "1", "PBS_NODEFILE", "/none"))).hasMessageContaining("/none");
		assertThatThrownBy(() -> ManagedAllocation.find(Map.of("PBS_JOBID", "1", "PBS_NODEFILE", empty.toString())))
				.hasMessageContaining("names no node");
		assertThatThrownBy(() -> ManagedAllocation.find(Map.of("LSB_JOBID", "1"))).hasMessageContaining("LSB_MCPU_HOSTS");
		assertThatThrownBy(() -> ManagedAllocation.find(Map.of("LSB_JOBID", "1", "LSB_MCPU_HOSTS", "n1"))).hasMessageContaining("n1");
	}
}
