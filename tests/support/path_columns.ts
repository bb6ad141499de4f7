// The content of each text column of the database. A path in a row is as untrusted as one in a request,
// because the database may be restored or edited.

/** Columns whose text becomes a path on disk, or a part of one. */
export const pathColumns = [
  "account.avatar_hash",
  "bin_entry.path",
  "bin_entry.place",
  "dependency.name",
  "file_version.hash",
  "file_version.path",
  "run.log_path",
  "run.subject_json",
  "subscription.alias",
  "subscription_tree.alias",
  "subscription_tree.files_json",
  "task.log_folder",
] as const;
export type PathColumn = (typeof pathColumns)[number];

/** All other text columns, by table. */
export const otherColumns: Record<string, string> = {
  trigger_content: "content_sealed",
  webhook: "key signature secret_sealed mapping_json",
  webhook_delivery: "ip sender_id media_type reason issues_json requested_by",
  webhook_receipt: "receipt",
  account:
    "username password_hash factor_secret factor_pending role labels_json role_source preferences_json",
  account_identity: "subject email",
  application: "name client_id secret_hash scopes_json",
  application_token: "token_hash",
  audit_entry: "actor_kind actor_name ip act object detail_json hash",
  audit_head: "hash",
  // An area is one of two folders, looked up by name.
  bin_entry: "area kind deleted_by",
  calendar: "name time_zone weekend_days_json sources_json days_json",
  calendar_copy: "source_key content events_json fetch_error",
  channel: "name type fields_json secrets proxy events_json",
  delivery:
    "channel_name rule_name source events_json subjects_json items_json title content link key state answer",
  dependency: "type remarks state act installed_version reason",
  file_version: "area saved_by cause",
  flow_link: "decision reason",
  flow_run: "graph_json outcomes_json",
  heartbeat: "name labels_json schedule time_zone notify_json key starts_json down_reason",
  heartbeat_ping: "kind rid method ip body",
  invitation: "token_hash role labels_json username created_by",
  identity_provider: "name issuer client_id secret_sealed scopes role_claim roles_json default_role",
  imported_item: "source kind key_hash",
  login_attempt: "door network username_hash",
  login_log: "status ip place user_agent way account_name",
  notification_rule: "rule_json",
  notification_state: "subject state",
  // The key is compared with names of files, and the folder is a name.
  managed_object: "kind key folder",
  node: "name role pools_json version boot_id session load_json",
  node_dependency: "state installed_version reason",
  passkey: "credential_id public_key algorithm host name transports_json",
  pending_login: "network",
  recovery_code: "code_hash",
  // A script's path is only displayed and compared.
  run:
    "task_name cause state signal skip_reason stop_outcome detail pid_start boot_id serial_group request_json trigger_json kind " +
    "script_path pool requested_by stopped_by approval_by approval_remark item_value",
  run_task_name: "name",
  run_output: "values_json sizes_json sealed",
  run_order: "trees_json variables_sealed",
  session: "token_hash language ip user_agent way id_token_sealed",
  setting: "name value_json",
  // Files of a pull are in its folder to apply if their paths begin with it.
  subscription:
    "apply_folder name type url branch pull_method username password_sealed private_key_sealed proxy_sealed " +
    "schedule_json time_zone whitelist blacklist dependency_words extensions before_command after_command on_change " +
    "review pinned_commit rejected_commit missed_usual",
  stored_blob: "hash",
  stored_folder: "name manifest_hash note_json",
  stored_tree: "area manifest_hash",
  status_page: "label token",
  maintenance_window: "name schedule time_zone scope_json effect created_by",
  window_source: "url content times_json fetch_error",
  subscription_preview: "changes_json",
  subscription_tree: "commit counts_json packages_json",
  subscription_wait: "commit changes_json",
  // A command and its directory may be anywhere on the machine, by design.
  task:
    "name command schedules_json parameters_json rule_values_json time_zone on_day_off planned_calendar labels_json before_command after_command working_directory overlap_json " +
    "missed_json missed_usual retry_json serial_group for_each_json upstream_json triggers_json variable_labels_json notify_json last_outcome kind placement_pool placement_mode",
  task_change: "what",
  // The file of a trigger is never opened, and looked at only where the rules for entered ones allow it.
  task_trigger: "type file_path event seen seen_mount",
  trigger_event: "type event name",
  // Paths in it are validated as those in a request when a change is restored.
  task_history: "type author_kind author_name changes_json",
  // Its row is restored as a row of `task`, whose columns are listed above.
  used_challenge: "challenge",
  trashed_task: "name command row_json labels_json cause deleted_by",
  variable: "name value remarks labels_json",
  variable_rule: "name join",
  view: "name conditions_json relation sort_json",
};
