// What was last told or seen of something, see `NotificationStateTable`.
import type { Database, Tx } from "../../engine/store.ts";

export interface Seen {
  state: string;
  since: number;
}

/** Reads what was noted of a subject. */
export function readState(db: Database | Tx, subject: string): Promise<Seen | undefined> {
  return db.selectFrom("notification_state").select(["state", "since"]).where("subject", "=", subject)
    .executeTakeFirst();
}

/** Notes something of a subject, in place of what was noted before. */
export async function writeState(db: Database | Tx, subject: string, { state, since }: Seen): Promise<void> {
  await db.insertInto("notification_state").values({ subject, state, since })
    .onConflict((conflict) => conflict.column("subject").doUpdateSet({ state, since })).execute();
}

/** Notes a state; tells whether it is another one than before. */
export async function noteChange(db: Database | Tx, subject: string, now: Seen): Promise<boolean> {
  if ((await readState(db, subject))?.state === now.state) return false;
  await writeState(db, subject, now);
  return true;
}

/** Forgets all that was told of a subject, `task:12`, by whichever rule. */
export async function forgetNotified(db: Database | Tx, subject: string): Promise<void> {
  // From the space to the sign after it: all that begins with the subject and a space.
  await db.deleteFrom("notification_state").where("subject", ">=", `${subject} `)
    .where("subject", "<", `${subject}!`).execute();
}

/** Forgets what nobody has looked at since `before` (milliseconds UTC) and what ends by itself: runs, and times of telling. */
export async function removeOldStates(db: Database, before: number): Promise<void> {
  await db.deleteFrom("notification_state").where("since", "<", before)
    .where((where) => where.or([where("subject", "like", "run:%"), where("subject", "like", "window %")]))
    .execute();
}
