import { useState } from "react";
import type { DebugInput } from "../../../../server/contract/files.ts";
import type { Run } from "../../../../server/contract/runs.ts";
import type { List } from "../../../../server/contract/shapes.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { isActive } from "../../../shared/run/run_state.tsx";
import { useAction, useChange } from "../../../shared/actions/use_action.ts";
import { readVariables, splitTokens, type VariableRow } from "../../../shared/run/run_input.ts";

const listedRuns = 15;
const startLimitMs = 120_000;

export interface Debug {
  /** Earlier debug runs of this script, newest first. */
  runs: readonly Run[];
  /** The run whose output is visible; null for none. */
  run: Run | null;
  starting: boolean;
  /** Why the last start failed. */
  error: unknown;
  start(input: DebugInput): void;
  stop(): void;
  choose(run: Run | null): void;
}

/** Manages the debug runs of a script. A run that is still active when the page opens is picked up. */
export function useDebug(path: string): Debug {
  const runs = useDebugRuns(path);
  // Undefined until the user selects or starts a run.
  const [chosen, setChosen] = useState<Run | null | undefined>();
  const found = runs.find(({ state }) => isActive(state)) ?? null;
  if (chosen === undefined && found) setChosen(found);
  const run = (chosen && (runs.find(({ id }) => id === chosen.id) ?? chosen)) ?? null;
  const start = useChange({
    send: async (api, input: DebugInput) =>
      setChosen(await api.post<Run>("/scripts/debug", input, { timeoutMs: startLimitMs })),
    invalidates: [["runs"]],
  });
  const stop = useAction({
    send: (api, { id }: Run) => api.post(`/scripts/debug/${id}/stop`),
    invalidates: [["runs"]],
  });
  return {
    runs,
    run,
    starting: start.isPending,
    error: start.error,
    choose: setChosen,
    start: (input) => start.mutate(input),
    stop: () => run && stop.mutate(run),
  };
}

export function isBusy({ run, starting }: Debug): boolean {
  return starting || (run !== null && isActive(run.state));
}

function useDebugRuns(path: string): readonly Run[] {
  const query = { kind: "debug", scriptPath: path, pageSize: listedRuns };
  const { data } = useApiQuery<List<Run>>(queryKeys.runList(query), "/runs", { query });
  return data?.items ?? none;
}

const none: readonly Run[] = [];

/** Arguments and variables for debug runs, as typed. */
export interface InputHandle {
  line: string;
  setLine(line: string): void;
  rows: readonly VariableRow[];
  setRows(rows: readonly VariableRow[]): void;
  /** Whether a run was attempted with invalid input, so that the fields show their errors. */
  tried: boolean;
  open: boolean;
  setOpen(open: boolean): void;
  count: number;
  /** Returns the values for a run; null when one is invalid, which the fields then show. */
  read(): { arguments: string[]; variables: Record<string, string> } | null;
}

/** Manages arguments and variables for debug runs. */
export function useInput(): InputHandle {
  const [line, setLine] = useState("");
  const [rows, setRows] = useState<readonly VariableRow[]>([]);
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState(false);
  const split = splitTokens(line);
  const { variables, errors } = readVariables(rows);
  const read = () => {
    const wrong = split.open || errors.size > 0;
    setTried(wrong);
    if (wrong) setOpen(true);
    return wrong ? null : { arguments: split.tokens, variables };
  };
  const count = split.tokens.length + Object.keys(variables).length;
  return { line, setLine, rows, setRows, tried, open, setOpen, count, read };
}
