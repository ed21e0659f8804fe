// SPDX-License-Identifier: EPL-2.0
/** Tests of the groups of a host. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.group;
