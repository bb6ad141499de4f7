import { useEffect, useState } from "react";
import type { ProgressKind, ProgressResult } from "../../../../server/contract/progress.ts";
import type { Api } from "../../../api/request.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { type Found, nextView, type View } from "./progress_state.ts";

const POLL_INTERVAL_MS = 1000;
const MAX_POLL_MS = 5000;

/** Looks each second how far the panel is, while it is away too, until there is nothing more to see. */
export function useProgress(expected: ProgressKind | null): View {
  const api = useApi();
  const { language } = useMessages();
  const [view, setView] = useState<View>({ phase: "first" });
  const ended = view.phase === "done" || view.phase === "failed" || view.phase === "nothing";
  useEffect(() => {
    if (ended) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const check = async () => {
      const found = await askProgress(api, language);
      if (left) return;
      setView((before) => nextView(before, found, expected));
      timer = setTimeout(() => void check(), POLL_INTERVAL_MS);
    };
    void check();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [api, language, expected, ended]);
  return view;
}

// Not by the usual way: a session that has ended is what is waited for here, and no reason to leave.
async function askProgress(api: Api, language: string): Promise<Found> {
  try {
    const response = await fetch(api.url("/system/progress"), {
      headers: { accept: "application/json", "accept-language": language },
      signal: AbortSignal.timeout(MAX_POLL_MS),
    });
    if (response.status === 401) return { kind: "signed_out" };
    if (!response.ok) return { kind: "away" };
    const { current } = await response.json() as ProgressResult; // the contract says what the panel sends
    return { kind: "progress", current };
  } catch {
    return { kind: "away" };
  }
}
