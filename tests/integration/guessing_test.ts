// deno-lint-ignore-file no-console -- measured values
// Guessing passwords on a real panel, at the real cost of a hash: few are checked, and the owner can log in
// meanwhile.
import assert from "node:assert/strict";
import { timeEach } from "../bench/statistics.ts";
import { account, PanelProcess } from "../support/panel_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const ADDRESSES = 500;
const GUESSES = 10_000;
const OWNER = "203.0.113.5";

interface Counts {
  [status: number]: number;
}

/** Logs in as if from `ip`, which the panel trusts because the test is its proxy. */
async function logIn(panel: PanelProcess, ip: string, password: string, cookie = ""): Promise<Response> {
  const body = JSON.stringify({ username: account.username, password });
  const headers = { "content-type": "application/json", "x-forwarded-for": ip, cookie };
  const response = await fetch(`${panel.address}/api/auth/login`, { method: "POST", body, headers });
  await response.body?.cancel();
  return response;
}

async function flood(panel: PanelProcess, addressOf: (n: number) => string): Promise<Counts> {
  const counts: Counts = {};
  await timeEach(GUESSES, 50, async (n) => {
    const { status } = await logIn(panel, addressOf(n), "a guess");
    counts[status] = (counts[status] ?? 0) + 1;
  });
  return counts;
}

/**
 * Returns how many waits of one address are over after some seconds: the first is 30 s, each further one
 * twice as long.
 */
function waitsOver(seconds: number): number {
  return Math.floor(Math.log2(seconds / 30 + 1));
}

const floods: [string, (n: number) => string, (waits: number) => number][] = [
  ["one address", () => "198.51.100.1", (waits) => 5 + waits],
  [
    "500 addresses",
    (n) => `198.51.${(n % ADDRESSES) >> 8}.${n % ADDRESSES & 255}`,
    (waits) => ADDRESSES * (2 + waits),
  ],
];

for (const [where, addressOf, max] of floods) {
  Deno.test(`guessing: of 10,000 guesses from ${where}, few are checked, and the owner can log in meanwhile`, async () => {
    await using dataDir = await temporaryFolder();
    {
      await using panel = await PanelProcess.start({
        dataDir: dataDir.path,
        setUp: true,
        flags: ["--trusted-proxies", "127.0.0.1", "--log-level", "error"],
      });
      const first = await logIn(panel, OWNER, account.password);
      assert.equal(first.status, 200);
      const browser = first.headers.getSetCookie()[1]!.split(";")[0]!;
      let flooding = true;
      const from = performance.now();
      const attack = flood(panel, addressOf).finally(() => flooding = false);
      // Stops before the panel: an error after its shutdown would hide why the owner could not log in.
      await using _ = { [Symbol.asyncDispose]: () => attack.then(() => {}, () => {}) };
      const sameAddress: number[] = [];

      const elsewhere: number[] = [];

      while (flooding || sameAddress.length < 3) {
        sameAddress.push(
          ...await timeEach(1, 1, async () => {
            assert.equal((await logIn(panel, OWNER, account.password)).status, 200);
          }),
        );
        // The same browser, from a new address each time.
        const away = `203.0.${elsewhere.length >> 8}.${elsewhere.length & 255}`;
        elsewhere.push(
          ...await timeEach(1, 1, async () => {
            assert.equal((await logIn(panel, away, account.password, browser)).status, 200);
          }),
        );
      }
      const counts = await attack;
      assert.deepEqual(Object.keys(counts).filter((status) => !["401", "429"].includes(status)), []);
      const waits = waitsOver((performance.now() - from) / 1000);
      assert.ok((counts[401] ?? 0) <= max(waits), `${counts[401]} guesses were checked in ${waits} waits`);
      const slowest = (times: number[]) =>
        `${times.length} times, slowest ${Math.max(...times).toFixed(0)} ms`;
      console.info(
        `checked ${counts[401] ?? 0} of ${GUESSES}; the owner came in ${
          slowest(sameAddress)
        }, with a known browser at ` +
          `new addresses ${slowest(elsewhere)}`,
      );
    }
  });
}
