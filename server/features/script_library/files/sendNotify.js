// `sendNotify` for scripts that do not have a file of this name. The panel itself sends the message, through every channel
// whose variables are set.
"use strict";

const { sendVariables, variablesOf } = require("./qlapi.cjs");

/** Sends a message. Of `params`, `url` opens when a notification of Bark is tapped; the others override variables. */
async function sendNotify(text, desp, params = {}) {
  await sendVariables(text, desp, variablesOf(params));
}

module.exports = { sendNotify };
