import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createGzip, gzipSync } from "node:zlib";
import { AppError } from "../../contract/app_error.ts";
import { checksumLine, CHECKSUMS, MANIFEST, newHash } from "./archive_form.ts";
import {
  foldsNames,
  isEncrypted,
  readArchive,
  type ReadArchiveOptions,
  usualLimits,
} from "./read_archive.ts";
import { completeTar, hostileTars, tarOf } from "../../../tests/support/hostile_tar.ts";
import { type NewEntry, writeArchive } from "./write_archive.ts";
import { inFolder } from "../../../tests/support/temporary_folder.ts";

const mtime = new Date("2026-01-01T00:00:00Z");

function textEntry(name: string, text: string): NewEntry {
  const bytes = new TextEncoder().encode(text);
  return { name, mode: 0o640, mtime, content: { size: bytes.length, chunks: list([bytes]), filler: 0 } };
}

async function* list<T>(items: readonly T[]): AsyncGenerator<T, void> {
  yield* items;
}

async function readAll(path: string, options: ReadArchiveOptions = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  await readArchive(path, options, async ({ name, kind, content }) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    found[name] = kind === "folder" ? "folder" : await new Blob(chunks as BlobPart[]).text();
  });
  return found;
}

async function codeOf(path: string, options: ReadArchiveOptions = {}): Promise<string> {
  try {
    await readAll(path, options);
    return "accepted";
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return error.code === "archive_refused" ? String(error.params["fault"]) : error.code;
  }
}

Deno.test("archive: reads back what was written, with names of any script and length, plain and encrypted", () =>
  inFolder(async (folder) => {
    const long = `scripts/${"深".repeat(80)}/${"x".repeat(150)}.js`;
    const entries = () =>
      list<NewEntry>([
        textEntry(MANIFEST, "{}"),
        { name: "scripts", mode: 0o755, mtime, content: null },
        textEntry("scripts/日晷 è 🌞.js", "hello"),
        textEntry(long, "long"),
        textEntry("scripts/empty", ""),
      ]);
    for (const passphrase of [undefined, "correct horse"]) {
      const path = `${folder}/${passphrase ?? "plain"}`;
      const size = await writeArchive(path, entries(), { passphrase });
      assert.equal((await Deno.stat(path)).size, size);
      assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
      assert.equal(await isEncrypted(path), passphrase !== undefined);
      assert.deepEqual(await readAll(path, { passphrase }), {
        [MANIFEST]: "{}",
        scripts: "folder",
        "scripts/日晷 è 🌞.js": "hello",
        [long]: "long",
        "scripts/empty": "",
      });
      assert.equal(await codeOf(path), passphrase ? "backup_passphrase_needed" : "accepted");
    }
    assert.deepEqual([...Deno.readDirSync(folder)].length, 2, "nothing else remains");
  }));

Deno.test("archive: an error during writing leaves nothing behind and is reported", () =>
  inFolder(async (folder) => {
    async function* broken(): AsyncGenerator<NewEntry, void> {
      yield textEntry(MANIFEST, "{}");
      await Promise.resolve();
      throw new Error("the disk is gone");
    }
    await assert.rejects(writeArchive(`${folder}/a`, broken()), /the disk is gone/);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  }));

Deno.test("archive: writing to a file that exists fails, and leaves it and its neighbors as they were", () =>
  inFolder(async (folder) => {
    const [path, neighbor] = [`${folder}/a`, `${folder}/a.sums`];
    const entries = () => list<NewEntry>([textEntry(MANIFEST, "{}")]);
    await Deno.writeTextFile(path, "an older backup");
    await Deno.writeTextFile(neighbor, "its checksums");
    await assert.rejects(writeArchive(path, entries()), Deno.errors.AlreadyExists);
    assert.equal(await Deno.readTextFile(path), "an older backup");
    await Deno.remove(path);
    await writeArchive(path, entries());
    assert.equal(await Deno.readTextFile(neighbor), "its checksums");
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["a", "a.sums"]);
  }));

for (
  const [what, entries, error] of [
    ["a valid archive", [{ name: "scripts/a.js", body: "x" }], "accepted"],
    ...hostileTars,
  ] as const
) {
  Deno.test(`hostile archive: ${what} results in ${error}`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/a`;
      await Deno.writeFile(path, gzipSync(completeTar(entries)));
      assert.equal(await codeOf(path), error);
    });
  });
}

Deno.test("hostile archive: rejects names that the file system treats as equal", () =>
  inFolder(async (folder) => {
    const path = `${folder}/a`;
    for (const [one, two] of [["scripts/A", "scripts/a"], ["scripts/\u00e9", "scripts/e\u0301"]] as const) {
      await Deno.writeFile(path, gzipSync(completeTar([{ name: one, body: "" }, { name: two, body: "" }])));
      assert.equal(await codeOf(path, { foldsNames: true }), "duplicate");
      assert.equal(await codeOf(path, { foldsNames: await foldsNames(folder) }), "accepted");
    }
  }));

Deno.test("hostile archive: rejects truncation and changed bytes at any position", () =>
  inFolder(async (folder) => {
    const path = `${folder}/a`;
    const noise = { size: 60_000, chunks: list([new Uint8Array(randomBytes(60_000))]), filler: 0 };
    const entries = [textEntry(MANIFEST, "{}"), { name: "scripts/n", mode: 0o644, mtime, content: noise }];
    await writeArchive(path, list(entries));
    const whole = await Deno.readFile(path);
    const seen = new Set<string>();
    for (let cut = 0; cut < whole.length; cut += 1999) {
      await Deno.writeFile(`${folder}/cut`, whole.subarray(0, cut));
      const error = await codeOf(`${folder}/cut`);
      assert.ok(["truncated", "not_an_archive"].includes(error), `cut at ${cut}: ${error}`);
      // The gzip header is not part of the content.
      const changed = whole.slice();
      const index = Math.max(cut, 10);
      changed[index]! ^= 0x40;
      await Deno.writeFile(`${folder}/changed`, changed);
      seen.add(await codeOf(`${folder}/changed`));
    }
    assert.ok(!seen.has("accepted"), [...seen].join());
  }));

Deno.test("hostile archive: rejects wrong checksums, extra or missing entries, and files that are no archive", () =>
  inFolder(async (folder) => {
    const path = `${folder}/a`;
    const check = async (tar: Uint8Array, error: string) => {
      await Deno.writeFile(path, gzipSync(tar));
      assert.equal(await codeOf(path), error);
    };
    await check(tarOf([{ name: MANIFEST, body: "{}" }, { name: CHECKSUMS, body: "wrong" }]), "damaged");
    await check(tarOf([{ name: MANIFEST, body: "{}" }]), "truncated");
    const sums = new TextDecoder().decode(
      checksumLine({ name: MANIFEST, hash: newHash().update("{}").digest("hex"), size: 2, mode: 0o644 }),
    );
    const ended = [{ name: MANIFEST, body: "{}" }, { name: CHECKSUMS, body: sums }];
    await check(tarOf(ended), "accepted");
    await check(tarOf([...ended, { name: "scripts/late", body: "x" }]), "unexpected");
    await check(tarOf([{ name: "scripts/a", body: "x" }]), "not_an_archive");
    await check(new Uint8Array(), "truncated");
    await Deno.writeFile(path, randomBytes(5000));
    assert.equal(await codeOf(path), "not_an_archive");
  }));

Deno.test("hostile archive: rejects a decompression bomb by its size, long before it is unpacked", () =>
  inFolder(async (folder) => {
    const path = `${folder}/bomb`;
    const file = await Deno.open(path, { write: true, create: true });
    const gzip = createGzip({ level: 9 });
    const written = (async () => {
      for await (const chunk of gzip) await file.write(chunk);
    })();
    const size = 3 * 2 ** 30;
    const zeros = new Uint8Array(2 ** 20);
    gzip.write(tarOf([{ name: MANIFEST, body: "{}" }, { name: "scripts/bomb", size }]).subarray(0, 1536));
    for (let at = 0; at < size / 40; at += zeros.length) {
      if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once("drain", resolve));
    }
    gzip.end();
    await written;
    file.close();
    const before = Deno.memoryUsage().rss;
    const limits = { ...usualLimits, bytes: 16 * 2 ** 20 };
    assert.equal(await codeOf(path, { limits }), "too_large");
    assert.ok(Deno.memoryUsage().rss - before < 150 * 2 ** 20);
  }));

Deno.test("hostile archive: rejects too many files at the first one beyond the limit", () =>
  inFolder(async (folder) => {
    const path = `${folder}/many`;
    const entries = Array.from({ length: 3000 }, (_, index) => ({ name: `scripts/${index}` }));
    await Deno.writeFile(path, gzipSync(completeTar(entries)));
    assert.equal(await codeOf(path, { limits: { ...usualLimits, entries: 2000 } }), "too_many");
  }));
