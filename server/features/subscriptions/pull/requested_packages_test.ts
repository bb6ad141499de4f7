import assert from "node:assert/strict";
import { requestedPackages } from "./requested_packages.ts";

function names(file: Parameters<typeof requestedPackages>[0], text: string): string[] {
  return requestedPackages(file, text).map(({ name }) => name);
}

Deno.test("requested packages: the dependencies of a package.json, with versions a name can have", () => {
  const text = JSON.stringify({
    dependencies: {
      axios: "^1.7.2",
      "@scope/name": "~2",
      "got": ">=11 <12",
      "crypto-js": "*",
      "fork": "github:someone/fork",
      "local": "file:../local",
      "git": "git+https://example.org/a.git",
      "--option": "1",
    },
    devDependencies: { eslint: "9" },
  });
  assert.deepEqual(names("package.json", text), ["axios@^1.7.2", "@scope/name@~2", "got", "crypto-js"]);
});

Deno.test("requested packages: the lines of a requirements.txt", () => {
  const text = `
# comment
requests
httpx[http2] == 0.27.0   # why
PyYAML>=6,<7 ; python_version < "3.12"
aiohttp (>=3.9)
hashed==1.0 \\
    --hash=sha256:abc
-r other.txt
-e .
--index-url https://example.org/simple
git+https://example.org/a.git
./local
requests
`;
  assert.deepEqual(names("requirements.txt", text), [
    "requests",
    "httpx[http2]==0.27.0",
    "PyYAML>=6,<7",
    "aiohttp>=3.9",
    "hashed==1.0",
  ]);
});

Deno.test("requested packages: a broken or odd file asks for nothing", () => {
  for (const text of ["", "{", "[]", "null", '{"dependencies":[]}', '{"dependencies":"x"}']) {
    assert.deepEqual(names("package.json", text), [], text);
  }
  const many = Array.from({ length: 500 }, (_, index) => `p${index}`).join("\n");
  assert.equal(names("requirements.txt", many).length, 200);
});
