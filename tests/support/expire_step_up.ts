import type { Story } from "./stories.ts";

/** Sets the last re-authentication of every session to long ago. */
export async function expireStepUp({ openDatabase }: Pick<Story, "openDatabase">): Promise<void> {
  await using db = await openDatabase();
  await db.updateTable("session").set({ proven_at: 0 }).execute();
}
