// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.pmix4j.host.Job;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * Shows tables about a job where the output of its ranks will go. Owned by a {@link JobCourse}; used before the first rank starts.
 *
 * @param job  the job
 * @param news tells the user of a table that cannot be shown
 */
record JobDisplay(Job job, JobNews news) {
	/** Writes a table to the standard output of the job. */
	void show(String text) {
		try {
			job.spec().sink().write(Proc.wildcard(job.nspace()), IofChannel.STDOUT, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
			job.spec().sink().flush();
		} catch (IOException e) {
			news.tell("a report cannot be shown: " + e.getMessage());
		}
	}
}
