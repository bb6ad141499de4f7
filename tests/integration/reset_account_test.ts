// An owner who has lost the password or the phone regains access on the host while the panel runs.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Tables } from "../../server/migrations/tables.ts";
import { openDatabase } from "../../server/platform/database.ts";
import { account, PanelProcess } from "../support/panel_process.ts";
import { codeAt } from "../support/second_factor.ts";
import { shippedProgram } from "../support/shipped_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { runProgram, runSundial } from "../support/run_program.ts";

Deno.test("reset: password and second factor can be reset from the machine while the panel runs", async (t) => {
  await using folder = await temporaryFolder();
  const dataDir = folder.path;
  await using panel = await PanelProcess.start({ dataDir, setUp: true });
  await panel.logIn();
  await t.step("an inactive second factor cannot be turned off", () => rejectSecondFactor(dataDir));
  await t.step(
    "reset-2fa allows login by password alone, and ends all sessions",
    () => dropSecondFactor(panel, dataDir),
  );
  await t.step(
    "an invalid password is rejected with a message and changes nothing",
    () => rejectInvalid(panel, dataDir),
  );
  await t.step("a password from standard input replaces the old one", () => pipe(panel, dataDir));
  await t.step("a terminal prompts for it twice without echo", () => type(panel, dataDir));
  await t.step("a disabled account can log in again", () => enable(panel, dataDir));
  await t.step("a password is generated on request", () => generate(panel, dataDir));
  await t.step(
    "passkeys and applications are removed, unless they are kept on request",
    () => endAll(panel, dataDir),
  );
  await t.step("the audit log names the actor, and is intact", () => readAudit(panel));
});

Deno.test("reset: distinguishes a missing panel, another database version and wrong usage", async () => {
  await using temporary = await temporaryFolder();
  const dataDir = temporary.path;
  const none = await runSundial(["reset-2fa", "--data-dir", dataDir]);
  assert.deepEqual([none.code, /there is no panel in/.test(none.err)], [1, true]);
  assert.deepEqual([...Deno.readDirSync(dataDir)], [], "a folder without a panel is unchanged");
  const chinese = await runSundial(["reset-password", "--data-dir", dataDir], {
    env: { LANG: "zh_CN.UTF-8" },
  });
  assert.match(chinese.err, /中没有面板/);
  const usage = await runSundial(["reset-password", "a new password"]);
  assert.deepEqual([usage.code, /Usage: sundial reset-password/.test(usage.err)], [2, true]);
  await Deno.writeFile(join(dataDir, "sundial.sqlite"), new Uint8Array());
  const empty = await runSundial(["reset-2fa", "--data-dir", dataDir]);
  assert.deepEqual([empty.code, /another version/.test(empty.err)], [1, true]);
});

async function logIn(panel: PanelProcess, password: string): Promise<number> {
  panel.forgetCookie();
  const response = await panel.fetch("/api/auth/login", { json: { ...account, password } });
  await response.body?.cancel();
  return response.status;
}

async function rejectSecondFactor(dataDir: string): Promise<void> {
  const { code, err } = await runSundial(["reset-2fa", "--data-dir", dataDir]);
  assert.deepEqual([code, err.startsWith("nothing was changed")], [1, true]);
}

async function dropSecondFactor(panel: PanelProcess, dataDir: string): Promise<void> {
  const start = await panel.json<{ secret: string }>("/api/account/second-factor/start", { method: "POST" });
  const code = codeAt(start.secret, Date.now());
  await panel.json("/api/account/second-factor/activate", { json: { code } });
  const live = await panel.fetch("/api/events");
  assert.equal(await logIn(panel, account.password), 401);
  const done = await runSundial(["reset-2fa", "--data-dir", dataDir, "--json"]);
  assert.deepEqual([done.code, JSON.parse(done.out)], [0, { username: account.username }], done.err);
  // Ends by itself, within the seconds in which a panel checks the sessions of its streams.
  for await (const _ of live.body!) continue;
  assert.equal(await logIn(panel, account.password), 200);
}

async function rejectInvalid(panel: PanelProcess, dataDir: string): Promise<void> {
  for (
    const [input, reason] of [["short\n", /at least 8/i], ["", /no password was entered/], [
      "password123\n",
      /common|guess/i,
    ]] as const
  ) {
    const { code, err } = await runSundial(["reset-password", "--data-dir", dataDir], { input });
    assert.deepEqual([code, reason.test(err)], [1, true], err);
  }
  const unknownUser = await runSundial(["reset-password", "--data-dir", dataDir, "--user", "nobody"], {
    input: "long enough, this\n",
  });
  assert.deepEqual([unknownUser.code, /--user: mira/.test(unknownUser.err)], [1, true], unknownUser.err);
  assert.equal((await panel.fetch("/api/account")).status, 200, "the session continues");
}

async function pipe(panel: PanelProcess, dataDir: string): Promise<void> {
  const { code, out, err } = await runSundial(["reset-password", "--data-dir", dataDir], {
    input: "a boat in the bay\n",
  });
  assert.equal(code, 0, err);
  assert.match(out, /Changed the password of mira/);
  assert.equal((await panel.fetch("/api/account")).status, 401, "the session has ended");
  assert.equal(await logIn(panel, account.password), 401);
  assert.equal(await logIn(panel, "a boat in the bay"), 200);
}

async function type(panel: PanelProcess, dataDir: string): Promise<void> {
  const line = [Deno.execPath(), "run", "-A", ...shippedProgram, "reset-password", "--data-dir", dataDir]
    .join(" ");
  // Types each response after its prompt appears; \\x7f deletes the last character.
  const typist = `
import os, pty, sys
def answer(fd, question, typed):
    seen = b""
    while question not in seen: seen += os.read(fd, 1)
    os.write(fd, typed)
    return seen
pid, fd = pty.fork()
if pid == 0: os.execvp("sh", ["sh", "-c", sys.argv[1]])
seen = answer(fd, b"New password: ", b"a rope on the piex\\x7fr\\r") + answer(fd, b"Confirm new password: ", sys.argv[2].encode() + b"\\r")
try:
    while True:
        part = os.read(fd, 4096)
        if not part: break
        seen += part
except OSError: pass
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;
  const other = await runProgram(["python3", "-c", typist, line, "something else"], {});
  assert.deepEqual([other.code, /do not match/.test(other.out)], [1, true], other.out + other.err);
  const same = await runProgram(["python3", "-c", typist, line, "a rope on the pier"], {});
  assert.deepEqual([same.code, same.out.includes("rope")], [0, false], same.out + same.err);
  assert.equal(await logIn(panel, "a rope on the pier"), 200);
}

async function enable(panel: PanelProcess, dataDir: string): Promise<void> {
  const db = openDatabase<Tables>(join(dataDir, "sundial.sqlite"));
  await db.updateTable("account").set({ disabled_at: 1 }).execute();
  await db.destroy();
  assert.equal(await logIn(panel, account.password), 401);
  const { out } = await runSundial(["reset-password", "--data-dir", dataDir, "--generate", "--json"]);
  assert.equal(await logIn(panel, JSON.parse(out).password), 200);
}

async function generate(panel: PanelProcess, dataDir: string): Promise<void> {
  const { code, out } = await runSundial(["reset-password", "--data-dir", dataDir, "--generate", "--json"]);
  const { username, password } = JSON.parse(out);
  assert.deepEqual([code, username, password.length > 20], [0, account.username, true]);
  assert.equal(await logIn(panel, password), 200);
}

async function endAll(panel: PanelProcess, dataDir: string): Promise<void> {
  const { clientId, clientSecret } = await panel.json<{ clientId: string; clientSecret: string }>(
    "/api/applications",
    { json: { name: "deploy", scopes: ["tasks:read"] } },
  );
  const exchange = () => panel.fetch("/api/auth/token", { json: { clientId, clientSecret } });
  const { token } = await (await exchange()).json();
  const isAlive = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${panel.address}/api/tasks`, { headers });
    await response.body?.cancel();
    return response.status === 200;
  };
  await using db = openDatabase<Tables>(join(dataDir, "sundial.sqlite"));
  await db.insertInto("passkey").values({
    account_id: 1,
    credential_id: "a",
    public_key: "a",
    algorithm: "ES256",
    counter: 0,
    host: "localhost",
    name: "Phone",
    synced: 0,
    transports_json: "[]",
    created_at: 0,
    last_used_at: null,
  }).execute();
  const count = async () => {
    const rows = await db.selectFrom("passkey").select("id").execute();
    const devices = await db.selectFrom("login_attempt").select("id").where("network", "like", "browser %")
      .execute();
    return [rows.length, devices.length > 0];
  };
  const reset = async (...flags: string[]) => {
    const { code, out, err } = await runSundial(["reset-password", "--data-dir", dataDir, ...flags], {
      input: "a bell on the buoy\n",
    });
    assert.equal(code, 0, err);
    return out;
  };
  const stored = await reset("--keep-passkeys", "--keep-applications", "--json");
  assert.deepEqual(JSON.parse(stored), { username: account.username, passkeys: [], applications: [] });
  assert.deepEqual([await isAlive(), await count()], [true, [1, false]]);
  const output = await reset();
  assert.match(output, /Removed passkeys: Phone\nSuspended applications: deploy\. Enable them/);
  assert.deepEqual([await isAlive(), await count()], [false, [0, false]]);
  assert.equal((await (await exchange()).json()).code, "application_suspended");
  assert.equal(await logIn(panel, "a bell on the buoy"), 200);
}

async function readAudit(panel: PanelProcess): Promise<void> {
  const { items } = await panel.json<{ items: { act: string; object: string }[] }>(
    "/api/audit-log?actor=operator",
  );
  assert.deepEqual(items.map(({ act, object }) => [act, object]), [
    ...Array.from({ length: 6 }, () => ["account.password", account.username]),
    ["account.second-factor.deactivate", account.username],
  ]);
  const verdict = await panel.json<{ intact: boolean }>("/api/audit-log/verify");
  assert.equal(verdict.intact, true, JSON.stringify(verdict));
}
