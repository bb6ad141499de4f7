import type { AllTexts } from "../messages.ts";
import { later } from "./later.ts";
import { start } from "./start.ts";

/** All Chinese texts of the page. */
export const texts: AllTexts = { ...start, ...later };
