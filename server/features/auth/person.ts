import type { Client } from "../login_log/service.ts";

/** A person who is logged in, and from where. */
export interface Person {
  accountId: number;
  sessionId: number;
  client: Client;
}
