import type * as z from "zod";
import {
  COMPATIBLE_VERSION,
  concurrencyBody,
  languageBody,
  notifyBody,
  retentionBody,
  systemConfig,
  systemInfo,
  systemLogTimes,
  timeZoneBody,
  titleBody,
  updateInfo,
} from "../../contract/compatible/system.ts";
import { envelope, EnvelopeError } from "../../contract/compatible/envelope.ts";
import { AppError } from "../../contract/app_error.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import { sendBody } from "../../contract/notifications.ts";
import { parse } from "../../contract/parsed.ts";
import { type Settings, settingsPatch } from "../../contract/settings.ts";
import { requesterOf, type Route, route } from "../../http/route.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Deliveries } from "../notifications/delivery_service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { SystemLog } from "../system_log/service.ts";
import type { SystemService } from "../system/service.ts";
import { doneResults, success, withFieldNames } from "./envelope.ts";

export interface SystemRouteOptions {
  settings: SettingsService;
  system: SystemService;
  log: SystemLog;
  deliveries: Deliveries;
  clock: Clock;
}

const DAY_MS = 24 * 3_600_000;
const write = { access: "system:write" } as const;

/**
 * Returns the routes of `/system` that applications may use, except those that run commands. Updating, restarting,
 * backups, mirrors, proxies and the SSH key need a user, as in our own API.
 */
export function systemRoutes(options: SystemRouteOptions): Route[] {
  const { settings, system, clock } = options;
  return [
    route("get", "/system", {
      access: "known",
      summary: "Returns the version of the API that the panel is compatible with",
      results: { 200: { description: "The version", schema: envelope(systemInfo) } },
      handle: () =>
        success({
          isInitialized: true,
          version: COMPATIBLE_VERSION,
          publishTime: 0,
          branch: "master",
          changeLog: "",
          changeLogLink: "",
        }),
    }),
    route("get", "/system/config", {
      access: "system:read",
      summary: "Returns settings of the panel, without secrets",
      results: { 200: { description: "The settings", schema: envelope(systemConfig) } },
      handle: () => success(toConfig(settings.current())),
    }),
    ...settingRoutes(settings),
    route("put", "/system/update-check", {
      ...write,
      auditAs: "system.update.check",
      summary: "Checks for a newer release",
      results: { 200: { description: "The result", schema: envelope(updateInfo) } },
      handle: async ({ request, caller }) => {
        const { state, current, release } = await system.check(request.signal, requesterOf(caller));
        const lastLog = release?.notes[settings.current().language] ?? "";
        const lastVersion = release?.version ?? current;
        return success({ hasNewVersion: state === "available", lastVersion, lastLog, lastLogLink: "" });
      },
    }),
    notifyRoute(options),
    ...logRoutes(options.log, clock),
  ];
}

function toConfig({ dependencies, ...settings }: Settings) {
  return {
    id: 1,
    type: "systemConfig",
    info: {
      lang: settings.language,
      panelTitle: settings.title,
      logRemoveFrequency: settings.logRetentionDays,
      cronConcurrency: settings.concurrency,
      timezone: settings.effectiveTimeZone,
      dependenceProxy: dependencies.nodeProxy ?? "",
      nodeMirror: dependencies.nodeMirror ?? "",
      pythonMirror: dependencies.pythonMirror ?? "",
    },
  };
}

function settingRoutes(settings: SettingsService): Route[] {
  const setting = <S extends z.ZodObject>(
    name: string,
    summary: string,
    body: S,
    toPatch: (sent: z.output<S>) => z.input<typeof settingsPatch>,
  ) =>
    route("put", `/system/config/${name}`, {
      ...write,
      auditAs: "settings.update",
      summary,
      body,
      results: doneResults,
      handle: async ({ body: sent }) => {
        const [field = "value"] = Object.keys(body.shape);
        await withFieldNames(() => field, async () => {
          const patch = parse(settingsPatch, toPatch(sent as z.output<S>));
          if (Object.keys(patch).length > 0) await settings.update(patch);
        });
        return success();
      },
    });
  // Null and 0 ask for the default of the old panel, which there is none for here: the setting stays.
  return [
    setting(
      "log-remove-frequency",
      "Sets how many days logs are kept",
      retentionBody,
      ({ logRemoveFrequency: days }) => days ? { logRetentionDays: days } : {},
    ),
    setting(
      "cron-concurrency",
      "Sets how many tasks run at once",
      concurrencyBody,
      ({ cronConcurrency: limit }) => limit ? { concurrency: limit } : {},
    ),
    setting(
      "timezone",
      "Sets the time zone of tasks that set none",
      timeZoneBody,
      ({ timezone }) => ({ timeZone: timezone ? timezone.replaceAll(" ", "_") : null }),
    ),
    setting(
      "lang",
      "Sets the language of the panel: `zh` or `en`",
      languageBody,
      ({ lang }) => ({ language: lang.startsWith("zh") ? "zh" : "en" }),
    ),
    setting(
      "panel-title",
      "Sets the title of the panel",
      titleBody,
      ({ panelTitle }) => panelTitle?.trim() ? { title: panelTitle.trim() } : {},
    ),
  ];
}

function notifyRoute({ deliveries, settings }: SystemRouteOptions): Route {
  return route("put", "/system/notify", {
    access: "notifications:write",
    auditAs: "notifications.send",
    summary: "Sends a message through the default channel",
    body: notifyBody,
    results: doneResults,
    handle: async ({ body: { title, content }, caller }) => {
      const messages = compatibleMessages[settings.current().language];
      try {
        await deliveries.send(parse(sendBody, { title, content }), requesterOf(caller));
      } catch (error) {
        if (error instanceof AppError && error.code === "no_channel") {
          throw new EnvelopeError(400, messages.notifyFailed);
        }
        throw error;
      }
      return { body: { code: 200, message: messages.notifySent } };
    },
  });
}

function logRoutes(log: SystemLog, clock: Clock): Route[] {
  return [
    route("get", "/system/log", {
      access: "system:read",
      summary: "Returns the system log of a time span as plain text, by default of the last 24 hours",
      query: systemLogTimes,
      results: { 200: { description: "The log, one line per entry", contentType: "text/plain" } },
      handle: ({ query: { startTime, endTime } }) => {
        const span = { from: readTime(startTime) ?? clock.now() - DAY_MS, to: endOf(endTime) };
        return new Response(ReadableStream.from(formatLines(log.read(span))), {
          headers: { "content-type": "text/plain; charset=utf-8" },
        });
      },
    }),
    route("delete", "/system/log", {
      ...write,
      auditAs: "system-log.remove",
      whileReadOnly: "allowed",
      summary: "Clears the system log",
      results: doneResults,
      handle: async () => {
        await log.clear();
        return success();
      },
    }),
  ];
}

// A day, a time or milliseconds.
function readTime(text: string | undefined): number | null {
  const time = text === undefined || text === ""
    ? NaN
    : /^\d{12,}$/.test(text)
    ? Number(text)
    : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

function endOf(text: string | undefined): number | null {
  const time = readTime(text);
  return time !== null && /^\d{4}-\d\d-\d\d$/.test(text ?? "") ? time + DAY_MS - 1 : time;
}

async function* formatLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const lines = decoder.decode(chunk).split("\n").filter((line) => line !== "").map(formatLine);
    yield new TextEncoder().encode(lines.join(""));
  }
}

function formatLine(line: string): string {
  try {
    const { time = "", level = "", message = "", fields = {} } = JSON.parse(line) as Record<string, unknown>;
    const at = String(time).replace("T", " ").slice(0, 19);
    const more = Object.keys(fields as object).length > 0 ? ` ${JSON.stringify(fields)}` : "";
    return `[${level} ${at}]: ${message}${more}\n`;
  } catch {
    return `${line}\n`;
  }
}
