// Why one field was refused. The sentences are in words/en.ts and words/zh.ts; `{name}` in them is filled from `params`.

export const issueCodes = [
  "required",
  "invalid_type",
  "invalid_value",
  "too_small",
  "too_big",
  "too_short",
  "too_long",
  "too_many_bytes",
  "too_few",
  "too_many",
  "invalid",
  "unknown_field",
  "invalid_character",
  "incorrect_cron",
  "cron_never_fires",
  "unknown_time_zone",
  "no_schedule",
  "contains_task_command",
  "outside_root",
  "password_is_admin",
  "password_is_product_name",
  "password_is_common",
  "username_taken",
  "name_taken",
  "unknown_view",
  "order_incomplete",
  "reserved_name",
] as const;

export type IssueCode = (typeof issueCodes)[number];
