import { settings, settingsPatch } from "../../contract/settings.ts";
import { AppError } from "../../contract/app_error.ts";
import { type Route, route } from "../../http/route.ts";
import type { SettingsService } from "./service.ts";
import { personSettings, stepUpSettings } from "./trusted_settings.ts";

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
      stepUp: { fields: stepUpSettings, sensitive: (body) => service.sensitiveChanges(body) },
      answers: { 200: { description: "The settings as they are now", schema: settings } },
      handle: async ({ body, ifMatch, caller }) => {
        const refused = caller.kind === "person" ? [] : personSettings(body);
        if (refused.length > 0) {
          const issues = refused.map((path) => ({ path, code: "person_required" as const }));
          throw new AppError("person_required", {}, issues);
        }
        return answer(await service.update(body, ifMatch));
      },
    }),
  ];
}

function answer(body: { version: number }) {
  return { status: 200, body, version: body.version };
}
