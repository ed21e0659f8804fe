// SPDX-License-Identifier: EPL-2.0
/** Tests of calls of the server: how it is found out who connects. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.calls;
