import assert from "node:assert/strict";
import type { FileContent, FileDetails } from "../../server/contract/files.ts";
import { ApiProblem } from "./api_problem.ts";
import { FileDocument } from "./file_document.ts";
import type { FileRequests, SaveOver } from "./file_requests.ts";

/** A disk with one file, as the server would serve it. */
class Disk {
  content: string | null = "one";
  binary = false;
  reachable = true;
  saves: SaveOver[] = [];

  requests(): FileRequests {
    const part: Partial<FileRequests> = {
      stat: () => this.#respond(() => this.#details()),
      read: ({ force = false } = {}) =>
        this.#respond((): FileContent => ({
          ...this.#details(),
          format: this.binary ? "binary" : "text",
          content: this.binary && !force ? null : this.content,
        })),
      save: (content, over) =>
        this.#respond(() => {
          this.saves.push(over);
          const fits = over === "nothing"
            ? this.content === null
            : over === "anything" || over.etag === this.content;
          if (!fits) throw problem(412);
          this.content = content;
          return this.#details();
        }),
    };
    return part as FileRequests; // the parts that are used
  }

  #details(): FileDetails {
    if (this.content === null) throw problem(404);
    return { path: "a", size: 1, modifiedAt: "2026-01-01T00:00:00.000Z", etag: this.content };
  }

  async #respond<T>(make: () => T): Promise<T> {
    await Promise.resolve();
    if (!this.reachable) throw problem(0);
    return make();
  }
}

function problem(status: number): ApiProblem {
  const code = status === 412 ? "stale_version" : status === 404 ? "not_found" : "unreachable";
  return new ApiProblem({ code, status, title: "", detail: "" });
}

async function opened(disk: Disk): Promise<FileDocument> {
  const document = new FileDocument(disk.requests());
  await document.load();
  return document;
}

function openState(document: FileDocument) {
  const state = document.state();
  assert.equal(state.phase, "open");
  return state.phase === "open" ? state : assert.fail();
}

Deno.test("document: a save replaces the version that was read, the next one the version that was saved", async () => {
  const disk = new Disk();
  const document = await opened(disk);
  assert.equal(await document.save("two"), "saved");
  assert.equal(await document.save("three"), "saved");
  assert.deepEqual(disk.saves, [{ etag: "one" }, { etag: "two" }]);
  assert.equal(openState(document).open.revision, 1);
});

Deno.test("document: a save over someone else's version is rejected, and that version is read", async () => {
  const disk = new Disk();
  const document = await opened(disk);
  disk.content = "theirs";
  assert.equal(await document.save("mine"), "conflict");
  const { theirs, onDisk, saving, open } = openState(document);
  assert.deepEqual([theirs?.content, onDisk, saving, open.text], ["theirs", "changed", "no", "one"]);
  assert.equal(disk.content, "theirs");
  assert.equal(await document.save("both", { etag: "theirs" }), "saved");
  assert.equal(disk.content, "both");
  assert.equal(openState(document).theirs, null);
});

Deno.test("document: a change made while the user views the difference is a new conflict", async () => {
  const disk = new Disk();
  const document = await opened(disk);
  disk.content = "theirs";
  await document.save("mine");
  disk.content = "theirs, once more";
  assert.equal(await document.save("both", { etag: "theirs" }), "conflict");
  assert.equal(openState(document).theirs?.content, "theirs, once more");
});

Deno.test("document: an identical save by someone else is no conflict", async () => {
  const disk = new Disk();
  const document = await opened(disk);
  disk.content = "same";
  assert.equal(await document.save("same"), "saved");
  assert.equal(openState(document).onDisk, "same");
  assert.equal(await document.save("next"), "saved");
});

Deno.test("document: a deleted file is created again only if it still does not exist", async () => {
  const disk = new Disk();
  const document = await opened(disk);
  disk.content = null;
  await document.check();
  assert.equal(openState(document).onDisk, "gone");
  assert.equal(await document.save("mine"), "saved");
  assert.deepEqual(disk.saves, ["nothing"]);
});

Deno.test("document: a save to a missing file reports it and loses nothing", async () => {
  const disk = new Disk();
  const document = await opened(disk);
  disk.content = null;
  assert.equal(await document.save("mine"), "gone");
  assert.equal(openState(document).open.text, "one");
});

Deno.test("document: a save stays pending while the panel does not respond", async () => {
  const disk = new Disk();
  const document = await opened(disk);
  disk.reachable = false;
  assert.equal(await document.save("mine"), "waiting");
  assert.equal(openState(document).saving, "waiting");
  disk.reachable = true;
  assert.equal(await document.save("mine"), "saved");
  assert.deepEqual([openState(document).saving, disk.content], ["no", "mine"]);
});

Deno.test("document: a check reports a change, a deletion and a return; a failed check reports nothing", async () => {
  const disk = new Disk();
  const document = await opened(disk);
  const seen: string[] = [];
  for (const content of ["two", null, "one"]) {
    disk.content = content;
    await document.check();
    seen.push(openState(document).onDisk);
  }
  disk.reachable = false;
  await document.check();
  assert.deepEqual([...seen, openState(document).onDisk], ["changed", "gone", "same", "same"]);
});

Deno.test("document: a restored draft must pass the conflict dialog before it is saved", async () => {
  const disk = new Disk();
  const document = await opened(disk);
  document.pretendOver("zero");
  assert.equal(await document.save("draft"), "conflict");
  assert.equal(disk.content, "one");
});

Deno.test("document: a binary file opens by force, and stays binary when it is read again", async () => {
  const disk = new Disk();
  disk.binary = true;
  const document = await opened(disk);
  assert.equal(document.state().phase, "binary");
  await document.load({ force: true });
  await document.reload();
  assert.deepEqual([openState(document).open.format, openState(document).open.revision], ["binary", 2]);
});

Deno.test("document: reloading takes the version on disk, and keeps the file open on failure", async () => {
  const disk = new Disk();
  const document = await opened(disk);
  disk.content = "two";
  await document.reload();
  assert.deepEqual([openState(document).open.text, openState(document).open.revision], ["two", 2]);
  disk.reachable = false;
  await assert.rejects(document.reload(), /unreachable/);
  assert.equal(openState(document).open.text, "two");
});

Deno.test("document: distinguishes a missing file from one that is too large", async () => {
  const disk = new Disk();
  disk.content = null;
  assert.equal((await opened(disk)).state().phase, "missing");
  const requests = { ...disk.requests(), read: () => Promise.reject(problem(413)) };
  const large = new FileDocument(requests);
  await large.load();
  assert.equal(large.state().phase, "too_large");
});
