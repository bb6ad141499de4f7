import type { Caller, Route, RouteResponse } from "./route.ts";

/** A request that changed something, told to the audit log before it is answered. */
export interface AuditedCall {
  route: Route;
  caller: Exclude<Caller, { kind: "nobody" }>;
  ip: string;
  params: unknown;
  query: unknown;
  body: unknown;
  result: RouteResponse;
}

/** Writes one down. A change whose line cannot be written is answered as failed. */
export type Audit = (call: AuditedCall) => Promise<void>;
