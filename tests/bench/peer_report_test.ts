import assert from "node:assert/strict";
import { unpackDebian } from "./peer_packages.ts";
import { PeerReport } from "./peer_report.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

Deno.test("bench: a peer whose package is missing is reported with the reason, and not measured", async () => {
  await using folder = await temporaryFolder();
  const report = new PeerReport();
  assert.equal(await report.unpack("cron", () => unpackDebian("no-such-package", folder.path)), null);
  let isMeasured = false;
  await report.attempt("cron", () => Promise.resolve(isMeasured = true));
  assert.equal(isMeasured, false);
  report.addReady("panel", 300);
  const text = report.format();
  assert.match(text, /^- cron, not measured: apt-get download no-such-package: ./m);
  assert.match(text, /^\| from the start to the first page, ms \| 300 \| – \| – \| – \| – \|$/m);
});

Deno.test("bench: the table of peers has a column for each program, and their versions", async () => {
  const report = new PeerReport();
  await report.unpack("anacron", () => Promise.resolve({ folder: "", version: "2.3" }));
  report.addBurst("anacron", 50, { perSecond: 400 });
  report.addBurst("panel", 50, { p50: 10, p99: 30, perSecond: 200 });
  report.addBurst("panel", 50, { p50: 20, p99: 50, perSecond: 300 });
  report.addMemory("cron", { resident: 2.5 * 1024 * 1024, proportional: 512 * 1024 });
  const lines = report.format().split("\n");
  assert.equal(lines[0], "anacron 2.3");
  const row = (start: string) => lines.find((line) => line.startsWith(`| ${start}`));
  assert.equal(
    row("50 jobs due at one moment: starts"),
    "| 50 jobs due at one moment: starts per second | 250 (200–300) | – | – | – | 400 |",
  );
  assert.equal(
    row("50 jobs due at one moment: lateness p50"),
    "| 50 jobs due at one moment: lateness p50, ms | 15 (10–20) | – | – | – | – |",
  );
  assert.match(row("resident memory")!, /\| – \| – \| 2\.5 \| – \| – \|$/);
});
