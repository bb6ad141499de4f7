import type { Caller, Route, RouteResponse } from "./route.ts";

/** A request that changed something, recorded in the audit log before its response is sent. */
export interface AuditedCall {
  route: Route;
  caller: Exclude<Caller, { kind: "nobody" }>;
  ip: string;
  params: unknown;
  query: unknown;
  body: unknown;
  result: RouteResponse;
}

/** Records a call. When the entry cannot be written, the change is reported as failed. */
export type Audit = (call: AuditedCall) => Promise<void>;
