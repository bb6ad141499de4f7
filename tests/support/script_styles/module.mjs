import os from "os";
import notify, { sendNotify } from "./sendNotify.js";
import { name } from "esm_helper";
console.log(typeof os.cpus, notify.sendNotify === sendNotify);
await sendNotify("ES module", name);
