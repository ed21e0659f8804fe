// SPDX-License-Identifier: EPL-2.0
/** What the tests of all bundles share: simulated time and networks, leak checks, C peers. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.testkit;
