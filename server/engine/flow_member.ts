import type { RunRow } from "./store.ts";

/** The flow run that a run belongs to, and which attempt of it. */
export interface FlowMember {
  id: number;
  attempt: number;
}

/** Returns the columns that name the flow run of a run; null for none. */
export function flowColumns(
  flow: FlowMember | null | undefined,
): Pick<RunRow, "flow_run_id" | "flow_attempt"> {
  return { flow_run_id: flow?.id ?? null, flow_attempt: flow?.attempt ?? null };
}

/** Returns the flow run that a run belongs to; null for none. */
export function flowOf({ flow_run_id: id, flow_attempt: attempt }: RunRow): FlowMember | null {
  return id === null ? null : { id, attempt: attempt ?? 1 };
}
