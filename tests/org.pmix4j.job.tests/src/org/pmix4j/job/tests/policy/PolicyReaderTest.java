// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.tests.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.job.internal.policy.Binding;
import org.pmix4j.job.internal.policy.CpuRanges;
import org.pmix4j.job.internal.policy.Level;
import org.pmix4j.job.internal.policy.MapBy;
import org.pmix4j.job.internal.policy.MappingPolicy;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.job.internal.policy.PerResource;
import org.pmix4j.job.internal.policy.RankBy;
import org.pmix4j.job.internal.policy.Words;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

class PolicyReaderTest {
	@ParameterizedTest
	@CsvSource({ "slot,SLOT", "s,SLOT", "byslot,SLOT", "node,NODE", "bynode,NODE", "seq,SEQUENCE", "core,CORE", "C,CORE", "l1cache,L1CACHE",
			"l2cache,L2CACHE", "L3,L3CACHE", "numa,NUMA", "package,PACKAGE", "socket,PACKAGE", "hwthread,HWTHREAD", "pe-list=0-3,CPU_LIST",
			"p-l=1,CPU_LIST", "rankfile:file=f,RANK_FILE", "ppr:2:package,PER_RESOURCE" })
	void mapping_word_isRead(String text, MapBy by) throws Exception {
		assertThat(MappingPolicyReader.read(text).by()).contains(by);
	}

	@Test
	void mapping_qualifiers_areRead() throws Exception {
		MappingPolicy wish = MappingPolicyReader.read("numa:span:oversubscribe:nolocal:ordered:pe=3:hwtcpus:inherit:file=a/b:donotresolve");

		assertThat(wish).isEqualTo(new MappingPolicy(Optional.of(MapBy.NUMA), true, Optional.of(true), true, true, 3, Optional.of(true),
				Optional.of(true), "a/b", "", ""));
		assertThat(MappingPolicyReader.read(":nooversubscribe:corecpus:noinherit")).isEqualTo(new MappingPolicy(Optional.empty(), false,
				Optional.of(false), false, false, 0, Optional.of(false), Optional.of(false), "", "", ""));
		assertThat(MappingPolicyReader.read("hwthread").hwthreads()).contains(true);
		assertThat(MappingPolicyReader.read("pe-list=0,2-5").cpuList()).isEqualTo("0,2-5");
		assertThat(MappingPolicyReader.read("ppr:2:core:span")).extracting(MappingPolicy::perResource, MappingPolicy::span)
				.containsExactly("2:core", true);
		assertThat(MappingPolicyReader.read("")).isSameAs(MappingPolicy.OPEN);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "bogus|mapping policy 'bogus' is unknown; allowed are slot", "corex|'corex' is unknown",
			"core=3|'core=3' is unknown", "dist|'dist' is not supported",
			"device=mlx5_0|'device=mlx5_0' is not supported: this launcher gives ranks no devices",
			"DEVICE|'DEVICE' is not supported", "core:bogus|mapping qualifier 'bogus' is unknown; allowed are pe=N",
			"core:x=1|mapping qualifier 'x=1' is unknown", "slot:pe=0|must be pe=N with a number of processors from 1",
			"slot:pe=x|must be pe=N", "slot:pe=65536|from 1 to 65535", "slot:file=|names no file", "rankfile|names no file; rankfile:file=NAME",
			"rankfile:file=f:ordered|must not be ordered; a rank file gives each rank its processors",
			"slot:oversubscribe:nooversubscribe|the qualifiers oversubscribe and nooversubscribe exclude each other",
			"slot:hwtcpus:corecpus|hwtcpus and corecpus exclude each other", "slot:inherit:noinherit|inherit and noinherit exclude each other",
			"ppr:2|must be ppr:N:OBJECT", "ppr:x:node|must be N:OBJECT", "ppr:0:node|with a number of ranks from 1",
			"ppr:1:moon|one of node, package", "pe-list=|must be a list of logical processor numbers", "pe-list=a|'pe-list=a' must be a list",
			"pe-list=3-1|must be a list", "pe-list=-1|'pe-list=-1' must be a list", "pe-list=0,1-|must be a list" })
	void mapping_wrongText_isRefused(String text, String message) {
		assertThatThrownBy(() -> MappingPolicyReader.read(text)).isInstanceOf(PmixException.class).hasMessageContaining(message)
				.satisfies(e -> assertThat(((PmixException) e).status()).isEqualTo(Status.ERR_BAD_PARAM));
	}

	@ParameterizedTest
	@CsvSource({ "none,NONE", "hwthread,HWTHREAD", "core,CORE", "l1cache,L1CACHE", "l2cache,L2CACHE", "l3cache,L3CACHE", "numa,NUMA",
			"package,PACKAGE", "socket,PACKAGE", "PACK,PACKAGE", ":overload-allowed,NONE" })
	void binding_word_isRead(String text, Level level) throws Exception {
		assertThat(Binding.parse(text)).extracting(Binding::level, Binding::given).containsExactly(level, true);
	}

	@Test
	void binding_qualifiers_areRead() throws Exception {
		assertThat(Binding.parse("core:overload-allowed:if-supported:limit=2:report"))
				.isEqualTo(new Binding(Level.CORE, true, true, true, true, 2, true));
		assertThat(Binding.parse("core:no-overload")).isEqualTo(new Binding(Level.CORE, true, false, false, true, 0, false));
		assertThat(Binding.parse("core:if-supported:overload-allowed").label()).isEqualTo("CORE:IF-SUPPORTED:OVERLOAD-ALLOWED");
		assertThat(Binding.parse("")).isSameAs(Binding.OPEN);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "bogus|binding policy 'bogus' is unknown; allowed are none",
			"core:bogus|binding qualifier 'bogus' is unknown; allowed are overload-allowed",
			"core:limit=0|must be limit=N with a number of ranks from 1", "core:limit=x|must be limit=N", "core:limit=40000|must be limit=N" })
	void binding_wrongText_isRefused(String text, String message) {
		assertThatThrownBy(() -> Binding.parse(text)).isInstanceOf(PmixException.class).hasMessageContaining(message);
	}

	@ParameterizedTest
	@CsvSource({ "slot,SLOT", "node,NODE", "fill,FILL", "span,SPAN", "byslot,SLOT", "bynode,NODE", "F,FILL" })
	void ranking_word_isRead(String text, RankBy policy) throws Exception {
		assertThat(RankBy.parse(text)).contains(policy);
		assertThat(RankBy.parse("")).isEmpty();
	}

	@Test
	void ranking_wrongWord_isRefused() {
		assertThatThrownBy(() -> RankBy.parse("core")).isInstanceOf(PmixException.class)
				.hasMessageContaining("ranking policy 'core' is unknown; allowed are slot, node, fill, span");
	}

	@ParameterizedTest
	@CsvSource({ "SLOT,false,SLOT", "NODE,true,NODE", "CORE,false,FILL", "CORE,true,SPAN", "CPU_LIST,false,SLOT", "PER_RESOURCE,false,SLOT" })
	void ranking_default_followsTheMapping(MapBy mapping, boolean span, RankBy ranking) {
		assertThat(RankBy.defaultOf(mapping, span)).isEqualTo(ranking);
	}

	@ParameterizedTest
	@CsvSource({ "2:node,2,NONE", "1:thread,1,HWTHREAD", "3:nm,3,NUMA", "4:skt,4,PACKAGE", "5:l2,5,L2CACHE" })
	void ranksPerResource_areRead(String text, int count, Level level) throws Exception {
		assertThat(PerResource.parse(text)).isEqualTo(new PerResource(count, level));
	}

	@Test
	void processorRanges_areRead() {
		assertThat(CpuRanges.range("7")).hasValueSatisfying(ends -> assertThat(ends).containsExactly(7, 7));
		assertThat(CpuRanges.range("2-5")).hasValueSatisfying(ends -> assertThat(ends).containsExactly(2, 5));
		for (String wrong : List.of("", "-", "x", "5-2", "1-2-3", "65536")) {
			assertThat(CpuRanges.range(wrong)).as(wrong).isEmpty();
		}
	}

	@Test
	void words_matchTheirBeginnings_partByPart() {
		assertThat(Words.matches("over", "overload-allowed")).isTrue();
		assertThat(Words.matches("over-a", "overload-allowed")).isTrue();
		assertThat(Words.matches("over-x", "overload-allowed")).isFalse();
		assertThat(Words.matches("", "slot")).isFalse();
		assertThat(Words.matches("slots", "slot")).isFalse();
		assertThat(Words.split(":a::b:", ':')).containsExactly("a", "b");
		assertThat(Words.number("12", 12)).isEqualTo(12);
		assertThat(Words.number("13", 12)).isNegative();
		assertThat(Words.number("99999999999999999999", Integer.MAX_VALUE)).isNegative();
	}
}
