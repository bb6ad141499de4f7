// @ts-nocheck: as published for a panel that compiles TypeScript to CommonJS
const { tool } = require("./tools");
const label: string = `${tool}`;
require("./sendNotify").sendNotify("Required", label);
