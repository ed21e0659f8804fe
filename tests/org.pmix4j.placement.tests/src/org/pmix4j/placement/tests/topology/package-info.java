// SPDX-License-Identifier: EPL-2.0
/** Tests of the readers of hardware descriptions. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.placement.tests.topology;
