// SPDX-License-Identifier: EPL-2.0
/** Tests of stack traces. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.process.tests.trace;
