export { start as texts } from "./start.ts";
