// Append-only and ordered: a migration that has shipped is never changed or removed. Listed by hand because an
// executable has no folder to scan.
import type { Migration } from "kysely/migration";
import { up as firstLight } from "./0001_first_light.ts";
import { up as viewsAndKinds } from "./0002_views_and_kinds.ts";
import { up as files } from "./0003_files.ts";
import { up as needs } from "./0004_needs.ts";
import { up as subscriptions } from "./0005_subscriptions.ts";
import { up as accounts } from "./0006_accounts.ts";
import { up as notifications } from "./0007_notifications.ts";
import { up as passkeys } from "./0008_passkeys.ts";
import { up as taskLogDays } from "./0011_task_log_days.ts";
import { up as storageReserve } from "./0012_storage_reserve.ts";
import { up as requesters } from "./0013_requesters.ts";
import { up as languageAndChallenges } from "./0014_language_and_challenges.ts";
import { up as suspendedApplications } from "./0015_suspended_applications.ts";
import { up as finishedIndex } from "./0016_finished_index.ts";
import { up as mutedTasks } from "./0017_muted_tasks.ts";
import { up as trashedTasks } from "./0018_trashed_tasks.ts";
import { up as taskChanges } from "./0019_task_changes.ts";
import { up as importedItems } from "./0020_imported_items.ts";
import { up as repositoryPackages } from "./0021_repository_packages.ts";
import { up as runTimeIndex } from "./0022_run_time_index.ts";
import { up as nodes } from "./0023_nodes.ts";
import { up as nodePackages } from "./0024_node_packages.ts";
import { up as storedFolders } from "./0025_stored_folders.ts";
import { up as usedChallenges } from "./0026_used_challenges.ts";
import { up as runScriptIndex } from "./0027_run_script_index.ts";
import { up as runSearchIndexes } from "./0028_run_search_indexes.ts";
import { up as runNames } from "./0029_run_names.ts";
import { up as taskDeadlineIndex } from "./0030_task_deadline_index.ts";
import { up as eitherDay } from "./0031_either_day.ts";
import { up as labelsWithoutNul } from "./0032_labels_without_nul.ts";
import { up as requiredHeaders } from "./0033_required_headers.ts";
import { up as taskHistory } from "./0034_task_history.ts";
import { up as usualDurations } from "./0035_usual_durations.ts";
import { up as statusPages } from "./0036_status_pages.ts";
import { up as calendars } from "./0037_calendars.ts";
import { up as taskCalendars } from "./0038_task_calendars.ts";
import { up as heartbeats } from "./0039_heartbeats.ts";
import { up as windows } from "./0040_windows.ts";
import { up as windowSources } from "./0041_window_sources.ts";
import { up as people } from "./0042_people.ts";
import { up as identityProviders } from "./0043_identity_providers.ts";
import { up as applicationOwners } from "./0044_application_owners.ts";
import { up as labelIndexes } from "./0045_label_indexes.ts";
import { up as viewsAndPreferences } from "./0046_views_and_preferences.ts";
import { up as namedAccounts } from "./0047_named_accounts.ts";
import { up as taskParameters } from "./0048_task_parameters.ts";
import { up as flows } from "./0049_flows.ts";
import { up as runOutputs } from "./0050_run_outputs.ts";
import { up as forEach } from "./0051_for_each.ts";
import { up as webhooks } from "./0052_webhooks.ts";
import { up as approvals } from "./0053_approvals.ts";
import { up as triggers } from "./0054_triggers.ts";
import { up as managedObjects } from "./0055_managed_objects.ts";
import { up as runTaskStates } from "./0056_run_task_states.ts";
import { up as triggerMounts } from "./0058_trigger_mounts.ts";
import { up as endedFlowRuns } from "./0060_ended_flow_runs.ts";

export const migrations: Record<string, Migration> = {
  "0001_first_light": { up: firstLight },
  "0002_views_and_kinds": { up: viewsAndKinds },
  "0003_files": { up: files },
  "0004_needs": { up: needs },
  "0005_subscriptions": { up: subscriptions },
  "0006_accounts": { up: accounts },
  "0007_notifications": { up: notifications },
  "0008_passkeys": { up: passkeys },
  "0011_task_log_days": { up: taskLogDays },
  "0012_storage_reserve": { up: storageReserve },
  "0013_requesters": { up: requesters },
  "0014_language_and_challenges": { up: languageAndChallenges },
  "0015_suspended_applications": { up: suspendedApplications },
  "0016_finished_index": { up: finishedIndex },
  "0017_muted_tasks": { up: mutedTasks },
  "0018_trashed_tasks": { up: trashedTasks },
  "0019_task_changes": { up: taskChanges },
  "0020_imported_items": { up: importedItems },
  "0021_repository_packages": { up: repositoryPackages },
  "0022_run_time_index": { up: runTimeIndex },
  "0023_nodes": { up: nodes },
  "0024_node_packages": { up: nodePackages },
  "0025_stored_folders": { up: storedFolders },
  "0026_used_challenges": { up: usedChallenges },
  "0027_run_script_index": { up: runScriptIndex },
  "0028_run_search_indexes": { up: runSearchIndexes },
  "0029_run_names": { up: runNames },
  "0030_task_deadline_index": { up: taskDeadlineIndex },
  "0031_either_day": { up: eitherDay },
  "0032_labels_without_nul": { up: labelsWithoutNul },
  "0033_required_headers": { up: requiredHeaders },
  "0034_task_history": { up: taskHistory },
  "0035_usual_durations": { up: usualDurations },
  "0036_status_pages": { up: statusPages },
  "0037_calendars": { up: calendars },
  "0038_task_calendars": { up: taskCalendars },
  "0039_heartbeats": { up: heartbeats },
  "0040_windows": { up: windows },
  "0041_window_sources": { up: windowSources },
  "0042_people": { up: people },
  "0043_identity_providers": { up: identityProviders },
  "0044_application_owners": { up: applicationOwners },
  "0045_label_indexes": { up: labelIndexes },
  "0046_views_and_preferences": { up: viewsAndPreferences },
  "0047_named_accounts": { up: namedAccounts },
  "0048_task_parameters": { up: taskParameters },
  "0049_flows": { up: flows },
  "0050_run_outputs": { up: runOutputs },
  "0051_for_each": { up: forEach },
  "0052_webhooks": { up: webhooks },
  "0053_approvals": { up: approvals },
  "0054_triggers": { up: triggers },
  "0055_managed_objects": { up: managedObjects },
  "0056_run_task_states": { up: runTaskStates },
  "0058_trigger_mounts": { up: triggerMounts },
  "0060_ended_flow_runs": { up: endedFlowRuns },
};
