// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the table itself, on which the other tests rely. */
class ArrowsTest {

	@Test
	void allowed_arrowOfTheTable_isAllowed() {
		assertThat(Arrows.allowed("wire", "org.pmix4j.model.attributes")).isTrue();
		assertThat(Arrows.allowed("host", "org.pmix4j.server.spi")).isTrue();
		assertThat(Arrows.allowed("host", "org.pmix4j.process.internal.posix")).isTrue();
		assertThat(Arrows.allowed("process", "com.sun.jna.ptr")).isTrue();
		assertThat(Arrows.allowed("client", "org.pmix4j.client.internal.session")).isTrue();
		assertThat(Arrows.allowed("model", "java.util.concurrent")).isTrue();
	}

	@Test
	void allowed_arrowThatTheTableLacks_isRefused() {
		assertThat(Arrows.allowed("model", "org.pmix4j.wire.internal.codec")).isFalse();
		assertThat(Arrows.allowed("client", "org.pmix4j.server")).isFalse();
		assertThat(Arrows.allowed("host", "org.pmix4j.wire.internal.frame")).isFalse();
		assertThat(Arrows.allowed("server", "com.sun.jna")).isFalse();
		assertThat(Arrows.allowed("host", "com.sun.jna")).isFalse();
		assertThat(Arrows.allowed("process", "org.pmix4j.job")).isFalse();
		assertThat(Arrows.allowed("placement", "org.pmix4j.server.spi")).isFalse();
		assertThat(Arrows.allowed("server", "java.sql")).isFalse();
	}

	@Test
	void allowed_internalOfAnotherBundle_isRefused() {
		assertThat(Arrows.allowed("cli", "org.pmix4j.process.internal.process")).isFalse();
		assertThat(Arrows.allowed("host", "org.pmix4j.server.internal.core")).isFalse();
		assertThat(Arrows.allowed("cli", "org.pmix4j.wire.internal.loop")).isFalse();
	}

	@Test
	void allowed_internalOfTheWire_isForTheRoles() {
		assertThat(Arrows.allowed("client", "org.pmix4j.wire.internal.loop")).isTrue();
		assertThat(Arrows.allowed("server", "org.pmix4j.wire.internal.loop")).isTrue();
	}

	@Test
	void mayRequire_bundleBelow_isAllowedOnly() {
		assertThat(Arrows.mayRequire("server", "org.pmix4j.wire")).isTrue();
		assertThat(Arrows.mayRequire("wire", "org.pmix4j.server")).isFalse();
		assertThat(Arrows.mayRequire("cli", "org.eclipse.core.runtime")).isFalse();
	}
}
