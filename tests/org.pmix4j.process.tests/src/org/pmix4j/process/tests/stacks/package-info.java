// SPDX-License-Identifier: EPL-2.0
/** Tests of the search for jobs, and of their merged stacks. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.process.tests.stacks;
