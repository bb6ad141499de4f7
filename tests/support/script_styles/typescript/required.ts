// @ts-nocheck: as published for a panel that compiles TypeScript to CommonJS
const { o2s } = require("./agents");
const { tool } = require("./tools");
const label: string = o2s({ tool });
require("./sendNotify").sendNotify("Required", label);
