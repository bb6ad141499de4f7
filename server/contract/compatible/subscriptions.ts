// Subscriptions as clients of the compatible API know them.
import * as z from "zod";
import { bit, entityId, number, optionalText } from "./envelope.ts";

export const sub = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(["public-repo", "private-repo", "file"]),
  url: z.string(),
  branch: z.string(),
  alias: z.string(),
  schedule_type: z.enum(["crontab", "interval"]),
  schedule: z.string().nullable(),
  interval_schedule: z.object({ type: z.string(), value: z.int() }).nullable(),
  whitelist: z.string(),
  blacklist: z.string(),
  dependences: z.string(),
  extensions: z.string(),
  sub_before: z.string(),
  sub_after: z.string(),
  proxy: z.string(),
  pull_type: z.enum(["ssh-key", "user-pwd"]).nullable(),
  pull_option: z.record(z.string(), z.string()).nullable().meta({ description: "Secrets are `***`" }),
  autoAddCron: bit,
  autoDelCron: bit,
  status: z.int().meta({ description: "0 running, 1 idle, 3 queued" }),
  is_disabled: bit,
  pid: z.int().nullable(),
  log_path: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
}).meta({ id: "CompatibleSubscription" });
export type Sub = z.infer<typeof sub>;

const flag = z.union([number, z.boolean()]).nullish();

const settable = {
  name: optionalText,
  type: z.enum(["public-repo", "private-repo", "file"]),
  url: z.string().min(1),
  branch: optionalText,
  alias: z.string().min(1),
  schedule_type: z.enum(["crontab", "interval"]).nullish(),
  schedule: optionalText,
  interval_schedule: z.looseObject({ type: z.enum(["days", "hours", "minutes", "seconds"]), value: number })
    .nullish(),
  whitelist: optionalText,
  blacklist: optionalText,
  dependences: optionalText,
  extensions: optionalText,
  sub_before: optionalText,
  sub_after: optionalText,
  proxy: optionalText,
  pull_type: z.enum(["ssh-key", "user-pwd"]).nullish(),
  pull_option: z.looseObject({
    private_key: optionalText,
    username: optionalText,
    password: optionalText,
  }).nullish(),
  autoAddCron: flag,
  autoDelCron: flag,
  status: number.nullish(),
};

/** Body of `POST /subscriptions`. */
export const subInput = z.strictObject(settable).meta({ id: "CompatibleSubscriptionInput" });
export type SubInput = z.infer<typeof subInput>;
/** Body of `PUT /subscriptions`; omitted fields stay unchanged. */
export const subUpdate = z.strictObject({ ...settable, id: entityId }).meta({
  id: "CompatibleSubscriptionUpdate",
});

export const subsQuery = z.looseObject({
  searchValue: z.string().optional(),
  ids: z.string().optional().meta({ description: "IDs as a JSON array" }),
});
export const subsDeleteQuery = z.looseObject({
  force: z.string().optional().meta({ description: "`true` also deletes the tasks and the folder" }),
});
export const subReport = z.looseObject({});
