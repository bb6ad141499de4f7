// The socket of a panel with a long path is in the folder for temporary files, where any user can create one of its name.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AccessFolder, accessFolderOf, socketOf, trustedSocketOf } from "./access_folder.ts";

const NOBODY = 65_534;
const files = join(import.meta.dirname!, "..", "features", "script_library", "files");

type Taking = (place: string) => void;

/** What somebody else can put in the place of the folder, once it was removed. */
const takings: [what: string, take: Taking][] = [
  ["a folder that others may enter", (place) => mkdirSync(place, { mode: 0o755 })],
  ["a link", (place) => {
    const other = `${place}-other`;
    mkdirSync(other, { mode: 0o700 });
    symlinkSync(other, place);
  }],
  ["a file", (place) => writeFileSync(place, "")],
];
// Only root can create what belongs to another user.
if (Deno.uid() === 0) {
  takings.push(["a folder of another user", (place) => {
    mkdirSync(place, { mode: 0o700 });
    Deno.chownSync(place, NOBODY, NOBODY);
  }]);
}

function withMovedSocket(test: (folder: string, place: string) => Promise<void> | void): () => Promise<void> {
  return async () => {
    const data = join(mkdtempSync(join(tmpdir(), "sundial-access-")), "d".repeat(120));
    mkdirSync(data);
    const folder = AccessFolder.open(data);
    const place = dirname(folder.socket);
    try {
      assert.equal(dirname(place), tmpdir());
      await test(accessFolderOf(data), place);
    } finally {
      for (const path of [place, `${place}-other`, dirname(data)]) {
        rmSync(path, { recursive: true, force: true });
      }
    }
  };
}

Deno.test(
  "access folder: a socket elsewhere is in a folder of its own, private to the user",
  withMovedSocket((folder, place) => {
    assert.equal(statSync(place).mode & 0o777, 0o700);
    assert.equal(trustedSocketOf(folder), socketOf(folder));
  }),
);

for (const [what, take] of takings) {
  Deno.test(
    `access folder: no client sends its credential to ${what} in the place of the panel's`,
    withMovedSocket(async (folder, place) => {
      rmSync(place, { recursive: true });
      take(place);
      assert.throws(() => trustedSocketOf(folder), /not private to the user of the panel/);
      const env = {
        SUNDIAL_ACCESS_DIR: folder,
        PATH: Deno.env.get("PATH") ?? "",
        PYTHONDONTWRITEBYTECODE: "1",
      };
      const node = `require(${
        JSON.stringify(join(files, "qlapi.cjs"))
      }).QLAPI.getEnvs().then((r) => console.log(r.message))`;
      const python = `import sys; sys.path.insert(0, ${
        JSON.stringify(files)
      }); import qlapi; print(qlapi.QLAPI.getEnvs()["message"])`;
      for (const [program, args] of [["node", ["-e", node]], ["python3", ["-c", python]]] as const) {
        const { stdout, stderr } = await new Deno.Command(program, { args: [...args], env, clearEnv: true })
          .output();
        const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
        assert.match(output, /not private to the user of the panel/, `${program}: ${output}`);
      }
    }),
  );
}
