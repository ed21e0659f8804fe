// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.pmi.internal.codec.PmiDecoder;
import org.pmix4j.pmi.internal.codec.PmiRequest;

class PmiDecoderTest {
	private static final List<String> SPAWN = List.of("mcmd=spawn", "nprocs=2", "execname=prog", "totspawns=1", "spawnssofar=1", "arg1=a b=c",
			"argcnt=1", "preput_num=1", "preput_key_0=PARENT_ROOT_PORT_NAME", "preput_val_0=tag#0$", "info_num=1", "info_key_0=wdir",
			"info_val_0=/tmp", "endcmd");

	private final PmiDecoder decoder = new PmiDecoder();

	private List<PmiRequest> decode(String... lines) throws PmixException {
		List<PmiRequest> requests = new ArrayList<>();
		for (String line : lines) {
			decoder.decode(line).ifPresent(requests::add);
		}
		return requests;
	}

	private void requireRefused(String message, String... lines) {
		assertThatThrownBy(() -> decode(lines)).isInstanceOf(PmixException.class).hasMessageContaining(message);
	}

	@Test
	void decode_oneLine_isRequest() throws PmixException {
		assertThat(decode("cmd=initack pmiid=3", "cmd=init pmi_version=1 pmi_subversion=1 ", "cmd=get_maxes", "cmd=get_appnum",
				"cmd=get_my_kvsname", "cmd=get_universe_size", "cmd=barrier_in", "cmd=finalize", "cmd=abort exitcode=42")).containsExactly(
						new PmiRequest.InitAck(3), new PmiRequest.Init(1, 1), new PmiRequest.GetMaxes(), new PmiRequest.GetAppNumber(),
						new PmiRequest.GetSpaceName(), new PmiRequest.GetUniverseSize(), new PmiRequest.BarrierIn(), new PmiRequest.End(),
						new PmiRequest.Abort(42));
	}

	@Test
	void decode_value_mayHoldEqualsSignsAndBeEmpty() throws PmixException {
		assertThat(decode("cmd=put kvsname=k key=a value=b=c", "cmd=put kvsname=k key=a value=", "cmd=get kvsname=k key=a"))
				.containsExactly(new PmiRequest.Put("k", "a", "b=c"), new PmiRequest.Put("k", "a", ""), new PmiRequest.Get("k", "a"));
	}

	@Test
	void decode_namesOfServices_mayHoldBlanks() throws PmixException {
		assertThat(decode("cmd=publish_name service=a b port=tag 1", "cmd=lookup_name service=a b", "cmd=unpublish_name service=a b port=1"))
				.containsExactly(new PmiRequest.Publish("a b", "tag 1"), new PmiRequest.Lookup("a b"), new PmiRequest.Unpublish("a b port=1"));
	}

	@Test
	void decode_blockOfSpawn_isOneRequest() throws PmixException {
		assertThat(decode(SPAWN.toArray(String[]::new))).containsExactly(
				new PmiRequest.Spawn(List.of(new PmiRequest.Program(2, "prog", List.of("a b=c"), Map.of("wdir", "/tmp"))),
						Map.of("PARENT_ROOT_PORT_NAME", "tag#0$")));
	}

	private static List<String> block(int number, int count) {
		return SPAWN.stream().map(line -> line.startsWith("totspawns") ? "totspawns=" + count
				: line.startsWith("spawnssofar") ? "spawnssofar=" + number : line).collect(Collectors.toList());
	}

	@Test
	void decode_severalBlocks_areOneRequestAfterTheLast() throws PmixException {
		assertThat(decode(block(1, 2).toArray(String[]::new))).isEmpty();
		List<PmiRequest> requests = decode(block(2, 2).toArray(String[]::new));

		assertThat(requests).singleElement().isInstanceOfSatisfying(PmiRequest.Spawn.class, spawn -> {
			assertThat(spawn.programs()).hasSize(2);
			assertThat(spawn.size()).isEqualTo(4);
		});
		assertThat(decode("cmd=get_maxes")).containsExactly(new PmiRequest.GetMaxes());
	}

	@Test
	void decode_blocksOutOfOrder_areRefused() {
		requireRefused("program 2 of 2 of a spawn comes after program 0", block(2, 2).toArray(String[]::new));
	}

	@Test
	void decode_otherCommandBetweenBlocks_isRefused() throws PmixException {
		decode(block(1, 2).toArray(String[]::new));

		requireRefused("the spawn of 2 programs ends after 1", "cmd=get_maxes");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"hello | 'hello' is not a pair of key and value",
			"a=b | 'a=b' is not a command of PMI-1",
			"cmd=fly | the command 'fly' of PMI-1 is not known",
			"mcmd=fly | the command 'fly' of several lines is not known",
			"cmd=initack | lacks 'pmiid'",
			"cmd=initack pmiid=-1 | 'pmiid' of the command 'initack' is '-1'; expected a number from 0",
			"cmd=initack pmiid=x | 'pmiid' of the command 'initack' is 'x'",
			"cmd=abort exitcode=99999999999 | 'exitcode' of the command 'abort'",
			"cmd=put kvsname=k key=a | the command 'put' of PMI lacks 'value'",
			"cmd=put kvsname=k key= value=x | 'key' of the command 'put' has 0 characters; expected 1 to 63",
			"cmd=get kvsname=k key=a key=b | has 'key' twice",
			"cmd=get cmd=put | has 'cmd' twice",
			"cmd=put kvsname=k key=a value=b c | 'c' is not a pair of key and value",
			"cmd=publish_name service=a | lacks 'port'" })
	void decode_malformedLine_isRefusedByName(String line, String message) {
		requireRefused(message, line);
	}

	@ParameterizedTest
	@CsvSource({ "kvsname, 256", "key, 64", "value, 1024" })
	void decode_textBeyondAnnouncedMaximum_isRefused(String name, int maximum) throws PmixException {
		String line = Map.of("kvsname", "cmd=put key=a value=b",
				"key", "cmd=put kvsname=a value=b", "value", "cmd=put kvsname=a key=b").get(name);

		assertThat(decode(line + " " + name + "=" + "x".repeat(maximum - 1))).hasSize(1);
		requireRefused("'" + name + "' of the command 'put' has " + maximum + " characters", line + " " + name + "=" + "x".repeat(maximum));
	}

	@Test
	void decode_tooManyPairs_areRefused() {
		requireRefused("more than 64 pairs", IntStream.range(0, 65).mapToObj(i -> "k" + i + "=v").collect(Collectors.joining(" ")));
	}

	@Test
	void decode_endlessBlock_isRefused() throws PmixException {
		decode("mcmd=spawn");

		assertThatThrownBy(() -> {
			for (int i = 0; i <= 1 << 14; i++) {
				decode("key" + i + "=v");
			}
		}).isInstanceOf(PmixException.class).hasMessageContaining("more than 16384 pairs");
	}

	@Test
	void decode_longBlock_isRefused() throws PmixException {
		decode("mcmd=spawn");

		assertThatThrownBy(() -> {
			for (int i = 0; i < 100; i++) {
				decode("key" + i + "=" + "v".repeat(1 << 15));
			}
		}).isInstanceOf(PmixException.class).hasMessageContaining("longer than 1048576 characters");
	}

	@ParameterizedTest
	@CsvSource({ "nprocs=2, nprocs=0, 'nprocs' of the command 'spawn' is '0'", "argcnt=1, argcnt=2, lacks 'arg2'",
			"totspawns=1, totspawns=0, 'totspawns'", "info_num=1, info_num=2, lacks 'info_key_1'", "execname=prog, x=y, lacks 'execname'",
			"preput_num=1, preput_num=99999999999, 'preput_num'" })
	void decode_malformedBlock_isRefusedByName(String line, String instead, String message) {
		requireRefused(message, SPAWN.stream().map(each -> each.equals(line) ? instead : each).toArray(String[]::new));
	}

	@Test
	void decode_emptyLine_isRefused() {
		requireRefused("is not a command of PMI-1", "");
	}

	@Test
	void decode_abortWithMessage_hasItsCode() throws PmixException {
		assertThat(decoder.decode("cmd=abort exitcode=42 message=application called MPI_Abort(MPI_COMM_WORLD, 42) - process 2"))
				.contains(new PmiRequest.Abort(42));
	}
}
