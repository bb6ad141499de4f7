import * as later from "./later.ts";
import { start } from "./start.ts";

/** All English texts of the page. The Chinese ones must have the same shape. */
export const texts = { ...start, ...later };
export type Texts = typeof texts;
