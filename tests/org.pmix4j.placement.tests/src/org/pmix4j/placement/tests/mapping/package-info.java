// SPDX-License-Identifier: EPL-2.0
/** Tests of placement: policies, maps compared with those of PRRTE, and their texts. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.placement.tests.mapping;
