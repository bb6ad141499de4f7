export { texts } from "./texts.ts";
export { en as contract } from "../../../server/contract/words/en.ts";
