import assert from "node:assert/strict";
import { AppError } from "../../contract/app_error.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { RequestBodies } from "../../http/request_body.ts";
import { receiveArchive } from "./receive_archive.ts";

const start = '--B\r\ncontent-disposition: form-data; name="file"; filename="a.tar.gz"\r\n\r\n';

/** A request whose body arrives in chunks and then ends or breaks off. */
function upload(texts: readonly string[], type: string, breaksOff: boolean): Request {
  const chunks = texts.map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else if (breaksOff) controller.error(new Error("the connection was closed"));
      else controller.close();
    },
  });
  return new Request("http://localhost/", { method: "POST", headers: { "content-type": type }, body });
}

async function textOf(request: Request, limit = 1000): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  using content = new RequestBodies(new TestClock()).open(request, { authenticated: true });
  for await (const chunk of receiveArchive(content, limit)) text += decoder.decode(chunk, { stream: true });
  return text;
}

const isCutOff = (error: unknown) => error instanceof AppError && error.params["reason"] === "body_cut_off";
const form = "multipart/form-data; boundary=B";
const plain = "application/octet-stream";

Deno.test("receive archive: the body, or the first file of a form", async () => {
  assert.equal(await textOf(upload(["one ", "two"], plain, false)), "one two");
  assert.equal(await textOf(upload([start, "one ", "two", "\r\n--B--\r\n"], form, false)), "one two");
});

Deno.test("receive archive: an interrupted upload fails at any point, also within a form", async () => {
  await assert.rejects(textOf(upload(["one "], plain, true)), isCutOff);
  for (const texts of [[start.slice(0, 20)], [start], [start, "one "], [start, "one ", "two\r\n--B"]]) {
    await assert.rejects(textOf(upload(texts, form, true)), AppError, JSON.stringify(texts));
  }
});

Deno.test("receive archive: an upload beyond the limit is stopped, also if endless or within a form", async () => {
  const isTooLarge = (error: unknown) => error instanceof AppError && error.code === "payload_too_large";
  await assert.rejects(textOf(upload(["one ", "two"], plain, false), 6), isTooLarge);
  const text = "x".repeat(40_000);
  await assert.rejects(textOf(upload([start, text, text, "\r\n--B--\r\n"], form, false), 1000), isTooLarge);
});
