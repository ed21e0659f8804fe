// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.pmix4j.pmi.internal.codec.LineReplies;
import org.pmix4j.pmi.internal.codec.PmiReply;

/** The texts are those that mpiexec.hydra 4.0.2 shows with -verbose. */
class PmiReplyTest {
	private final LineReplies lines = new LineReplies();

	private static String bytes(PmiReply reply) {
		return StandardCharsets.UTF_8.decode(reply.bytes()).toString();
	}

	@Test
	void bytes_repliesOfStart_areThoseOfHydra() {
		assertThat(bytes(LineReplies.init(true))).isEqualTo("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n");
		assertThat(bytes(LineReplies.maxes())).isEqualTo("cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n");
		assertThat(bytes(LineReplies.appNumber(0))).isEqualTo("cmd=appnum appnum=0\n");
		assertThat(bytes(lines.spaceName("kvs_1"))).isEqualTo("cmd=my_kvsname kvsname=kvs_1\n");
		assertThat(bytes(lines.got("(vector,(0,1,1))"))).isEqualTo("cmd=get_result rc=0 msg=success value=(vector,(0,1,1))\n");
		assertThat(bytes(lines.put())).isEqualTo("cmd=put_result rc=0 msg=success\n");
		assertThat(bytes(lines.barrierOut())).isEqualTo("cmd=barrier_out\n");
		assertThat(bytes(lines.end())).isEqualTo("cmd=finalize_ack\n");
		assertThat(bytes(lines.spawned("job"))).isEqualTo("cmd=spawn_result rc=0\n");
	}

	@Test
	void bytes_welcome_isFourLines() {
		assertThat(bytes(LineReplies.welcome(4, 2))).isEqualTo("cmd=initack rc=0\ncmd=set size=4\ncmd=set rank=2\ncmd=set debug=0\n");
	}

	@Test
	void bytes_reasonsOfRefusals_areOneWord() {
		assertThat(bytes(lines.getRefused("key a=b\nc not found"))).isEqualTo("cmd=get_result rc=-1 msg=key_a_b_c_not_found value=unknown\n");
		assertThat(bytes(lines.lookupRefused("x".repeat(5000)))).hasSizeLessThan(1100);
	}

	@Test
	void isValue_textThatWouldEndTheValue_isNot() {
		assertThat(lines.isValue("tag#0$description#vm$")).isTrue();
		assertThat(lines.isValue("a b")).isFalse();
		assertThat(lines.isValue("a\nb")).isFalse();
		assertThat(lines.isValue("x".repeat(1024))).isFalse();
	}
}
