import type { AllTexts } from "../messages.ts";
import * as later from "./later.ts";
import { start } from "./start.ts";

export const texts: AllTexts = { ...start, ...later };
