import { isLong } from "../support/suite_length.ts";
import { memoryFolder } from "./memory_folder.ts";

/** What must be built or installed before tests run. */
export type Need = "panel" | "browser" | "proxies" | "postgres";

export interface Group {
  /** Test folders and test files, relative to the root. */
  paths: string[];
  /** Each file is a process of its own; with `processes`, the files are divided among that many. */
  processes?: number;
  needs: readonly Need[];
  /** Test folders and test files of other groups that run here too, with `variables`. */
  again?: readonly string[];
  /** Files of `again` that do not. */
  onlyOnce?: readonly string[];
  variables?: Readonly<Record<string, string>>;
  /** Files that load the whole machine and run alone, after all others. */
  alone?: readonly string[];
}

/** Unit and API tests that take seconds of CPU time each. */
const slowUnits = [
  "server/contract/cron/slots_test.ts",
  "server/cluster/files/large_trees_test.ts",
  "server/cluster/files/tree_sync_property_test.ts",
  "server/engine/planner_property_test.ts",
  "server/features/tasks/webhook/random_bodies_test.ts",
  "server/features/tasks/webhook/trigger_content_test.ts",
  "server/features/tasks/webhook/store_test.ts",
  "server/engine/planner_year_test.ts",
  "server/features/backups/automatic_test.ts",
  "server/features/auth/redraw_picture_test.ts",
  "server/features/backups/restore_test.ts",
  "server/features/backups/restored_tables_test.ts",
  "server/features/backups/settle_runs_test.ts",
  "server/features/cron/describe_property_test.ts",
  "server/features/tasks/import/cron_schedule_test.ts",
  "server/platform/zones/machine_zones_test.ts",
  // All routes with all permissions, values or paths.
  "tests/api/access_matrix_test.ts",
  "tests/api/compatible_access_test.ts",
  "tests/api/compatible_responses_test.ts",
  "tests/api/compatible_values_test.ts",
  "tests/api/log_scopes_test.ts",
  "tests/api/row_paths_test.ts",
  // A provider in a process of its own for each test.
  "tests/api/single_sign_on_test.ts",
];

/** Unit and API tests with a long form. */
const longUnits = [
  "server/cluster/logs/log_copy_property_test.ts",
  "server/engine/planner_test.ts",
  "server/engine/planner_year_test.ts",
  "server/features/imports/sources/calendar_schedule_test.ts",
  "server/features/imports/sources/cronicle_test.ts",
  "server/features/notifications/notifier_test.ts",
  "server/features/runs/search/scan_log_test.ts",
  "server/features/statistics/statistics_test.ts",
  "server/features/subscriptions/pick/path_pattern_test.ts",
  "server/features/tasks/import/parse_crontab_test.ts",
  "server/features/tasks/search_tasks_test.ts",
  "server/features/tasks/view_conditions_test.ts",
  "server/features/windows/service_test.ts",
  "server/platform/masking/masker_test.ts",
  "tests/api/avatar_test.ts",
  "tests/api/files_transfer_test.ts",
  "tests/api/log_scopes_test.ts",
  "tests/api/second_factor_test.ts",
  "web/ui/editor/find_script_errors_test.ts",
];

/** Unit tests of what uses the database. */
const databaseUnits = [
  "server/engine/approvals_test.ts",
  "server/engine/batched_writes_test.ts",
  "server/cluster/logs/log_copy_property_test.ts",
  "server/cluster/coordination/node_runs_test.ts",
  "server/cluster/coordination/remote_runs_test.ts",
  "server/cluster/coordination/run_watch_test.ts",
  "server/engine/enqueue_test.ts",
  "server/engine/ledger_test.ts",
  "server/engine/planner_property_test.ts",
  "server/features/tasks/webhook/trigger_content_test.ts",
  "server/features/tasks/webhook/store_test.ts",
  "server/engine/planner_subscriptions_test.ts",
  "server/engine/planner_test.ts",
  "server/engine/run_recorder_test.ts",
  "server/features/applications/tokens_test.ts",
  "server/features/audit",
  "server/features/notifications/own_channels_test.ts",
  "server/features/notifications/sources/sources_test.ts",
  "server/features/heartbeats/watch_test.ts",
  "server/features/queue/service_test.ts",
  "server/features/runs/overdue_tasks_test.ts",
  "server/features/runs/slower_tasks_test.ts",
  "server/features/runs/retention_test.ts",
  "server/features/runs/usual_durations_test.ts",
  "server/features/statistics/statistics_test.ts",
  "server/features/subscriptions/host_keys_test.ts",
  "server/features/subscriptions/pulls_test.ts",
  "server/features/tasks/history",
  "server/features/tasks/triggers/triggers_test.ts",
  "server/features/tasks/view_conditions_test.ts",
  "server/features/windows/service_test.ts",
  // A minute on a busy machine.
  ...(isLong ? ["server/cluster/files/tree_sync_property_test.ts"] : []),
];

/** API tests of routes with thousands of requests, to which the database does not matter. */
const engineFreeRequests = ["access_matrix_test.ts", "avatar_test.ts", "compatible_access_test.ts"];

/** API tests that run on PostgreSQL in the long form only. */
const longRequests = [
  // Headers, hosts, bodies, the page and documents: they are decided before any row is read.
  "docs_test.ts",
  "headers_test.ts",
  "host_test.ts",
  "openapi_test.ts",
  "page_test.ts",
  "raw_requests_test.ts",
  "requests_test.ts",
  "same_origin_test.ts",
  // Files, sockets and streams; few rows, which others read there, too.
  "events_test.ts",
  "files_unpack_test.ts",
  "local_access_test.ts",
  "log_test.ts",
  // All routes with all values or paths.
  "compatible_responses_test.ts",
  "compatible_values_test.ts",
  "endpoints_test.ts",
  "log_scopes_test.ts",
  "row_paths_test.ts",
];

/** Stories of the browser that run on PostgreSQL in each run of the tests; `deno task test:postgres` runs all to which it matters. */
const postgresStories = [
  "tests/e2e/backup_test.ts",
  "tests/e2e/notifications_test.ts",
  "tests/e2e/runs_test.ts",
  "tests/e2e/settings_test.ts",
  "tests/e2e/task_trash_test.ts",
];

/** Stories to which the database does not matter. */
const engineFreeStories = [
  // Building blocks of the page, without a panel.
  "tests/e2e/gallery_test.ts",
  // Begins on a single machine, with SQLite; `many_machines_test.ts` is its other half.
  "tests/e2e/nodes_test.ts",
  // Bytes of the page.
  "tests/e2e/page_weight_test.ts",
  // One panel behind a proxy; `many_proxies_test.ts` has two.
  "tests/e2e/reverse_proxy_test.ts",
  // What the page displays, not what it reads.
  "tests/e2e/every_choice_test.ts",
  "tests/e2e/right_to_left_test.ts",
  // In the group itself.
  "tests/e2e/many_machines_test.ts",
  "tests/e2e/many_proxies_test.ts",
];

/** API tests that use the whole panel and neither its clock nor its services: they run on the bundle, too. */
const shippedScenarios = [
  "tests/api/audit_events_test.ts",
  "tests/api/bell_test.ts",
  "tests/api/compatible_api_test.ts",
  "tests/api/compatible_command_test.ts",
  "tests/api/compatible_modules_test.ts",
  "tests/api/local_access_test.ts",
  "tests/api/mcp_test.ts",
  "tests/api/metrics_test.ts",
  "tests/api/notifications_test.ts",
  "tests/api/openapi_test.ts",
  "tests/api/overview_test.ts",
  "tests/api/streams_test.ts",
];

const memory = memoryFolder();
/** Temporary files of tests that check no disk. */
const inMemory = { ...(memory !== undefined && { TMPDIR: memory }) };

export const groups: Record<string, Group> = {
  quick: {
    paths: [
      "server",
      "web",
      "tools",
      "tests/runner",
      "tests/support",
      "tests/architecture",
      "tests/api",
    ],
    // Loading what many tests share, once per process instead of once per file, saves a third of the CPU time.
    processes: 8,
    needs: [],
    variables: inMemory,
  },
  integration: {
    paths: ["tests/integration", ...slowUnits],
    needs: ["panel"],
    alone: ["backup_load_test.ts", "guessing_test.ts", "log_cap_test.ts", "variables_test.ts"],
  },
  postgres: {
    paths: ["tests/conformance"],
    again: ["tests/api", ...databaseUnits],
    onlyOnce: isLong ? engineFreeRequests : [...engineFreeRequests, ...longRequests],
    processes: 4,
    needs: ["panel", "postgres"],
    variables: { SUNDIAL_TEST_ENGINE: "postgres", ...inMemory },
  },
  postgres_e2e: {
    paths: ["tests/e2e/many_machines_test.ts", "tests/e2e/many_proxies_test.ts"],
    again: isLong ? ["tests/e2e"] : postgresStories,
    onlyOnce: isLong ? engineFreeStories : [],
    needs: ["panel", "browser", "proxies", "postgres"],
    variables: { SUNDIAL_TEST_ENGINE: "postgres" },
  },
  machines: {
    paths: ["tests/conformance/cluster_faults_test.ts", "tests/conformance/cluster_story_test.ts"],
    needs: ["panel", "postgres"],
    variables: { SUNDIAL_TEST_ENGINE: "postgres" },
    alone: ["cluster_faults_test.ts", "cluster_story_test.ts"],
  },
  long: {
    paths: ["tests/long"],
    needs: ["panel"],
    ...(isLong && {
      again: [
        ...longUnits,
        "tests/integration/backup_load_test.ts",
        "tests/integration/database_damage_test.ts",
        "tests/integration/file_save_crash_test.ts",
        "tests/integration/full_disk_start_test.ts",
        "tests/integration/import_crash_test.ts",
        "tests/integration/update_crash_test.ts",
      ],
      alone: ["due_burst_test.ts", "many_runs_test.ts", "ping_flood_test.ts", "viewers_test.ts"],
    }),
  },
  shipped: {
    // Starts the bundle itself.
    paths: ["tests/api/subscriptions_test.ts"],
    again: shippedScenarios,
    needs: ["panel"],
    variables: { SUNDIAL_TEST_PANEL: "shipped" },
  },
  executable: {
    paths: ["tests/executable"],
    needs: ["panel", "postgres"],
  },
  e2e: {
    paths: ["tests/e2e"],
    needs: ["panel", "browser", "proxies"],
  },
  long_pages: {
    paths: ["tests/long/page_text_test.ts"],
    ...(isLong && {
      again: [
        "tests/e2e/every_choice_test.ts",
        "tests/e2e/every_screen_test.ts",
        "tests/e2e/model_test.ts",
      ],
    }),
    needs: ["panel", "browser"],
  },
};
