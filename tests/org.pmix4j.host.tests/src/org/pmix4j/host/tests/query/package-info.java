// SPDX-License-Identifier: EPL-2.0
/** Tests of queries about jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.query;
