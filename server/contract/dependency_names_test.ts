import assert from "node:assert/strict";
import { type DependencyType, dependencyTypes } from "./dependencies.ts";
import { readPackageName, splitPackageNames } from "./dependency_names.ts";

/** Type, name, and the expected result: the package key and the requested version. */
const right: [DependencyType, string, string, string | null][] = [
  ["node", "axios", "axios", null],
  ["node", "axios@1.2.3", "axios", "1.2.3"],
  ["node", "axios@^1.2", "axios", "^1.2"],
  ["node", "axios@>=1.2.0", "axios", ">=1.2.0"],
  ["node", "axios@latest", "axios", "latest"],
  ["node", "axios@1.x", "axios", "1.x"],
  ["node", "axios@*", "axios", "*"],
  ["node", "axios@1.0.0-rc.1", "axios", "1.0.0-rc.1"],
  ["node", "@scope/name", "@scope/name", null],
  ["node", "@scope/name@~2", "@scope/name", "~2"],
  ["node", "JSONStream", "JSONStream", null],
  ["node", "crypto-js", "crypto-js", null],
  ["node", "socket.io", "socket.io", null],
  ["python", "requests", "requests", null],
  ["python", "PyYAML==6.0.1", "pyyaml", "==6.0.1"],
  ["python", "ruamel.yaml>=0.17,<0.19", "ruamel-yaml", ">=0.17,<0.19"],
  ["python", "httpx[http2,socks]~=0.27", "httpx", "~=0.27"],
  ["python", "Foo__Bar.-baz", "foo-bar-baz", null],
  ["python", "torch==2.1.0+cpu", "torch", "==2.1.0+cpu"],
  ["python", "pkg==1!2.0.*", "pkg", "==1!2.0.*"],
  ["linux", "jq", "jq", null],
  ["linux", "g++", "g++", null],
  ["linux", "libssl3", "libssl3", null],
  ["linux", "curl=7.88.1-10+deb12u5", "curl", "7.88.1-10+deb12u5"],
  ["linux", "vim=2:9.0.1378-2", "vim", "2:9.0.1378-2"],
  ["linux", "py3-pip", "py3-pip", null],
  ["deno", "npm:chalk", "npm:chalk", null],
  ["deno", "npm:chalk@5", "npm:chalk", "5"],
  ["deno", "npm:@scope/name@^1", "npm:@scope/name", "^1"],
  ["deno", "jsr:@std/path", "jsr:@std/path", null],
  ["deno", "jsr:@std/path@1.0.0", "jsr:@std/path", "1.0.0"],
];
for (const [type, name, key, version] of right) {
  Deno.test(`dependency names: ${type} accepts ${name}`, () => {
    const read = readPackageName(type, name);
    assert.ok("key" in read, JSON.stringify(read));
    assert.deepEqual([read.key, read.version], [key, version]);
  });
}

/** Input that tries to make an installer do something else; no type accepts any of it. */
const hostile = [
  ...[
    "-g",
    "--global",
    "--registry=http://evil.example",
    "-o",
    "--config",
    "-e.",
    "-",
    "--",
    "+x",
    "-rrequirements.txt",
  ],
  ...[
    "--index-url=http://evil.example",
    "-i http://evil.example",
    "--trusted-host=*",
    "-oAPT::Update::Pre-Invoke::=sh",
  ],
  ...[
    "a;touch canary",
    "a&&touch canary",
    "a|touch canary",
    "a||b",
    "$(touch canary)",
    "`touch canary`",
    "a&b",
  ],
  ...[
    "a\ntouch canary",
    "a\r\nb",
    "a\tb",
    "a b",
    " a",
    "a ",
    "a\u0000b",
    "a'b",
    'a"b',
    "a\\b",
    "a>canary",
    "a<canary",
  ],
  ...[
    "${IFS}",
    "$HOME",
    "a#b",
    "a(b)",
    "{a,b}",
    "a?",
    "a*",
    "!a",
    "~root",
    "%s",
    "a\u200bb",
    "\u202ea",
    "包",
  ],
  ...[
    ".",
    "..",
    "./a",
    "../a",
    "/etc/passwd",
    "a/../b",
    "~/a",
    "C:\\a",
    "\\\\host\\share",
    "a/b/c",
    "@a/b/c",
    "@/a",
    "@a/",
  ],
  ...[
    "http://evil.example/a.tgz",
    "https://evil.example",
    "git+ssh://git@evil.example/a",
    "git://a",
    "file:../a",
  ],
  ...[
    "github:a/b",
    "gist:a",
    "link:../a",
    "workspace:*",
    "a@file:../b",
    "a@npm:b",
    "a@git+https://evil.example/b",
  ],
  ...["a @ http://evil.example/a.whl", "a@http://evil.example", "data:text/javascript,1", "node:fs"],
  ...["evil.tgz", "evil.tar.gz", "evil.whl", "evil.zip", "evil.deb", "evil.apk", "evil.dsc", "a@b.tgz"],
  ...["a@", "@", "", "a==", "a[", "a[]", "a[b", "a;python_version<'3'", "a=", "a=1=2", "a@1 || 2", "a@>"],
  ...[
    "npm:",
    "npm:../a",
    "npm:-g",
    "npm:a/b",
    "npm:a@",
    "jsr:a",
    "jsr:@a",
    "jsr:@a/b/c",
    "jsr:@A/b",
    "npm:npm:a",
  ],
  "a".repeat(301),
  `a@${"1".repeat(300)}`,
];
for (const name of hostile) {
  Deno.test(`dependency names: every type rejects ${JSON.stringify(name.slice(0, 60))}`, () => {
    const accepted = dependencyTypes.filter((type) => "key" in readPackageName(type, name));
    assert.deepEqual(accepted, []);
  });
}

/** Names that are valid for one type and an option, a path or nonsense for another. */
const elsewhere: [DependencyType, string][] = [
  ["linux", "@scope/name"],
  ["linux", "Requests"],
  ["linux", "a@1"],
  ["linux", "lib*"],
  ["python", "@scope/name"],
  ["python", "a@1"],
  ["python", "npm:a"],
  ["node", "npm:a"],
  ["node", "a==1"],
  ["node", "a/b"],
  ["deno", "chalk"],
  ["deno", "https://deno.land/x/a.ts"],
];
for (const [type, name] of elsewhere) {
  Deno.test(`dependency names: ${type} rejects ${name}`, () => {
    assert.ok("error" in readPackageName(type, name));
  });
}

const errors: [DependencyType, string, string][] = [
  ["node", "--global", "package_like_option"],
  ["node", "../a", "package_is_place"],
  ["node", "a/b", "package_is_place"],
  ["node", "a.tgz", "package_is_place"],
  ["python", "https://host.example/a.whl", "package_is_place"],
  ["node", "a;b", "package_has_signs"],
  ["python", "a b", "package_has_signs"],
  ["deno", "chalk", "package_name_wrong"],
  ["linux", "curl-", "package_name_wrong"],
];
for (const [type, name, error] of errors) {
  Deno.test(`dependency names: ${name} for ${type} is rejected as ${error}`, () => {
    assert.deepEqual(readPackageName(type, name), { error });
  });
}

Deno.test("dependency names: splits pasted text at lines, spaces and ampersands, each name once", () => {
  assert.deepEqual(splitPackageNames("axios\n  lodash@4 & got\r\n\naxios\t@a/b@^1\n"), [
    "axios",
    "lodash@4",
    "got",
    "@a/b@^1",
  ]);
  assert.deepEqual(splitPackageNames(" \n"), []);
});
