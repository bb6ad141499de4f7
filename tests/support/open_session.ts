// A session as a login opens it, without the CPU time of the password's hash.
import { SESSION_COOKIE } from "../../server/contract/auth.ts";
import { Bus } from "../../server/engine/bus.ts";
import type { Database } from "../../server/engine/store.ts";
import { findAccount } from "../../server/features/auth/account_store.ts";
import { Sessions } from "../../server/features/auth/sessions.ts";
import { systemClock } from "../../server/platform/clock.ts";

export async function openSession(db: Database, username: string): Promise<string> {
  const bus = new Bus((error) => {
    throw error;
  });
  const sessions = new Sessions({ db, bus, clock: systemClock });
  const account = await findAccount(db, username);
  if (account === undefined) throw new Error(`there is no account ${username}`);
  const { token } = await sessions.open(account.id, { ip: "127.0.0.1", userAgent: "" });
  return `${SESSION_COOKIE}=${token}`;
}
