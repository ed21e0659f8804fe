// SPDX-License-Identifier: EPL-2.0
/** Tests of the local runtime, most of them with real processes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests;
