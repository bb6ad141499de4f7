// The English texts that are loaded with the first part of the page that is loaded by itself: see `ui/lazy.tsx`.
export { approvals } from "./approvals.ts";
export { backup } from "./backup.ts";
export { eventNames } from "../../../server/contract/messages/notification_events_en.ts";
export { progress } from "./progress.ts";
export { calendarPage } from "./calendar_page.ts";
export { calendars } from "./calendars.ts";
export { windows } from "./windows.ts";
export { controls } from "./controls.ts";
export { dependencies } from "./dependencies.ts";
export { variables } from "./variables.ts";
export { accounts, invitation } from "./accounts.ts";
export { about } from "./about.ts";
export { applications, scopeSummary } from "./applications.ts";
export { actionNames, audit, modules } from "./audit.ts";
export { bulk } from "./bulk.ts";
export { changes } from "./changes.ts";
export { diff } from "./diff.ts";
export { editor } from "./editor.ts";
export { files } from "./files.ts";
export { flows } from "./flows.ts";
export { triggers } from "./triggers.ts";
export { managed } from "./managed.ts";
export { health, repair } from "./health.ts";
export { heartbeats } from "./heartbeats.ts";
export { imports } from "./import.ts";
export { dataImport } from "./data_import.ts";
export { initialization } from "./initialization.ts";
export { statistics } from "./statistics.ts";
export { log } from "./log.ts";
export { logs } from "./logs.ts";
export {
  deliveryStates,
  eventGroups,
  notifications,
  templateField,
  templateSample,
} from "./notifications.ts";
export { nodes } from "./nodes.ts";
export { overview } from "./overview.ts";
export { queue } from "./queue.ts";
export { loginLog, security } from "./security.ts";
export { signOnErrors, sso } from "./sso.ts";
export { runDetails } from "./run_details.ts";
export { runList } from "./run_list.ts";
export { settings } from "./settings.ts";
export { subscriptions } from "./subscriptions.ts";
export { systemLog } from "./system_log.ts";
export { task } from "./task.ts";
export { taskSamples } from "./task_samples.ts";
export { statusPages } from "./status_pages.ts";
export { taskTrash } from "./task_trash.ts";
export { views } from "./views.ts";
export { parameters } from "./parameters.ts";
export { webhooks } from "./webhooks.ts";
