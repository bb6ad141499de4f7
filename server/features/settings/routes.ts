import { settings, settingsPatch } from "../../contract/settings.ts";
import { AppError } from "../../contract/app_error.ts";
import { type Route, route } from "../../http/route.ts";
import type { SettingsService } from "./service.ts";
import { trustedSettings } from "./trusted_settings.ts";

/** Lists the routes of `/api/settings`. */
export function settingsRoutes(service: SettingsService): Route[] {
  return [
    route({
      method: "get",
      path: "/settings",
      access: "system:read",
      summary: "Reads the panel's settings",
      answers: { 200: { description: "The settings", schema: settings } },
      handle: () => answer(service.current()),
    }),
    route({
      method: "patch",
      path: "/settings",
      access: "system:write",
      summary: "Changes some of the panel's settings",
      body: settingsPatch,
      stepUp: { fields: trustedSettings, applies: (body) => service.changesTrust(body) },
      answers: { 200: { description: "The settings as they are now", schema: settings } },
      handle: async ({ body, ifMatch, caller }) => {
        // Backups are never for applications: not even to turn them off.
        if (caller.kind === "application" && body.backups !== undefined) {
          throw new AppError("scope_missing", { scope: "account" });
        }
        return answer(await service.update(body, ifMatch));
      },
    }),
  ];
}

function answer(body: { version: number }) {
  return { status: 200, body, version: body.version };
}
