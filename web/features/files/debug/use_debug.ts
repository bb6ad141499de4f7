import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DebugInput } from "../../../../server/contract/files.ts";
import type { Run } from "../../../../server/contract/runs.ts";
import type { List } from "../../../../server/contract/shapes.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { isActive } from "../../../shared/run/run_state.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";

const listedRuns = 15;
const startLimitMs = 120_000;

export interface Debug {
  /** The earlier runs of this script from the editor, newest first. */
  runs: readonly Run[];
  /** The run whose output is shown; null for none. */
  run: Run | null;
  starting: boolean;
  /** What the panel said against the last start. */
  error: unknown;
  /** Runs a text; answers whether it was taken. */
  start(input: DebugInput): Promise<boolean>;
  stop(): Promise<void>;
  choose(run: Run | null): void;
}

/** Keeps the runs of a script from the editor. One that still goes on when the page is opened is found again. */
export function useDebug(path: string): Debug {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const runs = useDebugRuns(path);
  // Undefined until somebody chose, or started one.
  const [chosen, setChosen] = useState<Run | null | undefined>();
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const found = runs.find(({ state }) => isActive(state)) ?? null;
  if (chosen === undefined && found) setChosen(found);
  const run = (chosen && (runs.find(({ id }) => id === chosen.id) ?? chosen)) ?? null;
  const refresh = () => queries.invalidateQueries({ queryKey: ["runs"] });
  return {
    ...{ runs, run, starting, error },
    choose: setChosen,
    async start(input) {
      setStarting(true);
      setError(null);
      try {
        setChosen(await api.post<Run>("/scripts/debug", input, { timeoutMs: startLimitMs }));
        return true;
      } catch (error) {
        setError(error);
        return false;
      } finally {
        setStarting(false);
        void refresh();
      }
    },
    async stop() {
      if (!run) return;
      try {
        await api.post(`/scripts/debug/${run.id}/stop`);
      } catch (error) {
        toast.problem(error);
      } finally {
        void refresh();
      }
    },
  };
}

/** Tells whether a run goes on, or is about to. */
export function isBusy({ run, starting }: Debug): boolean {
  return starting || (run !== null && isActive(run.state));
}

function useDebugRuns(path: string): readonly Run[] {
  const api = useApi();
  const query = { kind: "debug", scriptPath: path, pageSize: listedRuns };
  const { data } = useQuery({
    queryKey: queryKeys.runList(query),
    queryFn: ({ signal }) => api.get<List<Run>>("/runs", { query, signal }),
  });
  return data?.items ?? none;
}

const none: readonly Run[] = [];
