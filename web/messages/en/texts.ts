import { later } from "./later.ts";
import { start } from "./start.ts";

/** All English texts of the page; the shape that the Chinese has to have. */
export const texts = { ...start, ...later };
export type Texts = typeof texts;
