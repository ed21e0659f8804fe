// SPDX-License-Identifier: EPL-2.0
/** Tests of how requests to spawn jobs are read. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.spawn;
