import { app } from "./app.ts";
import { auth } from "./auth.ts";
import { error } from "./error.ts";
import { form } from "./form.ts";
import { runs } from "./runs.ts";
import { shell } from "./shell.ts";
import { tasks } from "./tasks.ts";
import { ui } from "./ui.ts";

/** The English texts that the start and the list of tasks need. */
export const start = { app, auth, error, form, runs, shell, tasks, ui };
