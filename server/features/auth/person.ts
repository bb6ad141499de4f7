import type { Client } from "../login_log/service.ts";

/** A logged-in user and their client. */
export interface Person {
  accountId: number;
  sessionId: number;
  client: Client;
}
