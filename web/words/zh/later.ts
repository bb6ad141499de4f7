import type { later as english } from "../en/later.ts";
import type { SameFeatures } from "../messages.ts";
import { dependencies } from "./dependencies.ts";
import { variables } from "./variables.ts";
import { acts } from "./acts.ts";
import { diff } from "./diff.ts";
import { editor } from "./editor.ts";
import { files } from "./files.ts";
import { imports } from "./import.ts";
import { initialization } from "./initialization.ts";
import { insight } from "./insight.ts";
import { list } from "./list.ts";
import { log } from "./log.ts";
import { logs } from "./logs.ts";
import { queue } from "./queue.ts";
import { settings } from "./settings.ts";
import { subscriptions } from "./subscriptions.ts";
import { task } from "./task.ts";
import { tree } from "./tree.ts";
import { views } from "./views.ts";

/** The Chinese texts that are loaded later. */
export const later: SameFeatures<typeof english> = {
  acts,
  diff,
  editor,
  files,
  imports,
  initialization,
  insight,
  list,
  log,
  logs,
  queue,
  settings,
  subscriptions,
  task,
  variables,
  dependencies,
  tree,
  views,
};
