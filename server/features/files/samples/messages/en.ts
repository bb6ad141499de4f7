import type { SampleMessages } from "./sample_messages.ts";

export const en: SampleMessages = {
  "config.sh": `# config.sh is read by the shell before every run of a task or a script, before anything else.
# Exported variables are available to the hooks and the script.
# It runs each time: keep it fast, print nothing, and do not call exit, which would end the run.

## URLs and keys shared by several scripts. Store secrets as variables in the panel instead.
# export API_URL="https://api.example.com"
# export API_TOKEN=""

## A proxy for scripts that support these names.
# export http_proxy="http://127.0.0.1:7890"
# export https_proxy="$http_proxy"
# export no_proxy="localhost,127.0.0.1"

## Defaults for subscriptions whose own field is blank.
# The schedule of a script that does not set one. Default: a different time of day for each script.
# DefaultCronRule="30 6 * * *"
# The files to pull. Default: js mjs py.
# RepoFileExtensions="js mjs py ts sh"
# The proxy, if none is set in the settings of the panel.
# ProxyUrl="http://127.0.0.1:7890"
# Whether subscriptions of "ql repo" and "ql raw" add and remove tasks.
# AutoAddCron="true"
# AutoDelCron="true"

## Switches for all tasks. The panel reads them without running this file: use plain values, one per line.
# The time limit of tasks that set none: a number of seconds, or with s, m, h or d. -m in a command comes first.
# CommandTimeoutTime="1h"
# Scheduled scripts start up to this many seconds late. Only for commands that are nothing but a script.
# RandomDelay="300"
# The extensions of these scripts; empty for all. Default: js.
# RandomDelayFileExtensions="js py"
# Minutes of the hour in which scripts start on time; empty for none. Default: 0 30.
# RandomDelayIgnoredMinutes="0 30"
# Whether extra.sh runs when the panel starts.
# EnableExtraShell="true"

## Programs and packages in custom locations.
# export PATH="$HOME/.local/bin:$PATH"
# export NODE_OPTIONS="--max-old-space-size=512"
`,
  "task_before.sh":
    `# task_before.sh is read by the shell right before every run, after config.sh and in the same shell:
# exported variables are available to the script. "$@" is the script and its arguments.
# exit ends the run with that code before the script starts.

## Log what is about to run.
# echo "Run $SUNDIAL_RUN_ID ($SUNDIAL_CAUSE), due at $SUNDIAL_SCHEDULED_AT"

## Do not run without a network.
# if ! curl --silent --fail --max-time 5 --output /dev/null https://example.com; then
#   echo "No network, not today"
#   exit 1
# fi

## Set a new value for each run.
# export STARTED_BY="\${SUNDIAL_CAUSE}-$(date +%Y%m%d)"
`,
  "task_before.js":
    `// task_before.js is evaluated before every JavaScript and TypeScript script, in the same process.
// Values set on process.env or globalThis are available to the script. An error ends the run.

// Show the time before each line of the log.
// const log = console.log;
// console.log = (...words) => log(new Date().toISOString(), ...words);

// Log unhandled promise rejections.
// process.on("unhandledRejection", (error) => {
//   console.error("A promise failed:", error);
//   process.exitCode = 1;
// });
`,
  "task_before.py": `# task_before.py is evaluated before every Python script, in the same interpreter.
# Values set in os.environ and imports are available to the script. An error ends the run.

# import os
# import sys

# Show each line of the output immediately.
# sys.stdout.reconfigure(line_buffering=True)

# Give network calls a time limit.
# import socket
# socket.setdefaulttimeout(30)
`,
  "task_after.sh":
    `# task_after.sh is read by the shell after every run, successful or not. "$@" is the script and its arguments.
# The variables of a shell script are still set. SUNDIAL_EXIT_CODE is the exit code of the script; this file does not change it.

## Send a message when a run fails.
# if [ "$SUNDIAL_EXIT_CODE" -ne 0 ]; then
#   curl --silent --max-time 10 --data "Run $SUNDIAL_RUN_ID failed with code $SUNDIAL_EXIT_CODE" https://example.com/hook
# fi

## Remove what scripts leave behind.
# find /tmp -maxdepth 1 -name 'my-script-*' -mtime +1 -delete
`,
  "task_after.js": `// task_after.js is run after every JavaScript and TypeScript script, in its own process.
// process.env.SUNDIAL_EXIT_CODE is the exit code of the script; the arguments are those of the run.

// const code = Number(process.env.SUNDIAL_EXIT_CODE);
// if (code !== 0) console.log("Run", process.env.SUNDIAL_RUN_ID, "failed with code", code);
`,
  "task_after.py": `# task_after.py is run after every Python script, in its own process.
# SUNDIAL_EXIT_CODE in the environment is the exit code of the script; the arguments are those of the run.

# import os
# if os.environ["SUNDIAL_EXIT_CODE"] != "0":
#     print("Run", os.environ["SUNDIAL_RUN_ID"], "failed")
`,
  "extra.sh":
    `# extra.sh runs when the panel starts, if config.sh sets EnableExtraShell="true", and by the command
#   ql extra
# in a task or a terminal. Use it to maintain your own folders and programs.

## Delete downloads of scripts after a week.
# find ./downloads -type f -mtime +7 -delete

## Keep your own repository up to date.
# git -C ./my-scripts pull --ff-only
`,
};
