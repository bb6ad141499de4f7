// Stores what was last reported or observed per subject, see `NotificationStateTable`.
import type { Database, Tx } from "../../engine/store.ts";

export interface Seen {
  state: string;
  since: number;
}

/** Returns the stored state of a subject. */
export function readState(db: Database | Tx, subject: string): Promise<Seen | undefined> {
  return db.selectFrom("notification_state").select(["state", "since"]).where("subject", "=", subject)
    .executeTakeFirst();
}

/** Stores the state of a subject, replacing the previous one. */
export async function writeState(db: Database | Tx, subject: string, { state, since }: Seen): Promise<void> {
  await db.insertInto("notification_state").values({ subject, state, since })
    .onConflict((conflict) => conflict.column("subject").doUpdateSet({ state, since })).execute();
}

/** Stores a state; returns whether it differs from the previous one. */
export async function noteChange(db: Database | Tx, subject: string, now: Seen): Promise<boolean> {
  if ((await readState(db, subject))?.state === now.state) return false;
  await writeState(db, subject, now);
  return true;
}

/** Deletes everything reported about a subject, `task:12`, for all rules. */
export async function forgetNotified(db: Database | Tx, subject: string): Promise<void> {
  // The range from the space to the character after it: every key that starts with the subject and a space.
  await db.deleteFrom("notification_state").where("subject", ">=", `${subject} `)
    .where("subject", "<", `${subject}!`).execute();
}

/**
 * Deletes states older than `before` (ms since the epoch) that end by themselves: runs and notification
 * windows.
 */
export async function removeOldStates(db: Database, before: number): Promise<void> {
  await db.deleteFrom("notification_state").where("since", "<", before)
    .where((where) => where.or([where("subject", "like", "run:%"), where("subject", "like", "window %")]))
    .execute();
}
