// Codes of what an import reports. Clients rely on them: never rename one. Each has a message in both languages in
// `messages/import_en.ts` and `messages/import_zh.ts`; `{name}` in it is filled in from `params`.

/** Why an item cannot be imported. */
export const importRefusals = [
  /** A rule of the panel; `message` is formatted from `field`, `code` and the other params. */
  "field_refused",
  "field_missing",
  "row_unreadable",
  "not_supported",
  "unknown_type",
  /** A whole field of `count` items, of which `example` is one. */
  "unknown_field",
  "too_many",
  "too_large",
  "exists_differs",
  "subscription_missing",
  "alias_taken",
  "client_id_taken",
  "secret_missing",
  "no_permissions",
  "bad_name",
  "not_a_file",
  "name_not_utf8",
  "command_missing",
  "schedule_missing",
  "incorrect_cron",
  "cron_never_fires",
  "unknown_time_zone",
  "command_too_long",
  "invalid_character",
  "not_a_rule",
  "unit_missing",
  "template_unit",
] as const;
export type ImportRefusal = (typeof importRefusals)[number];

/** How an imported item differs from its original, or what a person should know about it. */
export const importNotes = [
  "disabled_there",
  "disabled_until_confirmed",
  "install_later",
  "stored_as",
  "held_as",
  "renamed",
  "became_subscription",
  "subscription_missing",
  "differs_here",
  "field_dropped",
  "hook_runs_task",
  "made_secret",
  "settings_only_here",
  "settings_ignored",
  "variables_inlined",
  "percent_as_input",
  "with_seconds",
  "first_word_repeats",
  "fixed_period",
  "old_paths",
  "reads_account",
  "other_distribution",
] as const;
export type ImportNote = (typeof importNotes)[number];

/** Notes that concern most items, and that need no attention one by one. */
export const routineNotes: ReadonlySet<ImportNote> = new Set([
  "disabled_until_confirmed",
  "disabled_there",
  "install_later",
]);

/** What an import leaves out as a whole. */
export const importOmissions = [
  "account",
  "panel_settings",
  "run_history",
  "logs",
  "login_log",
  "statistics",
  "avatars",
  "installed_packages",
  "repositories",
  "cache_damaged",
  "user_ignored",
  "mail_not_sent",
] as const;
export type ImportOmission = (typeof importOmissions)[number];

/** Why nothing of a file can be imported; the `fault` of `import_refused`. */
export const importProblems = [
  "not_an_archive",
  "other_archive",
  "truncated",
  "damaged",
  "unsafe_name",
  "unsafe_kind",
  "duplicate",
  "too_large",
  "too_many",
  "unknown_source",
  "wrong_source",
  "nothing_found",
  "bad_database",
  "database_too_large",
  "not_readable",
] as const;
export type ImportProblem = (typeof importProblems)[number];
