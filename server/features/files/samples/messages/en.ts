import type { SampleMessages } from "./sample_messages.ts";

export const en: SampleMessages = {
  "config.sh": `# config.sh is read by the shell before every run of a task or a script, before anything else.
# What is exported here reaches the hooks and the script as an environment variable.
# It runs each time: keep it quick, print nothing, and do not call exit, which would end the run.

## Addresses and keys that several scripts need. Secrets are better kept as variables of the panel.
# export API_URL="https://api.example.com"
# export API_TOKEN=""

## A proxy for scripts that honour these names.
# export http_proxy="http://127.0.0.1:7890"
# export https_proxy="$http_proxy"
# export no_proxy="localhost,127.0.0.1"

## What subscriptions use where their own field is blank.
# The schedule of a script that names none. Without it, each script gets a time of day of its own.
# DefaultCronRule="30 6 * * *"
# The files to take. Without it: js mjs py.
# RepoFileExtensions="js mjs py ts sh"
# The proxy, where the settings of the panel have none.
# ProxyUrl="http://127.0.0.1:7890"

## Programs and packages in places of their own.
# export PATH="$HOME/.local/bin:$PATH"
# export NODE_OPTIONS="--max-old-space-size=512"
# export PYTHONUNBUFFERED=1
`,
  "task_before.sh":
    `# task_before.sh is read by the shell right before every run, after config.sh and in the same shell:
# what is exported here reaches the script. "$@" are the arguments of the run.
# exit ends the run with that code before the script begins.

## Tell in the log what is about to run.
# echo "Run $SUNDIAL_RUN_ID ($SUNDIAL_CAUSE), due at $SUNDIAL_SCHEDULED_AT"

## Do not run without a network.
# if ! curl --silent --fail --max-time 5 --output /dev/null https://example.com; then
#   echo "No network, not today"
#   exit 1
# fi

## Choose a value anew for each run.
# export STARTED_BY="\${SUNDIAL_CAUSE}-$(date +%Y%m%d)"
`,
  "task_before.js":
    `// task_before.js is evaluated before every JavaScript and TypeScript script, in the same process.
// What it sets on process.env or globalThis is there for the script. An error ends the run.

// Show the time before each line of the log.
// const log = console.log;
// console.log = (...words) => log(new Date().toISOString(), ...words);

// Say what happened when a promise fails that nobody waits for.
// process.on("unhandledRejection", (fault) => {
//   console.error("A promise failed:", fault);
//   process.exitCode = 1;
// });
`,
  "task_before.py": `# task_before.py is evaluated before every Python script, in the same interpreter.
# What it sets in os.environ or imports is there for the script. An error ends the run.

# import os
# import sys

# Show each line of the output at once.
# sys.stdout.reconfigure(line_buffering=True)

# Give network calls a time limit.
# import socket
# socket.setdefaulttimeout(30)
`,
  "task_after.sh":
    `# task_after.sh is read by the shell after every run, whether it went well or not. "$@" are its arguments.
# SUNDIAL_EXIT_CODE is how the script ended; what happens here does not change that.

## Tell somebody when a run failed.
# if [ "$SUNDIAL_EXIT_CODE" -ne 0 ]; then
#   curl --silent --max-time 10 --data "Run $SUNDIAL_RUN_ID failed with code $SUNDIAL_EXIT_CODE" https://example.com/hook
# fi

## Remove what scripts leave behind.
# find /tmp -maxdepth 1 -name 'my-script-*' -mtime +1 -delete
`,
  "task_after.js":
    `// task_after.js is run after every JavaScript and TypeScript script, in a process of its own.
// process.env.SUNDIAL_EXIT_CODE is how the script ended; the arguments are those of the run.

// const code = Number(process.env.SUNDIAL_EXIT_CODE);
// if (code !== 0) console.log("Run", process.env.SUNDIAL_RUN_ID, "failed with code", code);
`,
  "task_after.py": `# task_after.py is run after every Python script, in a process of its own.
# SUNDIAL_EXIT_CODE in the environment is how the script ended; the arguments are those of the run.

# import os
# if os.environ["SUNDIAL_EXIT_CODE"] != "0":
#     print("Run", os.environ["SUNDIAL_RUN_ID"], "failed")
`,
  "extra.sh": `# extra.sh runs only when you say so: make a task with the command
#   bash ../config/extra.sh
# and give it a schedule, or start it by hand. It is the place for the care of your own folders and programs.

## Keep what scripts downloaded for a week.
# find ./downloads -type f -mtime +7 -delete

## Keep a repository of your own up to date.
# git -C ./my-scripts pull --ff-only
`,
};
