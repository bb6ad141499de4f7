import { sendNotify } from "./sendNotify.js";
await sendNotify("Moved", "content");
