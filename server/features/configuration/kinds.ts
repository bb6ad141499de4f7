// The kinds of objects that files describe: the schema of each, its defaults, and how what is stored is read. The fields follow from
// the contract, so new ones come along by themselves.
import * as z from "zod";
import { calendarInput } from "../../contract/calendars.ts";
import type { ConfiguredKind } from "../../contract/configuration.ts";
import { isSecretKind } from "../../contract/field_kinds.ts";
import { heartbeatInput } from "../../contract/heartbeats.ts";
import { channelInput, notificationRule } from "../../contract/notifications.ts";
import { id } from "../../contract/shapes.ts";
import { taskInput } from "../../contract/tasks.ts";
import { viewInput } from "../../contract/views.ts";
import { type WindowInput, windowInput } from "../../contract/windows.ts";
import type { Base } from "../../engine/base.ts";
import type { CalendarRow } from "../../migrations/calendar_tables.ts";
import type { HeartbeatRow } from "../../migrations/heartbeat_tables.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import type { WindowRow } from "../../migrations/window_tables.ts";
import { Slices } from "../../platform/slices.ts";
import { storedJson } from "../../platform/stored_json.ts";
import {
  ownDaysOf,
  sourcesOf,
  toColumns as calendarColumns,
  weekendDaysOf,
} from "../calendars/calendar_rows.ts";
import { toColumns as heartbeatColumns, toHeartbeat } from "../heartbeats/heartbeat_rows.ts";
import { toChannel } from "../notifications/channel_rows.ts";
import { GROUP_MS } from "../notifications/channel_service.ts";
import type { Rules } from "../notifications/rule_service.ts";
import type { ChannelType } from "../notifications/channels/channel_type.ts";
import { draftChannel, nothingStored } from "../notifications/check_fields.ts";
import { fieldsOf } from "../tasks/history/field_values.ts";
import { columnDefaults, toColumns as taskColumns } from "../tasks/task_rows.ts";
import type { Views } from "../views/service.ts";
import { fieldsOf as windowFields, toColumns as windowColumns } from "../windows/window_rows.ts";
import { type FieldPath, referencePaths } from "./references.ts";

export type Fields = Record<string, unknown>;

export interface StoredObject {
  id: number;
  /** In ms; with the ID, it tells one object from a later one. */
  createdAt: number;
  name: string;
  fields: Fields;
  missingSecrets: string[];
  /** Whether something else describes it: a task of a script is what its subscription makes of it. Files can only refer to it. */
  isForeign?: boolean;
}

export interface Kind {
  schema: z.ZodObject;
  references: readonly FieldPath[];
  /** Values of fields that a file does not have. */
  defaults: Fields;
  /** Returns the fields as they are once they are stored. */
  asStored(input: Fields): Fields;
  read(): Promise<StoredObject[]>;
  /**
   * What is not written when everything that a list names is gone: by default its field; `list` writes an empty list; `object` writes
   * nothing of an object that would otherwise concern more than before.
   */
  emptied?: "list" | "object";
  /** The field of a file that says after which object of the same kind it comes; what is read has its `position`. */
  orderField?: string;
}

export interface KindsOptions extends Pick<Base, "db" | "clock"> {
  types: readonly ChannelType[];
  views: Views;
  rules: Rules;
}

/** Its silence ends by itself, so it is no setting. */
const heartbeatSchema = heartbeatInput.omit({ muted: true });
/** Views of single accounts are their own matter. */
const viewSchema = viewInput.omit({ shared: true }).extend({ afterViewId: id.nullable().default(null) });
const ruleSchema = notificationRule.omit({ id: true }).partial().required({ name: true, events: true })
  .extend({ afterRuleId: id.nullable().default(null) });

/** To pin is an action of its own in the API. */
const taskSchema = taskInput.extend({ pinned: z.boolean().optional() });

export const schemas = {
  calendar: calendarInput,
  heartbeat: heartbeatSchema,
  channel: channelInput,
  task: taskSchema,
  window: windowInput,
  view: viewSchema,
  rule: ruleSchema,
} as const satisfies Record<ConfiguredKind, z.ZodObject>;

const taskFields = Object.keys(taskInput.shape) as (keyof typeof taskInput.shape)[];
const channelDefaults: Fields = { proxy: "", enabled: true, isDefault: false };
/** Those of a new rule on the page. */
const ruleDefaults: Fields = {
  ...{ enabled: true, labels: null, taskIds: null, channelIds: [], quietHours: null, groupMs: GROUP_MS },
  ...{ longerThanMs: null, oncePerState: true, title: null, content: null, language: null },
  afterRuleId: null,
};

export function kindsOf({ db, types, views, rules, clock }: KindsOptions): Record<ConfiguredKind, Kind> {
  const kind = (name: ConfiguredKind, own: Omit<Kind, "schema" | "references">): Kind => ({
    schema: schemas[name],
    references: referencePaths(schemas[name]),
    ...own,
  });
  return {
    calendar: kind("calendar", {
      defaults: optionalOf(calendarInput, { name: "-", timeZone: "UTC" }),
      asStored(input) {
        const columns = calendarColumns(input) as CalendarRow;
        return { ...input, weekendDays: weekendDaysOf(columns), days: ownDaysOf(columns) };
      },
      async read() {
        const rows = await db.selectFrom("calendar").selectAll().orderBy("id").execute();
        return rows.map((row) =>
          stored(row, {
            name: row.name,
            timeZone: row.time_zone,
            weekendDays: weekendDaysOf(row),
            sources: sourcesOf(row),
            days: ownDaysOf(row),
          })
        );
      },
    }),
    heartbeat: kind("heartbeat", {
      defaults: optionalOf(heartbeatSchema, { name: "-" }),
      asStored(input) {
        const columns = heartbeatColumns(input) as HeartbeatRow;
        return { ...input, name: columns.name, labels: storedJson<string[]>(columns.labels_json, []) };
      },
      async read() {
        const rows = await db.selectFrom("heartbeat").selectAll().orderBy("id").execute();
        return rows.map((row) => stored(row, { ...toHeartbeat(row, { zone: "UTC", now: 0 }) }));
      },
    }),
    channel: kind("channel", {
      defaults: channelDefaults,
      asStored(input) {
        const type = types.find((one) => one.type === input["type"]);
        const { fields = {} } = input as { fields?: Record<string, string> };
        if (!type) return { ...channelDefaults, ...input };
        const { plain } = draftChannel(type, { fields }, nothingStored, "en", true);
        return {
          ...channelDefaults,
          ...input,
          name: String(input["name"]).trim(),
          fields: inOrderOf(type, plain),
        };
      },
      async read() {
        const rows = await db.selectFrom("channel").selectAll().where("account_id", "is", null).orderBy("id")
          .execute();
        return rows.map((row) => {
          const channel = toChannel(row, undefined);
          const type = types.find((one) => one.type === row.type);
          const missing = (type?.fields ?? []).filter(({ name, kind, required }) =>
            required && isSecretKind(kind) && !channel.secretsSet.includes(name)
          );
          // A password makes the address of a proxy a secret.
          const proxy = channel.proxy.includes("***") ? "" : channel.proxy;
          const fields = type ? inOrderOf(type, channel.fields) : channel.fields;
          return {
            ...stored(row, { ...channel, fields, proxy }),
            missingSecrets: missing.map(({ name }) => name),
          };
        });
      },
    }),
    task: kind("task", {
      defaults: {
        ...fieldsOf(columnDefaults as TaskRow, taskFields.filter((name) => !isRequired(name))),
        pinned: false,
      },
      asStored: ({ pinned = false, ...input }) => ({
        ...fieldsOf({ ...columnDefaults, ...taskColumns(input) } as TaskRow, taskFields),
        pinned,
      }),
      async read() {
        const rows = await db.selectFrom("task").selectAll().orderBy("id").execute();
        const slices = new Slices(clock);
        const read: StoredObject[] = [];
        for (const row of rows) {
          await slices.pause();
          const fields = { ...fieldsOf(row, taskFields), pinned: row.pinned === 1 };
          read.push({ ...stored(row, fields), isForeign: row.subscription_id !== null });
        }
        return read;
      },
    }),
    window: kind("window", {
      emptied: "object",
      defaults: optionalOf(windowInput, { name: "-" }),
      asStored(input) {
        const window = input as WindowInput; // the schema has accepted it
        return { ...windowFields(windowColumns(window) as WindowRow, window.icalendar) };
      },
      async read() {
        const rows = await db.selectFrom("maintenance_window").selectAll().where("removed_at", "is", null)
          .orderBy("id").execute();
        const sources = await db.selectFrom("window_source").select(["window_id", "url", "content"])
          .execute();
        return rows.map((row) => {
          const source = sources.find(({ window_id }) => window_id === row.id);
          const icalendar = !source
            ? null
            : source.url === null
            ? { text: source.content }
            : { url: source.url };
          return stored(row, { ...windowFields(row, icalendar) });
        });
      },
    }),
    view: kind("view", {
      defaults: optionalOf(viewSchema, { name: "-", conditions: [] }),
      emptied: "object",
      orderField: "afterViewId",
      asStored: (input) => ({ ...input, name: String(input["name"]).trim() }),
      async read() {
        const shared = (await views.list()).filter((view) => view.shared);
        const read = shared.map((view, position) => ({
          id: view.id,
          createdAt: Date.parse(view.createdAt),
          name: view.name,
          fields: { ...view, position },
          missingSecrets: [],
        }));
        return read.toSorted((a, b) => a.id - b.id);
      },
    }),
    rule: kind("rule", {
      defaults: ruleDefaults,
      emptied: "list",
      orderField: "afterRuleId",
      asStored: (input) => ({ ...input, name: String(input["name"]).trim() }),
      async read() {
        const stored = await rules.list();
        const read = stored.map((rule, position) => ({
          id: rule.id,
          createdAt: 0, // its id is never given again
          name: rule.name,
          fields: { ...rule, position },
          missingSecrets: [],
        }));
        return read.toSorted((a, b) => a.id - b.id);
      },
    }),
  };
}

function isRequired(name: string): boolean {
  return ["name", "command", "schedules"].includes(name);
}

function optionalOf(schema: z.ZodObject, required: Fields): Fields {
  const parsed: Fields = schema.parse(required);
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => !Object.hasOwn(required, name)));
}

function stored(row: { id: number; created_at: number; name: string }, fields: Fields): StoredObject {
  return { id: row.id, createdAt: Number(row.created_at), name: row.name, fields, missingSecrets: [] };
}

function inOrderOf(
  { fields }: ChannelType,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = fields.map(({ name }) => name).filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
}

/** Returns fields in the order of a schema, without those that it does not have. */
export function inOrder(schema: z.ZodObject, fields: Fields): Fields {
  const known = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => fields[name] === undefined ? [] : [[name, fields[name]]]),
  );
  const read = schema.safeParse(known);
  return read.success ? { ...known, ...read.data } : known;
}
