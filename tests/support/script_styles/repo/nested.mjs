import { sendNotify } from "../sendNotify.js";
import helper from "./deps_helper.js";
import { deep } from "./lib/deep.mjs";
await sendNotify("Repository module", `${helper.name} ${deep}`);
