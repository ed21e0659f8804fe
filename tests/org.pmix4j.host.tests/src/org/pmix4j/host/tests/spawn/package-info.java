// SPDX-License-Identifier: EPL-2.0
/** Tests of reading requests to spawn jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.spawn;
