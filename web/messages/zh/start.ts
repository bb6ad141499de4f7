import type { start as english } from "../en/start.ts";
import type { SameFeatures } from "../messages.ts";
import { app } from "./app.ts";
import { auth } from "./auth.ts";
import { runs } from "./runs.ts";
import { tasks } from "./tasks.ts";
import { ui } from "./ui.ts";

/** The Chinese texts that the start and the list of tasks need. */
export const start: SameFeatures<typeof english> = { app, auth, runs, tasks, ui };
