import type { Caller, Route, RouteResponse } from "./route.ts";

/** A request that changes something. */
export interface AuditedCall {
  route: Route;
  caller: Exclude<Caller, { kind: "nobody" }>;
  ip: string;
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Calls the handler of a change and records it in the audit log before the response is sent. When the entry cannot be
 * written, the change is reported as failed.
 */
export type Audit = (
  call: AuditedCall,
  handle: () => Promise<RouteResponse> | RouteResponse,
) => Promise<RouteResponse>;
