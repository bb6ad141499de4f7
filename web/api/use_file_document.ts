import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { LiveEvent } from "../../server/contract/events.ts";
import { type FileLocation, fileRequests } from "./file_requests.ts";
import { useApi } from "./use_api.tsx";
import { useLiveEvent } from "./use_live.tsx";
import { type DocumentState, FileDocument } from "./file_document.ts";

const gatherMs = 250;
/**
 * Nothing reports writes by other programs. The server reads the file for each check, so a large file is checked less
 * often.
 */
const askAgain = { largeBytes: 1024 * 1024, ms: 10_000, largeMs: 60_000 };

/**
 * Opens a file and, while `active`, checks whether it changed on disk: when the window regains focus, on events from
 * the server, and every few seconds while the window is focused.
 */
export function useFileDocument(
  { area, path }: FileLocation,
  active: boolean,
): { document: FileDocument; state: DocumentState } {
  const api = useApi();
  const document = useMemo(() => new FileDocument(fileRequests(api, { area, path })), [api, area, path]);
  const state = useSyncExternalStore(document.onChange, document.state);
  useEffect(() => void document.load(), [document]);
  useRefresh(document, active);
  useKeepPolling(document, active && state.phase === "open" ? state.open.details.size : null);
  useLivePoll({ document, area, active });
  return { document, state };
}

function useRefresh(document: FileDocument, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const check = () => globalThis.document.visibilityState === "visible" && void document.check();
    check();
    addEventListener("focus", check);
    globalThis.document.addEventListener("visibilitychange", check);
    return () => {
      removeEventListener("focus", check);
      globalThis.document.removeEventListener("visibilitychange", check);
    };
  }, [document, active]);
}

function useKeepPolling(document: FileDocument, size: number | null): void {
  const ms = size === null ? null : size > askAgain.largeBytes ? askAgain.largeMs : askAgain.ms;
  useEffect(() => {
    if (ms === null) return;
    const check = () => globalThis.document.visibilityState === "visible" && void document.check();
    const timer = setInterval(check, ms);
    return () => clearInterval(timer);
  }, [document, ms]);
}

/** An event names the area, not the file, and a run may have written a file too. One check covers many events. */
function useLivePoll(
  { document, area, active }: { document: FileDocument; area: FileLocation["area"]; active: boolean },
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onEvent = useCallback((event: LiveEvent) => {
    if (!active || (event.topic !== area && event.type !== "run:finished")) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void document.check(), gatherMs);
  }, [document, area, active]);
  useLiveEvent(onEvent);
}
