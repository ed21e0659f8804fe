// SPDX-License-Identifier: EPL-2.0
/** Tests of statistics on the use of resources. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.usage;
