// How a run ended: its exit code, and what this code or signal usually means.

import type { LogFooter } from "../../../server/contract/log_messages.ts";
import type { Run } from "../../../server/contract/runs.ts";
import type { MessageKey } from "../../messages/messages.ts";
import type { Messages } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { runStateStyles } from "./run_state.tsx";

type Exit = Pick<Run, "exitCode" | "signal">;

// POSIX, and the convention of shells: 128 and the number of the signal.
const signals: Partial<Record<number, string>> = {
  1: "SIGHUP",
  2: "SIGINT",
  3: "SIGQUIT",
  4: "SIGILL",
  6: "SIGABRT",
  7: "SIGBUS",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  13: "SIGPIPE",
  14: "SIGALRM",
  15: "SIGTERM",
  24: "SIGXCPU",
  25: "SIGXFSZ",
};

const signalMeanings: Partial<Record<string, MessageKey>> = {
  SIGABRT: "runDetails.signalAborted",
  SIGBUS: "runDetails.signalCrashed",
  SIGFPE: "runDetails.signalCrashed",
  SIGILL: "runDetails.signalCrashed",
  SIGINT: "runDetails.signalInterrupted",
  SIGKILL: "runDetails.signalKilled",
  SIGSEGV: "runDetails.signalCrashed",
  SIGTERM: "runDetails.signalTerminated",
};

const codeMeanings: Partial<Record<number, MessageKey>> = {
  124: "runDetails.exitTimeout",
  126: "runDetails.exitNotExecutable",
  127: "runDetails.exitNotFound",
};

/** Returns the exit code and its meaning, such as "exit code 137" and "killed (SIGKILL)"; empty when unknown. */
export function exitTexts({ exitCode, signal }: Exit, { t }: Pick<Messages, "t">): string[] {
  const name = signal ?? signals[(exitCode ?? 0) - 128];
  const code = codeMeanings[exitCode ?? 0];
  const meaning = name
    ? t(signalMeanings[name] ?? "runDetails.signalOther", { signal: name })
    : code && t(code);
  return [
    ...(exitCode === null ? [] : [t("runs.exitCodeIs", { code: exitCode })]),
    ...(meaning ? [meaning] : []),
  ];
}

/** Renders the exit code of a run and what it means; nothing when there is none. */
export function ExitStatus({ run }: { run: Exit }) {
  const messages = useMessages();
  const texts = exitTexts(run, messages);
  if (texts.length === 0) return null;
  return <span className={run.exitCode === 0 ? "text-muted" : "text-danger-text"}>{texts.join(" · ")}</span>;
}

/** Renders what the last line of a log says, completed by what is known about its run. */
export function LogFooterText(
  { footer, run }: { footer: LogFooter; run: Pick<Run, "exitCode" | "signal" | "durationMs"> | undefined },
) {
  const messages = useMessages();
  const { t, format } = messages;
  const duration = format.duration(run?.durationMs ?? footer.seconds * 1000);
  const exit = run ?? { exitCode: footer.state === "succeeded" ? 0 : footer.exitCode, signal: null };
  const texts = (ended: string) => [ended, ...exitTexts(exit, messages)].join(" · ");
  if (footer.state === null) return texts(t("log.endedAfter", { duration }));
  const { label, ...style } = runStateStyles[footer.state];
  return <StatusDot {...style}>{texts(t("log.after", { state: t(label), duration }))}</StatusDot>;
}
