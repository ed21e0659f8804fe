#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# test.sh - builds the native executable and runs with it those tests of the command line beside C programs that show most in little time:
# how jobs end, input and output, signals, memory, servers, and programs of each release of OpenPMIx. Needs a display, as the whole build
# does. With TEST set, other tests: TEST='SpawnTest,ToolTest' releng/native/test.sh
set -eu
cd "$(dirname "$0")/../.."
releng/native/build.sh
tests=${TEST:-ProgramFormTest,CleanupTest,EssentialThreadTest,ExitOutcomeTest,JobSizeTest,KilledRankTest,MemoryLimitTest,OddEnvironmentTest,OutputTest,ParameterFilesTest,PersistentServerTest,PmixAbortTest,SignalAtStartTest,StandardInputTest,TerminalKeysTest,TerminalSizeTest,ToolTest}
exec xvfb-run -a -s '-screen 0 1600x1000x24' ./mvnw -B -q -T 2 verify -pl :org.pmix4j.interop.tests -am -Dpmix4j.form=native -Dtest="$tests" \
	-DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false
