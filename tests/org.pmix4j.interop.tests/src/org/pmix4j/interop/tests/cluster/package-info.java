// SPDX-License-Identifier: EPL-2.0
/** Tests of several servers in one JVM that represent several nodes, with C clients on each. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.interop.tests.cluster;
