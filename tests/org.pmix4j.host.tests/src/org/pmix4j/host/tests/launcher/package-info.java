// SPDX-License-Identifier: EPL-2.0
/** Tests of what a launcher decides before it starts a host. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.launcher;
