import type { Settings } from "../contract/settings.ts";
import { OpenLog } from "../engine/logs/open_log.ts";
import { appendFooter, logPathOf, writeHeader } from "../engine/logs/run_log.ts";
import { extraShell } from "../features/tasks/command/extra_shell.ts";
import type { ScriptContext } from "../features/tasks/command/script_spec.ts";
import type { Clock } from "../platform/clock.ts";
import { LogWriter, plainCopy } from "../platform/process/log_writer.ts";
import { removePipe } from "../platform/process/output_pipe.ts";
import { spawnSession } from "../platform/process/spawn_session.ts";

const FOLDER = "extra";

export interface ExtraOptions {
  context: ScriptContext;
  clock: Clock;
  /** Path for the pipe of its output. */
  pipe: string;
  /** Ends the supervision of the process that writes its log. */
  signal: AbortSignal;
  onLost(error: unknown): void;
  settings(): Pick<Settings, "language" | "effectiveTimeZone">;
}

/**
 * Runs extra.sh when config.sh asks for it at start, with a log of its own. Resolves when it has ended. It continues when the
 * panel ends before. Throws file system errors.
 */
export async function runExtra(
  { context, clock, pipe, signal, onLost, settings }: ExtraOptions,
): Promise<void> {
  const extra = context.configFile.switches().runsExtra ? extraShell(context.config) : null;
  if (extra === null) return;
  const { language, effectiveTimeZone: zone } = settings();
  const startedAt = clock.now();
  const { log, output: file } = OpenLog.create(context.logs, logPathOf(FOLDER, startedAt, zone));
  try {
    writeHeader(log, startedAt, { language, zone });
    const { writer, output } = await LogWriter.start(pipe, file, {
      program: plainCopy(context.inherited),
      clock,
      onLost,
      signal,
    });
    const session = await spawnSession({
      ...extra,
      exitFile: "/dev/null",
      directory: context.scripts,
      environment: { ...context.inherited, ...context.packages.environment(context.inherited), TZ: zone },
      output,
    });
    const { code } = await session.ended;
    await writer.drain();
    removePipe(pipe);
    const at = clock.now();
    const footer = {
      state: code === 0 ? "succeeded" : "failed",
      exitCode: code,
      at,
      durationMs: at - startedAt,
    } as const;
    appendFooter(log, footer, { language, zone });
  } finally {
    log.close();
  }
}
