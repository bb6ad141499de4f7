// Rows that no panel writes, in a valid database: written by hand, by another program, or in a malicious
// archive.
import type { DatabaseSync } from "node:sqlite";

/**
 * A description, and the statement that creates the invalid row, of a task named `odd` where it concerns one.
 */
export const invalidRows: readonly [what: string, statement: string][] = [
  ["an unknown time zone of the panel", setting("timeZone", '"Mars/Olympus"')],
  ["a setting that is not JSON", setting("concurrency", "{broken")],
  ["a setting of the wrong type", setting("language", "[1, {}]")],
  ["a version that is not a number", setting("version", '"many"')],
  ["a planned zone that is not JSON", setting("plannedZone", "{")],
  ["schedules that are not JSON", task("schedules_json = '[broken'")],
  ["a rule that cannot be parsed", task(`schedules_json = '["61 25 * * *"]'`)],
  ["a rule that is never due", task(`schedules_json = '["0 0 31 2 *"]'`)],
  ["schedules with the wrong shape", task(`schedules_json = '{"cron": 5}'`)],
  ["schedules that are null", task("schedules_json = 'null'")],
  ["a task in an unknown time zone", task("time_zone = 'Mars/Olympus'")],
  ["a missed policy that is not JSON", task("missed_json = '{'")],
  ["a missed policy with the wrong shape", task(`missed_json = '{"policy": 5, "limit": "all"}'`)],
  ["an overlap rule that is not JSON", task("overlap_json = '{'")],
  ["an overlap rule that is null", task("overlap_json = 'null'")],
  ["an unknown overlap rule", task(`overlap_json = '{"policy": "dance"}'`)],
  [
    "labels, retries and messages that are not JSON",
    task("labels_json = '[', retry_json = '{', notify_json = '{'"),
  ],
  [
    "labels and messages with the wrong shape",
    task("labels_json = '5', notify_json = 'null', retry_json = 'null'"),
  ],
  ["variables' labels that are not JSON", task("variable_labels_json = '['")],
  ["a due time that is text", task("next_due_at = 'soon', cursor_at = 'never'")],
  ["a due time beyond the calendar", task("next_due_at = 1e300, created_at = 1e300")],
  [
    "a number beyond the safe integers",
    task("next_due_at = 9223372036854775807, cursor_at = 9223372036854775807"),
  ],
  ["a task of an unknown kind", task("kind = 'nonsense'")],
  ["a task whose name is bytes", task("name = x'00ff00'")],
  ["a command with a NUL byte", task("command = 'echo ' || char(0) || ' two'")],
  ["a flag that is neither 0 nor 1", task("enabled = 7, pinned = -1")],
  ["a working folder outside", task("working_directory = '../../..', log_folder = '../../../tmp'")],
  ["a time limit that is text", task("time_limit_ms = 'long', random_delay_ms = 'later'")],
  ["an unknown outcome", task("last_run_id = 1, last_outcome = 'vanished', last_started_at = 'then'")],
  [
    "a startup task that cannot be parsed",
    task(`schedules_json = '"startup"', overlap_json = '{', time_zone = 'x'`),
  ],
  ["a run of an unknown kind in the queue", run("kind = 'nonsense', state = 'queued', finished_at = null")],
  [
    "an active run of an unknown kind",
    run("kind = 'nonsense', state = 'running', finished_at = null"),
  ],
  ["an unknown state", run("state = 'floating', finished_at = null")],
  [
    "a queued unsaved script that is not JSON",
    run("kind = 'debug', subject_json = '{', state = 'queued', finished_at = null"),
  ],
  [
    "an unsaved script that names nothing",
    run("kind = 'debug', subject_json = '{}', state = 'queued', finished_at = null"),
  ],
  [
    "an unsaved script outside the scripts folder",
    run(
      `kind = 'debug', subject_json = '{"script": "../../x.sh", "copy": "../../x.sh"}', state = 'queued', finished_at = null`,
    ),
  ],
  [
    "an active unsaved script that is null",
    run("kind = 'debug', subject_json = 'null', state = 'running', finished_at = null"),
  ],
  [
    "an active installation that is not JSON",
    run("kind = 'dependency', subject_json = '{', state = 'running', finished_at = null"),
  ],
  [
    "an installation of an unknown type",
    run(`kind = 'dependency', subject_json = '{"type": "cobol"}', state = 'queued', finished_at = null`),
  ],
  [
    "a pull that is not JSON",
    run("kind = 'subscription', subject_json = '{', state = 'queued', finished_at = null"),
  ],
  [
    "an active preview of nothing",
    run("kind = 'subscription', subject_json = '5', state = 'running', finished_at = null"),
  ],
  [
    "a run whose process ID is text",
    run("state = 'running', finished_at = null, pid = 'one', pid_start = 5, boot_id = 7"),
  ],
  [
    "an active run whose log is outside",
    run("state = 'running', finished_at = null, log_path = '../../../../etc/passwd'"),
  ],
  [
    "a run whose request is not JSON",
    run("state = 'queued', finished_at = null, task_id = 1, request_json = '{'"),
  ],
  [
    "times of a run that are text",
    run("queued_at = 'then', started_at = 'once', finished_at = 'late', duration_ms = 'long'"),
  ],
  ["a view whose conditions are not JSON", view("conditions_json = '['")],
  [
    "a view with an unknown condition",
    view(`conditions_json = '[{"field": "soul", "operator": "weighs", "value": 21}]'`),
  ],
  ["a view with an empty order", view("sort_json = 'null'")],
  [
    "a notification rule that is not JSON",
    "insert into notification_rule (position, rule_json) values (0, '{')",
  ],
  ["a channel of an unknown type", channel("'pigeon', '{}', null")],
  ["a channel whose fields are not JSON", channel("'webhook', '{', '{'")],
  ["a pending message that is not JSON", delivery("'[', 'sending', '{'")],
  ["a delayed message that is not JSON", delivery("'[', 'held', '{'")],
  ["a subscription whose schedule is not JSON", subscription("schedule_json = '{'")],
  [
    "a subscription with a rule that cannot be parsed",
    subscription(`schedule_json = '{"kind": "cron", "rules": ["99 * * * *"]}'`),
  ],
  ["a subscription of an unknown kind of schedule", subscription(`schedule_json = '{"kind": "tides"}'`)],
  [
    "a subscription in an unknown time zone",
    subscription(`schedule_json = '{"kind": "cron", "rules": ["0 3 * * *"]}', time_zone = 'Mars/Olympus'`),
  ],
  [
    "a subscription with an interval of zero",
    subscription(`schedule_json = '{"kind": "interval", "every": 0, "unit": "eons"}'`),
  ],
  ["a package in an unknown state", dependency("'node', 'right-pad', 'melted'")],
  ["a package of an unknown type that is being installed", dependency("'cobol', 'left-pad', 'installing'")],
  [
    "an application whose scopes are not JSON",
    "insert into application (name, client_id, secret_hash, scopes_json, created_at, updated_at, version) values ('a', 'c', 'h', '[', 1, 1, 1)",
  ],
  ["an audit log without its head", "delete from audit_head"],
  [
    "an entry of the audit log that is not JSON",
    "update audit_entry set detail_json = '{', actor_kind = 'ghost'",
  ],
  [
    "a version of a file outside",
    "insert into file_version (area, path, hash, size, saved_at, cause) values ('cellar', '../../x', '../../x', 1, 1, 'wind')",
  ],
];

/** A description, and a statement that makes the planner plan everything again. */
export const replanning: readonly [what: string, statement: string][] = [
  ["an unknown planned zone", setting("plannedZone", '"Mars/Olympus"')],
  ["a restore note that is not JSON", setting("restored", "{")],
];

/** A secret that tasks are promised and cannot get: they do not run, and say why. */
export const lockedSecret: [what: string, statement: string] = [
  "a variable whose secret no key decrypts",
  "insert into variable (name, value, secret, remarks, labels_json, enabled, position, created_at, updated_at, version) values ('KEY', 's1:nonsense', 1, '', '[', 1, 0, 1, 1, 1)",
];

/** Applies a statement to the database of a panel that has a task named `plain`. */
export function putOddity(database: DatabaseSync, statement: string, number: number): void {
  const columns = database.prepare(
    "select name from pragma_table_info('task') where name not in ('id', 'name')",
  )
    .all().map(({ name }) => `"${String(name)}"`).join(", ");
  database.exec(
    `insert into task (name, ${columns}) select 'odd', ${columns} from task where name = 'plain'`,
  );
  database.exec(statement);
  for (const table of ["task", "view", "subscription", "channel"]) {
    database.exec(`update ${table} set name = 'odd ${number}' where name = 'odd'`);
  }
  database.exec(`update subscription set alias = 'odd${number}' where alias = 'odd'`);
  database.exec(`update run set task_name = 'odd ${number}' where task_name = 'odd'`);
}

function setting(name: string, json: string): string {
  return `insert or replace into setting (name, value_json) values ('${name}', '${json}')`;
}

function task(columns: string): string {
  return `update task set ${columns} where name = 'odd'`;
}

function run(columns: string): string {
  return `insert into run (task_name, cause, state, due_count, queued_at, start_after, queue_rank, queue_order, attempt)
    values ('odd', 'person', 'succeeded', 1, 1, 1, 0, 1, 1); update run set ${columns} where task_name = 'odd'`;
}

function view(columns: string): string {
  return `insert into view (name, conditions_json, relation, sort_json, position, hidden, created_at, updated_at, version)
    values ('odd', '[]', 'and', '[]', 0, 0, 1, 1, 1); update view set ${columns} where name = 'odd'`;
}

function channel(values: string): string {
  return `insert into channel (name, type, fields_json, secrets, enabled, is_default, created_at, updated_at, version)
    values ('odd', ${values}, 1, 1, 1, 1, 1)`;
}

function delivery(values: string): string {
  return `insert into delivery (channel_name, source, events_json, state, items_json, count, title, content, key, attempts, next_attempt_at, created_at)
    values ('odd', 'rule:1', ${values}, 1, 't', 'c', hex(randomblob(8)), 0, 1, unixepoch() * 1000)`;
}

function subscription(columns: string): string {
  return `insert into subscription (name, type, url, branch, username, schedule_json, whitelist, blacklist, dependency_words, extensions,
      auto_add, auto_delete, on_change, review, alias, enabled, cursor_at, next_due_at, created_at, updated_at, version)
    values ('odd', 'public-repo', 'https://example.org/x.git', '', '', '{"kind": "manual"}', '', '', '', '', 1, 1, 'replace', 'never', 'odd', 1, 1, 1, 1, 1, 1);
    update subscription set ${columns} where name = 'odd'`;
}

function dependency(values: string): string {
  return `insert into dependency (type, name, state, remarks, act, created_at, updated_at, version)
    values (${values}, '', 'install', 1, 1, 1)`;
}
