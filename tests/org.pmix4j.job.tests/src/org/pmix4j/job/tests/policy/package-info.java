// SPDX-License-Identifier: EPL-2.0
/** Tests of the readers of policies: each word and each refusal. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.tests.policy;
