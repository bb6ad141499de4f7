import assert from "node:assert/strict";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { AppError } from "../../contract/app_error.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { realDisk } from "../../platform/disk.ts";
import { hostileTars, tarOf } from "../../../tests/support/hostile_tar.ts";
import type { StagedFiles } from "./staged_files.ts";
import { readStaged, stageArchive, stageFolder } from "./staging.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

interface Staged {
  files: StagedFiles | null;
  fault: unknown;
  /** Everything below the temporary folder, except the archive. */
  paths: string[];
}

async function pathsBelow(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    paths.push(name);
    if (isDirectory) paths.push(...(await pathsBelow(join(folder, name))).map((path) => `${name}/${path}`));
  }
  return paths;
}

async function stage(
  archive: Uint8Array,
  { name = "data.tgz", maxFiles }: { name?: string; maxFiles?: number } = {},
): Promise<Staged> {
  await using root = await temporaryFolder();
  const [path, into] = [join(root.path, "archive"), join(root.path, "into")];
  try {
    await Deno.writeFile(path, archive);
    const files = await stageArchive(path, {
      ...{ into, name, disk: realDisk },
      ...(maxFiles !== undefined && { maxFiles }),
    });
    return { files, fault: null, paths: await pathsBelow(root.path) };
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === "import_refused", String(error));
    return { files: null, fault: error.params["fault"], paths: await pathsBelow(root.path) };
  }
}

/** Links are reported and never followed; a contiguous file is a file, and an import knows no manifest. */
const expected: Record<string, string | null> = {
  "a link, then a file through it": "unsafe_name",
  "a hard link": null,
  "a contiguous file": null,
  "a second manifest": null,
};

for (const [what, entries, usual] of hostileTars) {
  Deno.test(`import staging: handles ${what} and writes nothing outside`, async () => {
    for (const archive of [tarOf(entries), gzipSync(tarOf(entries))]) {
      const { fault, paths } = await stage(archive);
      assert.equal(fault, what in expected ? expected[what] : usual);
      assert.ok(
        !paths.some((path) => path.includes("evil") && !path.startsWith("into/files/")),
        paths.join(),
      );
      assert.deepEqual(
        (await Array.fromAsync(Deno.readDir("/etc/cron.d"))).filter(({ name }) => name === "evil"),
        [],
      );
    }
  });
}

Deno.test("import staging: reports links and leaves out folders that no import reads", async () => {
  const { files } = await stage(tarOf([
    { name: "data/", type: "5" },
    { name: "./data/scripts/a.js", body: "a" },
    { name: "data/scripts/passwd", type: "2", link: "/etc/passwd" },
    { name: "data/scripts/log/kept.js", body: "b" },
    { name: "data/log/a/1.log", body: "log" },
    { name: "data/scripts/node_modules/x/link", type: "2", link: "../y" },
    { name: "data/scripts/node_modules/x/index.js", body: "x" },
  ]));
  assert.deepEqual(files?.list().map(({ path }) => path), ["data/scripts/a.js", "data/scripts/log/kept.js"]);
  assert.deepEqual(files.links, ["data/scripts/passwd"]);
  assert.deepEqual([...files.skipped].sort(), ["data/log", "data/scripts/node_modules"]);
});

Deno.test("import staging: what is left out needs no room and is not counted", async () => {
  const packages = Array.from({ length: 20 }, (_, index) => ({ name: `data/dep_cache/${index}` }));
  const entries = [
    ...packages,
    { name: "data/log", type: "5" },
    { name: `data/log/${"x".repeat(300)}`, body: "no name for a file system" },
    { name: "data/scripts/a.js", body: "a" },
  ];
  const { files } = await stage(tarOf(entries), { maxFiles: 1 });
  assert.deepEqual(files?.list().map(({ path }) => path), ["data/scripts/a.js"]);
  assert.deepEqual(files.skipped, ["data/dep_cache", "data/log"]);
  const more = tarOf([...entries, { name: "data/scripts/b.js", body: "b" }]);
  const rejected = await stage(more, { maxFiles: 1 });
  assert.equal(rejected.fault, "too_many");
  // Nothing was written that would have to be removed again.
  assert.deepEqual(rejected.paths.filter((path) => path.startsWith("into/files/")), []);
});

Deno.test("import staging: rejects a decompression bomb and a truncated archive", async () => {
  const bomb = gzipSync(tarOf([{ name: "scripts/a", body: "x", size: 2 ** 33 }]));
  const { fault, paths } = await stage(bomb);
  assert.equal(fault, "too_large");
  assert.deepEqual(paths.filter((path) => path.startsWith("into/files/")), []);
  const small = gzipSync(tarOf([{ name: "scripts/a", body: "x", size: 100_000 }]));
  assert.equal((await stage(small)).fault, "truncated");
  const whole = gzipSync(tarOf([{ name: "scripts/a.js", body: "x".repeat(100_000) }]));
  assert.equal((await stage(whole.subarray(0, whole.length - 20))).fault, "truncated");
});

Deno.test("staging: rejects an archive that unpacks to far more than its size, and writes nothing of it", async () => {
  // The sizes in the headers count, whatever follows. Random bytes make the archive as large as it claims to be.
  const claims = async (size: number) => {
    const filling = crypto.getRandomValues(new Uint8Array(65_536));
    const entries = [
      {
        name: "scripts/filling",
        body: Array.from(filling, (byte) => String.fromCharCode(byte % 128)).join(""),
      },
      { name: "scripts/a", body: "x", size },
    ];
    return await stage(gzipSync(tarOf(entries)));
  };
  const { unpackedRatio, unpackedBytes, fileBytes } = importLimits;
  for (const size of [unpackedBytes + unpackedRatio * 2 * 65_536, fileBytes + 1]) {
    const { fault, paths } = await claims(size);
    assert.equal(fault, "too_large");
    assert.deepEqual(paths.filter((path) => path.includes("scripts")), []);
  }
});

Deno.test("import staging: rejects other types of archives, which it would otherwise take for a single file", async () => {
  const starts = [
    "PK\x03\x04",
    "7z\xbc\xaf\x27\x1c",
    "Rar!\x1a\x07",
    "\xfd7zXZ\0",
    "BZh9",
    "\x28\xb5\x2f\xfd",
  ];
  for (const start of starts) {
    const bytes = Uint8Array.from(`${start} and more`, (character) => character.charCodeAt(0));
    assert.equal((await stage(bytes)).fault, "other_archive", start);
  }
  assert.equal((await stage(new TextEncoder().encode("BZh is no archive"))).fault, null);
});

Deno.test("import staging: stores a file that is no archive under its name", async () => {
  const text = new TextEncoder().encode("5 4 * * * backup.sh\n");
  for (const content of [text, gzipSync(text)]) {
    const { files } = await stage(content, { name: "/home/x/../mine.crontab" });
    assert.deepEqual(files?.list().map(({ path }) => path), ["mine.crontab"]);
  }
  assert.deepEqual((await stage(text, { name: ".." })).files?.list().map(({ path }) => path), ["upload"]);
});

Deno.test("import staging: copies a folder without following its links", async () => {
  await using root = await temporaryFolder();
  await Deno.mkdir(join(root.path, "from/scripts"), { recursive: true });
  await Deno.writeTextFile(join(root.path, "from/scripts/a.sh"), "echo a\n", { mode: 0o755 });
  await Deno.symlink("/etc", join(root.path, "from/scripts/etc"));
  const into = join(root.path, "into");
  const files = await stageFolder(join(root.path, "from"), { into, name: "from", disk: realDisk });
  assert.deepEqual(files.list().map(({ path, mode }) => [path, mode & 0o100]), [["scripts/a.sh", 0o100]]);
  assert.deepEqual(files.links, ["scripts/etc"]);
  const again = await readStaged(into, "from");
  assert.deepEqual(again.list(), files.list());
  assert.equal(await again.text("scripts/a.sh"), "echo a\n");
});

Deno.test("import staging: reports names in an archive that are not UTF-8, however many become the same", async () => {
  await using root = await temporaryFolder();
  const make = `mkdir -p scripts/plain && cd scripts && printf x > a.sh && printf x > plain/b.sh &&
      printf x > "$(printf '\\326\\320.sh')" && printf x > "$(printf '\\316\\304.sh')" &&
      mkdir "$(printf '\\326')" && printf x > "$(printf '\\326/c.sh')" && printf x > "$(printf '\\326/d.sh')" &&
      cd .. && tar -czf archive scripts`;
  const { success } = await new Deno.Command("sh", { args: ["-c", make], cwd: root.path }).output();
  assert.ok(success);
  const { files } = await stage(await Deno.readFile(join(root.path, "archive")));
  assert.deepEqual(files?.list().map(({ path }) => path), ["scripts/a.sh", "scripts/plain/b.sh"]);
  assert.deepEqual([...files.unreadable].sort(), ["scripts/\ufffd", "scripts/\ufffd\ufffd.sh"]);
});

Deno.test("import staging: reports names that are not UTF-8, and takes what lies beside them", async () => {
  await using root = await temporaryFolder();
  const make = `mkdir -p scripts/log node_modules && cd scripts && printf x > a.sh &&
      printf x > "$(printf 'gbk\\326\\320.sh')" && mkdir "$(printf '\\326\\320')" &&
      printf x > "../node_modules/$(printf '\\326')"`;
  const { success } = await new Deno.Command("sh", { args: ["-c", make], cwd: root.path }).output();
  assert.ok(success);
  const into = join(root.path, "into");
  const files = await stageFolder(root.path, { into, name: "from", disk: realDisk });
  assert.deepEqual(files.list().map(({ path }) => path), ["scripts/a.sh"]);
  assert.deepEqual([...files.unreadable].sort(), ["scripts/gbk\ufffd\ufffd.sh", "scripts/\ufffd\ufffd"]);
  assert.deepEqual((await readStaged(into, "from")).unreadable, files.unreadable);
});
