// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.process.MpiLinkage;
import org.pmix4j.process.ProgramSearch;

/**
 * The jobs of one launch. A namespace is the MPI world of its ranks, so programs that are linked with Open MPI and with MPICH in one launch
 * become a job for each family, and a further one for the programs whose library is not known. Every other launch is one job. Immutable.
 *
 * @param parts at least one
 */
public record LaunchParts(List<Part> parts) {
	/** The programs that share a job. */
	private enum World {
		PMIX("Open MPI"), PMI("MPICH"), OTHER("no MPI library that is known before it runs");

		private final String title;

		World(String title) {
			this.title = title;
		}
	}

	/**
	 * One job.
	 *
	 * @param spec    the order
	 * @param library the library of its programs for people; empty if the launch is one job
	 */
	public record Part(JobSpec spec, String library) {
	}

	/** Copies the list. */
	public LaunchParts {
		parts = List.copyOf(parts);
	}

	/**
	 * @param spec a launch
	 * @return whether it is one job whatever its programs are linked with; then {@link #of} reads no file
	 */
	public static boolean isOne(JobSpec spec) {
		return spec.apps().size() == 1 || !spec.get(JobOptions.MPI).hasPmix() || !spec.get(JobOptions.MPI).hasPmi()
				|| spec.get(JobOptions.DO_NOT_LAUNCH);
	}

	/**
	 * Looks at the programs of a launch. Blocks on the file system, unless {@link #isOne}.
	 *
	 * @param spec a launch
	 * @return its jobs, that of the first program first
	 * @throws PmixException NOT_SUPPORTED if the launch would be several jobs, and requests what only one job can do
	 */
	public static LaunchParts of(JobSpec spec) throws PmixException {
		return isOne(spec) ? whole(spec) : divided(spec);
	}

	private static LaunchParts whole(JobSpec spec) {
		return new LaunchParts(List.of(new Part(spec, "")));
	}

	private static LaunchParts divided(JobSpec spec) throws PmixException {
		Map<Path, World> known = new HashMap<>();
		Map<World, List<Integer>> worlds = new LinkedHashMap<>();
		for (int app = 0; app < spec.apps().size(); app++) {
			worlds.computeIfAbsent(world(spec, spec.apps().get(app), known), world -> new ArrayList<>()).add(app);
		}
		if (!worlds.containsKey(World.PMIX) || !worlds.containsKey(World.PMI)) {
			return whole(spec);
		}
		check(spec);
		List<Part> parts = new ArrayList<>();
		worlds.forEach((world, apps) -> parts.add(new Part(part(spec, apps), world.title)));
		return new LaunchParts(parts);
	}

	private static World world(JobSpec spec, AppSpec app, Map<Path, World> known) {
		Map<String, String> environment = AppFinder.edits(app).appliedTo(spec.environment());
		boolean hasAgent = !app.options().get(AppOptions.AGENT).isBlank() && !app.options().get(AppOptions.DEFAULT_AGENT);
		Optional<Path> file = ProgramSearch.of(app.program(), spec.directory().resolve(app.directory()), environment).file();
		// an agent decides what it runs
		return hasAgent || file.isEmpty() ? World.OTHER : known.computeIfAbsent(file.get(), program -> {
			MpiLinkage linkage = MpiLinkage.of(program, environment);
			return linkage.usesPmix() ? World.PMIX : linkage.usesPmi() ? World.PMI : World.OTHER;
		});
	}

	/** Refuses what names ranks of one job. */
	private static void check(JobSpec spec) throws PmixException {
		String request = "";
		if (spec.stdin().target().equals(Rank.WILDCARD)) {
			request = "standard input for all ranks";
		} else if (spec.apps().stream().anyMatch(app -> app.options().get(PlacementOptions.MAP_BY).contains("rankfile"))) {
			request = "a rank file";
		}
		if (!request.isEmpty()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, request + " needs programs of one MPI library, but some are linked with Open MPI"
					+ " and some with MPICH, which makes a job of each; run them by a command for each, beside a pmix4j server if names cross");
		}
	}

	/** Makes the job of some programs; standard input goes to the rank that would have had it in one job. */
	private static JobSpec part(JobSpec spec, List<Integer> apps) {
		List<AppSpec> own = apps.stream().map(spec.apps()::get).toList();
		StdinSpec stdin = spec.stdin();
		Optional<Rank> target = stdin.target().isProcess() ? moved(spec, apps, stdin.target().value()) : Optional.empty();
		return new JobSpec(own, spec.directory(), spec.environment(), spec.options().with(JobOptions.STDIN, target.orElse(Rank.INVALID)),
				spec.sink(), target.isPresent() ? stdin.source() : StdinSpec.NONE.source());
	}

	/** Returns the number among the ranks of some programs of a rank of all; empty if it is of another program. */
	private static Optional<Rank> moved(JobSpec spec, List<Integer> apps, int rank) {
		int all = 0;
		int own = 0;
		for (int app = 0; app < spec.apps().size(); app++) {
			int ranks = spec.apps().get(app).ranks();
			boolean isOwn = apps.contains(app);
			if (rank < all + ranks) {
				return isOwn ? Optional.of(Rank.of(own + rank - all)) : Optional.empty();
			}
			all += ranks;
			own += isOwn ? ranks : 0;
		}
		return Optional.empty();
	}

	/** @return the first job */
	public Part first() {
		return parts.get(0);
	}

	/** @return the other jobs */
	public List<Part> others() {
		return parts.subList(1, parts.size());
	}

	/**
	 * Says why a launch is several jobs.
	 *
	 * @param numbers of the jobs, in their order
	 * @return a line for the user
	 */
	public String text(List<Integer> numbers) {
		StringJoiner text = new StringJoiner("; ", "the programs are linked with different MPI libraries, so each library has a job: ", "");
		for (int part = 0; part < numbers.size(); part++) {
			StringJoiner programs = new StringJoiner(", ");
			parts.get(part).spec.apps().stream().map(AppSpec::program).distinct().forEach(programs::add);
			text.add("job " + numbers.get(part) + " has " + programs + " (" + parts.get(part).library + ")");
		}
		return text.toString();
	}
}
