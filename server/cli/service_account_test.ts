import assert from "node:assert/strict";
import {
  canRun,
  createAccount,
  findAccount,
  giveFolder,
  maySudo,
  type RunProgram,
} from "./service_account.ts";

/** Programs that respond by their command line; all others fail. */
function machine(responses: Record<string, string>) {
  const calls: string[] = [];
  const run: RunProgram = (file, args, { uid, gid } = {}) => {
    const line = [file, ...args].join(" ");
    calls.push(uid === undefined ? line : `${uid}:${gid} ${line}`);
    const stdout = responses[line];
    return stdout === undefined
      ? { status: 1, stdout: "", stderr: `${file}: refused\n` }
      : { status: 0, stdout, stderr: "" };
  };
  return { run, calls };
}

Deno.test("service account: finds accounts by name, and numbers without a name", () => {
  const { run } = machine({ "id -u -- mira": "1004\n", "id -g -- mira": "1005\n" });
  assert.deepEqual(findAccount("mira", run), { name: "mira", uid: 1004, gid: 1005 });
  assert.deepEqual(findAccount("2000", run), { name: "2000", uid: 2000, gid: 2000 });
  assert.equal(findAccount("nobody-here", run), null);
});

Deno.test("service account: creates a system account with a home and a shell, or says why not", () => {
  const shell = "/bin/bash";
  const command =
    `useradd --system --user-group --create-home --home-dir /var/lib/sundial --shell ${shell} sundial`;
  const { run, calls } = machine({ [command]: "" });
  assert.equal(createAccount(run), null);
  assert.deepEqual(calls, [command]);
  assert.equal(createAccount(machine({}).run), "useradd: refused");
});

Deno.test("service account: knows who may use sudo, and tries programs as the account", () => {
  const allowed = "User mira may run the following commands on here:\n    (root) ALL\n";
  const not = "User sundial is not allowed to run sudo on here.\n";
  const account = { name: "sundial", uid: 990, gid: 991 };
  const { run, calls } = machine({
    ...{ "sudo -n -l -U mira": allowed, "sudo -n -l -U sundial": not },
    ...{ "panel --version": "1", "chown -R -- 990:991 /srv/data": "" },
  });
  assert.deepEqual([maySudo("mira", run), maySudo("sundial", run), maySudo("none", run)], [
    true,
    false,
    false,
  ]);
  assert.equal(canRun(["panel", "--version"], account, run), true);
  assert.equal(calls.at(-1), "990:991 panel --version");
  assert.equal(canRun(["hidden"], account, run), false);
  assert.equal(giveFolder("/srv/data", account, run), null);
  assert.equal(giveFolder("/elsewhere", account, run), "chown: refused");
});
