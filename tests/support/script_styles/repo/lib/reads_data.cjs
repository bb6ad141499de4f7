exports.data = require("./data.json");
exports.kind = require("./module.mjs").kind;
