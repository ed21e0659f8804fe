// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.process;

import java.time.Duration;
import java.util.List;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.Info;

/**
 * A job to spawn. Immutable.
 *
 * @param programs its programs, at least one
 * @param request  directives for the job, such as the mapping; and how long to wait for the launch, which is not sent. By default that
 *                 is the fence limit of the client
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn"
 */
public record SpawnRequest(List<SpawnProgram> programs, RequestOptions request) {
	/**
	 * Copies the programs, of which there is at least one.
	 *
	 * @throws IllegalArgumentException if there is no program
	 */
	public SpawnRequest {
		programs = List.copyOf(programs);
		if (programs.isEmpty()) {
			throw new IllegalArgumentException("a job needs at least one program");
		}
	}

	/**
	 * {@return a request without directives}
	 *
	 * @param programs the programs of the job, at least one
	 */
	public static SpawnRequest of(SpawnProgram... programs) {
		return new SpawnRequest(List.of(programs), RequestOptions.DEFAULT);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the time to wait for the launch; zero for the fence limit of the client
	 */
	public SpawnRequest withLimit(Duration value) {
		return new SpawnRequest(programs, request.withLimit(value));
	}

	/**
	 * {@return a copy with these directives, too}
	 *
	 * @param more directives for the job to add
	 */
	public SpawnRequest plusInfos(Info... more) {
		return new SpawnRequest(programs, request.plusInfos(more));
	}
}
