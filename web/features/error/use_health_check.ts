import { useCallback, useEffect, useState } from "react";
import type { Health } from "../../../server/contract/health.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useApi } from "../../api/use_api.tsx";

const everySeconds = 3;

interface CheckState {
  healthy: boolean;
  /** Whether a check failed since the page was opened. */
  wasDown: boolean;
  checking: boolean;
  /** Until the next check. */
  seconds: number;
  problem: string | null;
}

const atFirst: CheckState = { healthy: false, wasDown: false, checking: true, seconds: 0, problem: null };

/** Asks the panel every three seconds how it is, until it is well. */
export function useHealthCheck(): CheckState & { checkNow: () => void } {
  const api = useApi();
  const [state, setState] = useState(atFirst);
  const { checking, healthy, seconds } = state;
  useEffect(() => {
    if (!checking) return;
    const given = new AbortController();
    api.get<Health>("/health", { signal: given.signal, timeoutMs: 5000 }).then(
      () => setState((before) => ({ ...before, healthy: true, checking: false, problem: null })),
      (error) => !given.signal.aborted && setState(failed(error)),
    );
    return () => given.abort();
  }, [api, checking]);
  useEffect(() => {
    if (checking || healthy) return;
    const timer = setTimeout(
      () =>
        setState((before) =>
          before.seconds > 1 ? { ...before, seconds: before.seconds - 1 } : { ...before, checking: true }
        ),
      1000,
    );
    return () => clearTimeout(timer);
  }, [checking, healthy, seconds]);
  const checkNow = useCallback(() => setState((before) => ({ ...before, checking: true })), []);
  return { ...state, checkNow };
}

function failed(error: unknown): CheckState {
  const problem = error instanceof ApiProblem
    ? `${error.title} (${error.status || error.code})`
    : String(error);
  return { healthy: false, wasDown: true, checking: false, seconds: everySeconds, problem };
}
