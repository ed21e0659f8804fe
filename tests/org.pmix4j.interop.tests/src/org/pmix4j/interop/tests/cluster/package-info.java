// SPDX-License-Identifier: EPL-2.0
/** Several servers in one JVM that stand for several nodes, and real C clients on each. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.interop.tests.cluster;
