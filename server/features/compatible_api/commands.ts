// Running any command, which takes no more than the permission to create a task with it.
import { commandRunBody, commandStopBody } from "../../contract/compatible/system.ts";
import { done, EnvelopeError } from "../../contract/compatible/envelope.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import type { Base } from "../../engine/base.ts";
import { type Caller, requesterOf, type Route, route } from "../../http/route.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ScriptDebug } from "../debug/service.ts";
import { LogFollowers } from "../runs/log_follower.ts";
import { rawLogStream, type StreamLease } from "../runs/log_stream.ts";
import type { Runs } from "../runs/service.ts";
import { success } from "./envelope.ts";

export interface CommandRouteOptions extends Pick<Base, "clock" | "language"> {
  debug: ScriptDebug;
  runs: Runs;
  /** Returns a lease to keep the output open. */
  lease(caller: Caller): Promise<StreamLease>;
}

/** How long a response waits for the path of the log, which a run has once it leaves the queue (ms). */
const START_WAIT_MS = 2_000;
const write = { access: "tasks:write" } as const;

/** Returns the routes of `/system` that run and stop commands. */
export function commandRoutes({ debug, runs, clock, language, lease }: CommandRouteOptions): Route[] {
  const followers = new LogFollowers(clock);
  return [
    route("put", "/system/command-run", {
      ...write,
      auditAs: "tasks.command",
      summary:
        "Runs a command and streams its output; `QL-Task-Pid` is the ID of the run, `QL-Task-Log` the path of its log",
      body: commandRunBody,
      results: {
        200: { description: "The output, until the run ends", contentType: "application/octet-stream" },
      },
      handle: async ({ body, caller, request }) => {
        // Taken first: a command whose output cannot be sent does not run.
        const held = await lease(caller);
        try {
          const { id } = await debug.startCommand(body, requesterOf(caller));
          const follow = () => followers.follow(id, () => runs.log(id));
          const logPath = await pathOfLog(follow(), clock, request.signal);
          return {
            body: rawLogStream({
              follow,
              start: { offset: 0, generation: 0 },
              lease: held,
            }),
            headers: {
              "content-type": "application/octet-stream",
              "x-accel-buffering": "no",
              "QL-Task-Pid": String(id),
              ...(logPath !== null && { "QL-Task-Log": logPath }),
            },
            object: body.command,
          };
        } catch (error) {
          held.release();
          throw error;
        }
      },
    }),
    route("put", "/system/command-stop", {
      ...write,
      auditAs: "tasks.command.stop",
      whileReadOnly: "allowed",
      summary:
        "Stops the run with the ID in `pid`, or all runs of a command that `PUT /system/command-run` started",
      body: commandStopBody,
      results: { 200: { description: "Stopped", schema: done } },
      handle: async ({ body: { command, pid } }) => {
        const messages = compatibleMessages[language()];
        if (!pid && !command?.trim()) throw new EnvelopeError(400, messages.invalidParameter);
        const isStopped = await debug.stopCommand(pid ? { id: pid } : { command: command ?? "" });
        if (!isStopped) throw new EnvelopeError(400, messages.taskNotFound);
        return { ...success(), object: pid ? `#${pid}` : command ?? "" };
      },
    }),
  ];
}

/** Returns the path of a run's log, waiting a moment for a free slot; null when the run is still queued. */
async function pathOfLog(
  { follower, leave }: ReturnType<LogFollowers["follow"]>,
  clock: Clock,
  signal: AbortSignal,
): Promise<string | null> {
  const late = new AbortController();
  const timer = clock.after(START_WAIT_MS, () => late.abort());
  const over = AbortSignal.any([signal, late.signal]);
  try {
    for (;;) {
      const { log } = await follower.current();
      if (log.file !== null || log.complete || over.aborted) return log.file?.path ?? null;
      await follower.nextPoll(over);
    }
  } finally {
    timer.cancel();
    leave();
  }
}
