import assert from "node:assert/strict";
import { join } from "node:path";
import { KeyError, openPrivateKey } from "./ssh_key.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const PASSPHRASE = "a quiet harbour 夜";

async function made(
  folder: string,
  args: string[],
  passphrase: string,
): Promise<{ text: string; fingerprint: string }> {
  const file = join(folder, `made-${crypto.randomUUID()}`);
  const make = (args: string[]) => new Deno.Command("ssh-keygen", { args, stderr: "piped" }).output();
  await make(["-q", ...args, "-N", passphrase, "-f", file]);
  const fingerprint =
    new TextDecoder().decode((await make(["-l", "-f", `${file}.pub`])).stdout).split(" ")[1] ??
      "";
  return { text: await Deno.readTextFile(file), fingerprint };
}

const reasonOf = async (opening: Promise<unknown>) => {
  const error = await opening.then(() => null, (error) => error);
  assert.ok(error instanceof KeyError, String(error));
  return error.reason;
};

const forms: [string, string[]][] = [
  ["ssh-ed25519", ["-t", "ed25519"]],
  ["ssh-rsa", ["-t", "rsa", "-b", "2048", "-m", "PEM"]],
  ["ecdsa-sha2-nistp256", ["-t", "ecdsa", "-m", "PKCS8"]],
];
for (const [type, args] of forms) {
  Deno.test(`ssh key: decrypts ${type} as ${args.at(-1)} with its passphrase and no other`, async () => {
    await using folder = await temporaryFolder();
    const { text, fingerprint } = await made(folder.path, args, PASSPHRASE);
    assert.equal(
      await reasonOf(openPrivateKey({ text, passphrase: null, folder: folder.path })),
      "needs_passphrase",
    );
    assert.equal(
      await reasonOf(openPrivateKey({ text, passphrase: "x".repeat(9), folder: folder.path })),
      "wrong_passphrase",
    );
    const opened = await openPrivateKey({
      text: text.replaceAll("\n", "\r\n"),
      passphrase: PASSPHRASE,
      folder: folder.path,
    });
    assert.deepEqual([opened.type, opened.fingerprint], [type, fingerprint]);
    const again = await openPrivateKey({ text: opened.text, passphrase: null, folder: folder.path });
    assert.deepEqual(again, opened);
    assert.ok(
      ![...Deno.readDirSync(folder.path)].some(({ name }) => name.startsWith("key-")),
      "nothing remains",
    );
  });
}

Deno.test("ssh key: rejects a damaged key and anything that is not a key", async () => {
  await using folder = await temporaryFolder();
  const { text } = await made(folder.path, ["-t", "ed25519"], "");
  const [first, second, ...rest] = text.split("\n");
  const damaged = [first, second, rest[0]?.toLowerCase(), ...rest.slice(1)].join("\n");
  const other =
    "-----BEGIN OPENSSH PRIVATE KEY-----\nYmFzZTY0IGJ1dCBubyBrZXk=\n-----END OPENSSH PRIVATE KEY-----\n";
  // It has no passphrase to ask for.
  assert.equal(
    await reasonOf(openPrivateKey({ text: other, passphrase: null, folder: folder.path })),
    "bad_key",
  );
  for (const one of ["", "ssh-ed25519 AAAA", damaged, other, text.slice(0, 120)]) {
    assert.equal(
      await reasonOf(openPrivateKey({ text: one, passphrase: "x", folder: folder.path })),
      "bad_key",
      one,
    );
  }
});
