import { backup } from "./backup.ts";
import { eventNames } from "../../../server/contract/messages/notification_events_en.ts";
import { progress } from "./progress.ts";
import { controls } from "./controls.ts";
import { dependencies } from "./dependencies.ts";
import { variables } from "./variables.ts";
import { about } from "./about.ts";
import { applications, scopeSummary } from "./applications.ts";
import { actionNames, audit, modules } from "./audit.ts";
import { bulk } from "./bulk.ts";
import { changes } from "./changes.ts";
import { diff } from "./diff.ts";
import { editor } from "./editor.ts";
import { files } from "./files.ts";
import { health, repair } from "./health.ts";
import { imports } from "./import.ts";
import { dataImport } from "./data_import.ts";
import { initialization } from "./initialization.ts";
import { statistics } from "./statistics.ts";
import { log } from "./log.ts";
import { logs } from "./logs.ts";
import {
  deliveryStates,
  eventGroups,
  notifications,
  templateField,
  templateSample,
} from "./notifications.ts";
import { nodes } from "./nodes.ts";
import { overview } from "./overview.ts";
import { queue } from "./queue.ts";
import { loginLog, security } from "./security.ts";
import { runList } from "./run_list.ts";
import { settings } from "./settings.ts";
import { subscriptions } from "./subscriptions.ts";
import { systemLog } from "./system_log.ts";
import { task } from "./task.ts";
import { taskTrash } from "./task_trash.ts";
import { views } from "./views.ts";

/** The English texts that are loaded with the first part of the page that is loaded by itself: see `ui/lazy.tsx`. */
export const later = {
  about,
  backup,
  progress,
  applications,
  scopeSummary,
  audit,
  actionNames,
  modules,
  bulk,
  changes,
  diff,
  editor,
  files,
  health,
  imports,
  dataImport,
  initialization,
  statistics,
  log,
  loginLog,
  logs,
  nodes,
  notifications,
  eventGroups,
  eventNames,
  deliveryStates,
  templateField,
  templateSample,
  overview,
  queue,
  repair,
  runList,
  security,
  settings,
  subscriptions,
  systemLog,
  task,
  taskTrash,
  variables,
  controls,
  dependencies,
  views,
};
