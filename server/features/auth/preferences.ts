import { AppError, refuseIf } from "../../contract/app_error.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import type { Parsed } from "../../contract/parsed.ts";
import {
  MAX_PREFERENCES_LENGTH,
  type Preferences,
  preferences,
  type PreferencesPatch,
} from "../../contract/preferences.ts";
import type { Database } from "../../engine/store.ts";
import { storedJson } from "../../platform/stored_json.ts";

/**
 * Changes preferences of an account, and returns all of them. They are no change of the account that anyone else would see, so its
 * version stays. Throws `validation_failed`, or `session_expired` if the account has just been deleted.
 */
export async function updatePreferences(
  db: Database,
  accountId: number,
  patch: Parsed<PreferencesPatch>,
): Promise<Preferences> {
  const { timeZone } = patch;
  if (timeZone && !isTimeZone(timeZone)) refuseIf([{ path: "timeZone", code: "unknown_time_zone" }]);
  return await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom("account").select("preferences_json").where("id", "=", accountId)
      .executeTakeFirst();
    if (!row) throw new AppError("session_expired");
    const wanted = Object.entries({ ...readPreferences(row.preferences_json), ...patch })
      .filter(([, value]) => value !== null && value !== undefined);
    const preferences_json = JSON.stringify(Object.fromEntries(wanted));
    if (preferences_json.length > MAX_PREFERENCES_LENGTH) {
      refuseIf([{ path: "", code: "too_long", params: { max: MAX_PREFERENCES_LENGTH } }]);
    }
    await tx.updateTable("account").set({ preferences_json }).where("id", "=", accountId).execute();
    return readPreferences(preferences_json);
  });
}

/** Returns stored preferences without those that are not valid, as another version of the panel may have stored them. */
export function readPreferences(json: string): Preferences {
  const stored = storedJson<Record<string, unknown>>(json, {});
  const valid = Object.entries(preferences.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(stored[name]);
    return success && data !== undefined ? [[name, data]] : [];
  });
  return Object.fromEntries(valid);
}
