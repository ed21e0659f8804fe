// SPDX-License-Identifier: EPL-2.0
/** Tests of the memory of jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.memory;
