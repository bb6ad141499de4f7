import { app } from "./app.ts";
import { auth } from "./auth.ts";
import { runs } from "./runs.ts";
import { tasks } from "./tasks.ts";
import { ui } from "./ui.ts";

/** The English texts that the start and the list of tasks need. */
export const start = { app, auth, runs, tasks, ui };
