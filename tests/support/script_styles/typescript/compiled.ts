// @ts-nocheck: as published for a panel that compiles TypeScript to CommonJS
import UA, { o2s, Kind, Account } from "./agents";
import { sendNotify } from "./sendNotify";
import { tool, Limit } from "./tools";
import { plain } from "./library";
import * as fs from "fs";
import path from "path";
enum State { Idle, Running }
class Counter {
  constructor(private readonly start: number) {}
  get value(): number {
    return this.start;
  }
}
const library = require("./library");
const agents = require("./agents");
(async () => {
  const account: Account = { name: "a" };
  const limit: Limit = 2;
  console.log(UA, o2s(account), agents.o2s(limit), Kind.A, State.Running, new Counter(4).value, tool, plain === library.plain);
  console.log(path.basename(__filename), path.basename(__dirname), typeof fs.readFileSync, typeof module.exports);
  await sendNotify("Compiled", "content");
})();
