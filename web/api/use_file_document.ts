import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { LiveEvent } from "../../server/contract/events.ts";
import { type FilePlace, fileRequests } from "./file_requests.ts";
import { useApi } from "./use_api.tsx";
import { useLiveEvent } from "./use_live.tsx";
import { type DocumentState, FileDocument } from "./file_document.ts";

const gatherMs = 250;
/** What others write is told by nobody. The panel reads the file for an answer, so a large one is asked for less often. */
const askAgain = { largeBytes: 1024 * 1024, ms: 10_000, largeMs: 60_000 };

/**
 * Opens a file and, while `active`, looks whether it changed on disk: when the window is looked at again, when the panel says so,
 * and every few seconds while it is looked at.
 */
export function useFileDocument(
  { area, path }: FilePlace,
  active: boolean,
): { document: FileDocument; state: DocumentState } {
  const api = useApi();
  const document = useMemo(() => new FileDocument(fileRequests(api, { area, path })), [api, area, path]);
  const state = useSyncExternalStore(document.onChange, document.state);
  useEffect(() => void document.load(), [document]);
  useLookAgain(document, active);
  useKeepLooking(document, active && state.phase === "open" ? state.open.facts.size : null);
  useLiveLook({ document, area, active });
  return { document, state };
}

function useLookAgain(document: FileDocument, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const look = () => globalThis.document.visibilityState === "visible" && void document.look();
    look();
    addEventListener("focus", look);
    globalThis.document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("focus", look);
      globalThis.document.removeEventListener("visibilitychange", look);
    };
  }, [document, active]);
}

function useKeepLooking(document: FileDocument, size: number | null): void {
  const ms = size === null ? null : size > askAgain.largeBytes ? askAgain.largeMs : askAgain.ms;
  useEffect(() => {
    if (ms === null) return;
    const look = () => globalThis.document.visibilityState === "visible" && void document.look();
    const timer = setInterval(look, ms);
    return () => clearInterval(timer);
  }, [document, ms]);
}

/** Events say that something of the area changed, not what; a run may have written a file too. One look answers for many. */
function useLiveLook(
  { document, area, active }: { document: FileDocument; area: FilePlace["area"]; active: boolean },
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onEvent = useCallback((event: LiveEvent) => {
    if (!active || (event.topic !== area && event.type !== "run:finished")) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void document.look(), gatherMs);
  }, [document, area, active]);
  useLiveEvent(onEvent);
}
