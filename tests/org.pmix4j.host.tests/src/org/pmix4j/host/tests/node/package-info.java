// SPDX-License-Identifier: EPL-2.0
/** Nodes that run nothing, and the tests of jobs on several of them. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.node;
