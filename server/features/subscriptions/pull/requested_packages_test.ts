import assert from "node:assert/strict";
import { assertScales } from "../../../../tests/support/assert_scales.ts";
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

Deno.test("requested packages: files that were written on Windows", () => {
  const text = "\ufeffrequests==2.31.0 \\\r\n    --hash=sha256:aaaa\r\nnumpy==1.0\r\n";
  assert.deepEqual(names("requirements.txt", text), ["requests==2.31.0", "numpy==1.0"]);
  assert.deepEqual(names("package.json", '\ufeff{"dependencies":{"a":"^1.0.0"}}'), ["a@^1.0.0"]);
});

const markers: [marker: string, isForLinux: boolean][] = [
  ['sys_platform == "win32"', false],
  ["sys_platform != 'win32'", true],
  ['"linux" in sys_platform', true],
  ['platform_system not in "Windows,Darwin"', true],
  ['os_name == "nt" or python_version < "3.9"', true],
  ['(os_name == "nt" or os_name == "java") and python_version >= "3"', false],
  ['extra == "dev"', false],
  ['sys_platform == "win32" and', true],
  ["what is this?", true],
  ["(".repeat(20_000), true],
  ['sys_platform == "win32" ) )', true],
];

Deno.test({
  name: "requested packages: what only other systems need is not asked for",
  ignore: Deno.build.os !== "linux",
  fn() {
    for (const [marker, isForLinux] of markers) {
      assert.deepEqual(names("requirements.txt", `a==1; ${marker}`), isForLinux ? ["a==1"] : [], marker);
    }
  },
});

const hostile: Record<string, string> = {
  "comment signs": "a\t#",
  "semicolons": ";",
  "options": "\t--",
  "brackets": "(",
  "blanks": " ",
  "markers": "; (",
};

for (const [what, part] of Object.entries(hostile)) {
  Deno.test(`requested packages: reads many ${what} in linear time`, () => {
    assertScales(
      (size) => void names("requirements.txt", `${part.repeat(size / part.length)}\u2028`),
      200_000,
    );
  });
}

Deno.test("requested packages: a broken or odd file asks for nothing", () => {
  for (const text of ["", "{", "[]", "null", '{"dependencies":[]}', '{"dependencies":"x"}']) {
    assert.deepEqual(names("package.json", text), [], text);
  }
  const many = Array.from({ length: 500 }, (_, index) => `p${index}`).join("\n");
  assert.equal(names("requirements.txt", many).length, 200);
});
