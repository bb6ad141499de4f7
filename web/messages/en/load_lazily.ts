export { later as texts } from "./later.ts";
