import { basename } from "node:path";
import {
  type ConfigurationBody,
  configurationBody,
  configurationFiles,
  configurationPlan,
  type ConfiguredKind,
  managedObjects,
} from "../../contract/configuration.ts";
import { configurationLimits } from "../../contract/limits/configuration.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type { Language } from "../../contract/settings.ts";
import { type Caller, hasScope, requesterOf, type Route, route } from "../../http/route.ts";
import type { Configuration, ConfigurationRequest } from "./service.ts";

const access = "administrator";
/** What one must be allowed to read to know of an object of a kind. */
const readingScopes: Readonly<Record<ConfiguredKind, Scope>> = {
  task: "tasks:read",
  view: "views:read",
  calendar: "tasks:read",
  window: "tasks:read",
  heartbeat: "heartbeats:read",
  channel: "notifications:read",
  rule: "notifications:read",
};
/** Fits files with what JSON adds to them. */
const BODY_BYTES = 2 * configurationLimits.totalBytes;

export interface ConfigurationRouteOptions {
  configuration: Configuration;
  nameOf(caller: Caller): Promise<string | null>;
}

export function configurationRoutes({ configuration, nameOf }: ConfigurationRouteOptions): Route[] {
  const requestOf = async (
    { files, folder, prune }: Parsed<ConfigurationBody>,
    { caller, language }: { caller: Caller; language: Language },
  ): Promise<ConfigurationRequest> => ({
    ...{ files, prune, language, source: { folder } },
    ...{ requester: requesterOf(caller), by: await nameOf(caller) },
  });
  return [
    route("get", "/configuration/export", {
      access,
      summary:
        "Returns a file for each task, view, calendar, maintenance window, heartbeat, notification channel and rule, without secrets",
      results: { 200: { description: "The files, by path", schema: configurationFiles } },
      handle: async () => ({ body: await configuration.files() }),
    }),
    route("post", "/configuration/plan", {
      access,
      audit: false,
      summary: "Returns what applying a folder of files would change; nothing is changed",
      body: configurationBody,
      bodyLimit: BODY_BYTES,
      results: { 200: { description: "What would change", schema: configurationPlan } },
      handle: async ({ body, caller, language }) => ({
        body: await configuration.plan(await requestOf(body, { caller, language })),
      }),
    }),
    route("post", "/configuration/apply", {
      access,
      stepUp: true,
      summary:
        "Makes the panel what a folder of files describes: all of it or, when something is wrong, nothing",
      body: configurationBody,
      bodyLimit: BODY_BYTES,
      results: { 200: { description: "What has changed", schema: configurationPlan } },
      handle: async ({ body, caller, language }) => ({
        body: await configuration.apply(await requestOf(body, { caller, language })),
        object: body.folder,
      }),
    }),
    route("get", "/configuration/managed", {
      access: "tasks:read",
      summary: "Lists the objects that files describe, and who applies these",
      results: { 200: { description: "The objects", schema: managedObjects } },
      handle: async ({ caller }) => {
        const { items } = await configuration.managed();
        const seen = items.filter(({ kind }) => hasScope(caller, readingScopes[kind]));
        // Only who reads the system's settings learns where folders are on the machine.
        const named = hasScope(caller, "system:read")
          ? seen
          : seen.map((item) => ({ ...item, source: basename(item.source) }));
        return { body: { items: named } };
      },
    }),
  ];
}
