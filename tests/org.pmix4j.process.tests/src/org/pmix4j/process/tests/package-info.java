// SPDX-License-Identifier: EPL-2.0
/** Tests of the process layer, against real processes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.process.tests;
