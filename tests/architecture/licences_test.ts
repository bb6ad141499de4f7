// Licences of all packages that are installed for build, panel and tests.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const modules = join(import.meta.dirname!, "..", "..", "node_modules", ".deno");

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

/** Packages that are not shipped: those of the tests, and what js-yaml needs as a command. */
const ofTests = ["argparse", "axe-core"];

/** Their licence covers only their own files, which are shipped unchanged and named in the notices. */
const ofOwnFiles = ["ical.js"];

interface Package {
  name: string;
  version: string;
  /** An SPDX expression. */
  license: string;
}

function listInstalled(): Package[] {
  return readdirSync(modules).flatMap((folder) => {
    const name = folder.replace(/(?!^)@[^@]+$/, "").replace("+", "/");
    const file = join(modules, folder, "node_modules", name, "package.json");
    return existsSync(file) ? [JSON.parse(readFileSync(file, "utf8")) as Package] : [];
  });
}

function foreign(packages: Package[]): string[] {
  return packages.filter(({ name, license }) =>
    ![...ofTests, ...ofOwnFiles].includes(name) &&
    !license.replace(/[()]/g, "").split(" OR ").some((one) => compatible.has(one))
  ).map(({ name, version, license }) => `${name}@${version}: ${license}`);
}

Deno.test("architecture: packages have licences compatible with MIT", () => {
  const packages = listInstalled();
  assert.ok(
    packages.some(({ name }) => name === "hono") && packages.some(({ name }) => name === "@dnd-kit/core"),
  );
  assert.deepEqual(foreign(packages), []);
});

Deno.test("architecture: finds a licence that is not compatible with MIT", () => {
  const of = (license: string) => ({ name: "x", version: "1.0.0", license });
  assert.equal(foreign([of("AGPL-3.0"), of("none"), of("MIT AND GPL-3.0")]).length, 3);
  assert.deepEqual(foreign([of("MIT"), of("(MPL-2.0 OR Apache-2.0)")]), []);
});
