import { isUser, type Route, route, versioned } from "../../http/route.ts";
import { settings, settingsPatch } from "../../contract/settings.ts";
import { AppError } from "../../contract/app_error.ts";
import type { SettingsService } from "./service.ts";
import { stepUpSettings, userSettings } from "./trusted_settings.ts";

export function settingsRoutes(service: SettingsService): Route[] {
  return [
    route("get", "/settings", {
      access: "system:read",
      summary: "Returns the panel's settings",
      results: { 200: { description: "The settings", schema: settings } },
      handle: () => versioned(service.current()),
    }),
    route("patch", "/settings", {
      access: "system:write",
      summary: "Updates some of the panel's settings",
      body: settingsPatch,
      stepUp: { fields: stepUpSettings, sensitive: (body) => service.sensitiveChanges(body) },
      results: { 200: { description: "The updated settings", schema: settings } },
      handle: async ({ body, ifMatch, caller }) => {
        const rejected = isUser(caller) ? [] : userSettings(body);
        if (rejected.length > 0) {
          const issues = rejected.map((path) => ({ path, code: "person_required" as const }));
          throw new AppError("person_required", {}, issues);
        }
        return versioned(await service.update(body, ifMatch));
      },
    }),
  ];
}
