import assert from "node:assert/strict";
import { listBundledPackages, type Package } from "../../tools/bundled_packages.ts";

const compatible = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Unlicense",
  "OFL-1.1",
]);

function foreign(packages: Package[]): string[] {
  return packages.filter(({ licence }) =>
    !licence.replace(/[()]/g, "").split(" OR ").some((one) => compatible.has(one))
  )
    .map(({ name, version, licence }) => `${name}@${version}: ${licence}`);
}

Deno.test("architecture: shipped packages have licences compatible with MIT", async () => {
  const packages = await listBundledPackages();
  assert.ok(packages.some(({ name }) => name === "hono") && packages.some(({ name }) => name === "react"));
  assert.deepEqual(foreign(packages), []);
});

Deno.test("architecture: finds a licence that is not compatible with MIT", () => {
  const of = (licence: string) => ({ name: "x", version: "1.0.0", licence, text: "" });
  assert.equal(foreign([of("AGPL-3.0"), of("none"), of("MIT AND GPL-3.0")]).length, 3);
  assert.deepEqual(foreign([of("MIT"), of("(MPL-2.0 OR Apache-2.0)")]), []);
});
