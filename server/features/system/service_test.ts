import assert from "node:assert/strict";
import { noticesOf } from "../../../tools/bundled_packages.ts";
import { parseNotices, readLicences } from "./service.ts";
import { join } from "node:path";

Deno.test("licences: what the build writes is parsed back in full", () => {
  const packages = [
    { name: "@scope/one", version: "1.0.0", licence: "MIT", text: "MIT License\n\nCopyright\n\n---\nmore" },
    { name: "two", version: "2.0.0-rc.1", licence: "Apache-2.0 OR MIT", text: "" },
  ];
  assert.deepEqual(parseNotices(noticesOf(packages)), packages);
});

Deno.test("licences: from source, they are read from the packages", () => {
  const hono = readLicences(join(import.meta.dirname!, "..", "..", "..")).find(({ name }) => name === "hono");
  assert.equal(hono?.licence, "MIT");
  assert.match(hono?.text ?? "", /Permission is hereby granted/);
});
