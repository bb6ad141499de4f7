// As another panel put it beside every script, with a package that only that panel has.
const {
  request,
} = require("undici-of-another-panel");
exports.sendNotify = () => request;
