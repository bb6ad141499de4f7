import type { Settings, SettingsPatch } from "../../contract/settings.ts";

/** Settings that decide whom the panel trusts: who may replace it, who sees what it sends, as whom it comes to others. */
export const trustedSettings = ["updateAddress", "proxy", "sshKey"] as const;

/** Tells whether a patch changes one of them; sent as it is shown, a setting stays. */
export function changesTrust(patch: SettingsPatch, now: Settings): boolean {
  return trustedSettings.some((name) => {
    const wish = patch[name];
    if (wish === undefined) return false;
    // Blanks around an address count for nothing, as when it is saved; a key that is sent is a new one.
    return (typeof wish === "string" ? wish.trim() || null : wish) !== now[name];
  });
}
