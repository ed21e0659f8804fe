// SPDX-License-Identifier: EPL-2.0
/** Rules that hold for the whole repository: who may use whom, and what every source file and manifest looks like. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.architecture.tests;
