// Types of every table after the newest migration. Times are integer milliseconds UTC created in code; booleans are
// 0 or 1; columns named `…_json` contain JSON text. Change a type together with the migration that makes it true.
import type { WindowSourceTable, WindowTable } from "./window_tables.ts";
import type { Generated } from "kysely";
import type { DependencyAction, DependencyState, DependencyType } from "../contract/dependencies.ts";
import type { JoinRule } from "../contract/variables.ts";
import type {
  AccountIdentityTable,
  AccountTable,
  ApplicationTable,
  ApplicationTokenTable,
  AuditEntryTable,
  AuditHeadTable,
  IdentityProviderTable,
  InvitationTable,
  LoginAttemptTable,
  LoginLogTable,
  PasskeyTable,
  PendingLoginTable,
  RecoveryCodeTable,
  SessionTable,
} from "./account_tables.ts";
import type { CalendarCopyTable, CalendarTable } from "./calendar_tables.ts";
import type { ManagedObjectTable } from "./configuration_tables.ts";
import type { FileVersionTable, TrashEntryTable } from "./file_tables.ts";
import type { FlowLinkTable, FlowRunTable, RunOutputTable, TaskLinkTable } from "./flow_tables.ts";
import type { HeartbeatPingTable, HeartbeatTable } from "./heartbeat_tables.ts";
import type {
  ChannelTable,
  DeliveryTable,
  NotificationRuleTable,
  NotificationStateTable,
} from "./notification_tables.ts";
import type {
  NodeDependencyTable,
  NodeTable,
  RunLogChunkTable,
  RunLogTable,
  RunOrderTable,
  StoredBlobTable,
  StoredFolderTable,
  StoredTreeTable,
  UsedChallengeTable,
} from "./node_tables.ts";
import type { RunTable, RunTaskNameTable, UsualDurationTable } from "./run_tables.ts";
import type {
  SubscriptionPreviewTable,
  SubscriptionTable,
  SubscriptionTreeTable,
  SubscriptionWaitTable,
} from "./subscription_tables.ts";
import type { TaskTriggerTable, TriggerEventTable } from "./trigger_tables.ts";
import type {
  StatusPageTable,
  TaskChangeTable,
  TaskHistoryTable,
  TaskTable,
  TrashedTaskTable,
  ViewPositionTable,
  ViewTable,
} from "./task_tables.ts";
import type {
  TriggerContentTable,
  WebhookDeliveryTable,
  WebhookReceiptTable,
  WebhookTable,
} from "./webhook_tables.ts";

export interface Tables {
  account: AccountTable;
  invitation: InvitationTable;
  identity_provider: IdentityProviderTable;
  account_identity: AccountIdentityTable;
  session: SessionTable;
  login_attempt: LoginAttemptTable;
  setting: SettingTable;
  task: TaskTable;
  trashed_task: TrashedTaskTable;
  task_change: TaskChangeTable;
  task_history: TaskHistoryTable;
  task_link: TaskLinkTable;
  task_trigger: TaskTriggerTable;
  trigger_event: TriggerEventTable;
  flow_run: FlowRunTable;
  flow_link: FlowLinkTable;
  run_output: RunOutputTable;
  run: RunTable;
  view: ViewTable;
  view_position: ViewPositionTable;
  file_version: FileVersionTable;
  bin_entry: TrashEntryTable;
  variable: VariableTable;
  variable_rule: VariableRuleTable;
  dependency: DependencyTable;
  subscription: SubscriptionTable;
  subscription_tree: SubscriptionTreeTable;
  subscription_wait: SubscriptionWaitTable;
  subscription_preview: SubscriptionPreviewTable;
  recovery_code: RecoveryCodeTable;
  pending_login: PendingLoginTable;
  application: ApplicationTable;
  application_token: ApplicationTokenTable;
  login_log: LoginLogTable;
  audit_entry: AuditEntryTable;
  audit_head: AuditHeadTable;
  channel: ChannelTable;
  notification_rule: NotificationRuleTable;
  delivery: DeliveryTable;
  notification_state: NotificationStateTable;
  passkey: PasskeyTable;
  imported_item: ImportedItemTable;
  node: NodeTable;
  node_dependency: NodeDependencyTable;
  stored_folder: StoredFolderTable;
  used_challenge: UsedChallengeTable;
  stored_blob: StoredBlobTable;
  stored_tree: StoredTreeTable;
  run_task_name: RunTaskNameTable;
  usual_duration: UsualDurationTable;
  status_page: StatusPageTable;
  calendar: CalendarTable;
  calendar_copy: CalendarCopyTable;
  maintenance_window: WindowTable;
  window_source: WindowSourceTable;
  managed_object: ManagedObjectTable;
  heartbeat: HeartbeatTable;
  heartbeat_ping: HeartbeatPingTable;
  run_order: RunOrderTable;
  run_log_chunk: RunLogChunkTable;
  run_log: RunLogTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_receipt: WebhookReceiptTable;
  trigger_content: TriggerContentTable;
}

export interface SettingTable {
  name: string;
  value_json: string;
}

export interface VariableTable {
  id: Generated<number>;
  name: string;
  /** Sealed when it is a secret, otherwise plain. */
  value: string;
  secret: 0 | 1;
  remarks: string;
  labels_json: string;
  enabled: 0 | 1;
  /** Position in the list; may have gaps. */
  position: number;
  created_at: number;
  updated_at: number;
  version: number;
}

/** How several variables with the same name are combined; a name without a row is joined. */
export interface VariableRuleTable {
  name: string;
  join: JoinRule;
}

export interface DependencyTable {
  id: Generated<number>;
  type: DependencyType;
  name: string;
  remarks: string;
  state: DependencyState;
  /** The action of its newest run. */
  act: DependencyAction;
  installed_version: string | null;
  reason: string | null;
  /** Its newest run; not a foreign key, because runs are pruned. */
  run_id: number | null;
  /** The subscription whose Python environment it is installed to; null for the shared packages. */
  subscription_id: Generated<number | null>;
  created_at: number;
  updated_at: number;
  version: number;
}

/** What an import created, by its key in the source. Not a foreign key: what was deleted here is imported again. */
export interface ImportedItemTable {
  source: string;
  kind: string;
  /** SHA-256 of the key, hex: some keys are long. */
  key_hash: string;
  target_id: number;
  import_id: number;
  /** Whether it was created disabled only until the import is confirmed. */
  held: 0 | 1;
}
