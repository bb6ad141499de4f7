exports.name = require("../deps_helper").name + "!";
