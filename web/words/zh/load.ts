export { texts } from "./texts.ts";
export { zh as contract } from "../../../server/contract/words/zh.ts";
