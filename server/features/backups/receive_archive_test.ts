import assert from "node:assert/strict";
import { AppError } from "../../contract/app_error.ts";
import { receiveArchive } from "./receive_archive.ts";

const start = '--B\r\ncontent-disposition: form-data; name="file"; filename="a.tar.gz"\r\n\r\n';

/** A request whose body comes chunk by chunk and then ends, or breaks off. */
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

async function textOf(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of receiveArchive(request)) text += decoder.decode(chunk, { stream: true });
  return text;
}

const isCutOff = (fault: unknown) => fault instanceof AppError && fault.params["reason"] === "body_cut_off";
const form = "multipart/form-data; boundary=B";
const plain = "application/octet-stream";

Deno.test("receive archive: the body, or the first file of a form", async () => {
  assert.equal(await textOf(upload(["one ", "two"], plain, false)), "one two");
  assert.equal(await textOf(upload([start, "one ", "two", "\r\n--B--\r\n"], form, false)), "one two");
});

Deno.test("receive archive: one that is cut off ends as such, wherever, also within a form", async () => {
  await assert.rejects(textOf(upload(["one "], plain, true)), isCutOff);
  for (const texts of [[start.slice(0, 20)], [start], [start, "one "], [start, "one ", "two\r\n--B"]]) {
    await assert.rejects(textOf(upload(texts, form, true)), AppError, JSON.stringify(texts));
  }
});
