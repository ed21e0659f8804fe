// SPDX-License-Identifier: EPL-2.0
/** Test support for all bundles: simulated time and networks, leak checks, C peers. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.testkit;
