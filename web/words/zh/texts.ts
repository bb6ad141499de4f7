import type { AllTexts } from "../messages.ts";
import { app } from "./app.ts";
import { auth } from "./auth.ts";
import { error } from "./error.ts";
import { form } from "./form.ts";
import { initialization } from "./initialization.ts";
import { log } from "./log.ts";
import { runs } from "./runs.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { tasks } from "./tasks.ts";
import { ui } from "./ui.ts";

/** All Chinese texts of the page. */
export const texts: AllTexts = {
  app,
  auth,
  error,
  form,
  initialization,
  log,
  runs,
  settings,
  shell,
  tasks,
  ui,
};
