import assert from "node:assert/strict";
import { sendFile } from "./send_file.ts";

class RecordedRequest {
  static headers: Record<string, string> = {};
  upload = {};
  status = 200;
  responseText = "{}";
  onload = () => {};
  open(): void {}
  abort(): void {}
  setRequestHeader(name: string, value: string): void {
    RecordedRequest.headers[name] = value;
  }
  send(): void {
    this.onload();
  }
}

Deno.test("send file: names the language of the page, which the session's may differ from", async () => {
  Reflect.set(globalThis, "XMLHttpRequest", RecordedRequest);
  try {
    const { signal } = new AbortController();
    await sendFile({ url: "/api/x", file: new Blob(), language: "zh", onProgress() {}, signal });
  } finally {
    Reflect.deleteProperty(globalThis, "XMLHttpRequest"); // Deno has none
  }
  const { headers } = RecordedRequest;
  assert.deepEqual([headers["x-page-language"], headers["accept-language"]], ["zh", "zh"]);
});
