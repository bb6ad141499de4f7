import { useRef, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { useToast } from "../feedback/use_toast.tsx";
import type { LogLoader } from "./log_loader.ts";
import type { ErrorResult, LogMatch, LogSource, SearchStart } from "./log_source.ts";

/** Gives the way to the first line that looks like an error, and that line once it was found. */
export function useFirstError(source: LogSource, loader: LogLoader) {
  const { t } = useMessages();
  const toast = useToast();
  const [found, setFound] = useState<LogMatch | null>(null);
  const [busy, setBusy] = useState(false);
  const abort = useRef<AbortController>(null);
  const go = async () => {
    abort.current?.abort();
    const { signal } = abort.current = new AbortController();
    setBusy(true);
    try {
      const item = await findError(source, signal);
      setFound(item);
      if (item) void loader.show(item.offset, item.line);
      else toast.message("success", t("log.noError"));
    } catch (error) {
      if (!signal.aborted) toast.problem(error);
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  return { found, busy, go, forget: () => setFound(null) };
}

async function findError(source: LogSource, signal: AbortSignal): Promise<LogMatch | null> {
  let searchStart: SearchStart | null = { from: 0, line: 1 };
  while (searchStart) {
    const result: ErrorResult | undefined = await source.firstError?.(searchStart, signal);
    if (result?.item) return result.item;
    searchStart = result?.next ?? null;
  }
  return null;
}
