import assert from "node:assert/strict";
import { localPath, localPaths } from "./old_paths.ts";

const folders = { scripts: "/srv/s", config: "/srv/c", logs: "/srv/l" };
const absent = () => false;

const paths: Record<string, string> = {
  "/ql/data/scripts/a/b.js": "/srv/s/a/b.js",
  "/ql/scripts/a.js": "/srv/s/a.js",
  "/ql/data/scripts": "/srv/s",
  "/ql/data/deps/x.js": "/srv/s/deps/x.js",
  "/ql/data/config/config.sh": "/srv/c/config.sh",
  "/ql/log/x/y.log": "/srv/l/x/y.log",
  "/ql/data/db/x": "/ql/data/db/x",
  "/ql/data/scripts2/a.js": "/ql/data/scripts2/a.js",
  "/home/ql/data/scripts/a.js": "/home/ql/data/scripts/a.js",
  "ql/data/scripts/a.js": "ql/data/scripts/a.js",
};

Deno.test("old paths: a path below qinglong's folders means the folder here, unless that folder exists", () => {
  for (const [path, expected] of Object.entries(paths)) {
    assert.equal(localPath(path, folders, absent), expected);
    assert.equal(localPath(path, folders, () => true), path);
  }
});

Deno.test("old paths: are replaced in a line for the shell, if the path here needs no quotes", () => {
  const line = `cd /ql/data/scripts && cat "/ql/config/a b" >>/ql/data/log/x; /opt/ql/data/scripts/y`;
  assert.equal(
    localPaths(line, folders, absent),
    `cd /srv/s && cat "/srv/c/a b" >>/srv/l/x; /opt/ql/data/scripts/y`,
  );
  assert.equal(localPaths(line, folders, () => true), line);
  assert.match(localPaths(line, { ...folders, scripts: "/a b" }, absent), /^cd \/ql\/data\/scripts &&/);
});

Deno.test("old paths: each folder counts by itself, as a link to the data folder here has no folder `log`", () => {
  const exists = (path: unknown) => ["/ql", "/ql/data", "/ql/data/scripts"].includes(String(path));
  assert.equal(localPath("/ql/data/scripts/a.js", folders, exists), "/ql/data/scripts/a.js");
  assert.equal(localPath("/ql/scripts/a.js", folders, exists), "/srv/s/a.js");
  assert.equal(
    localPaths("cat /ql/data/scripts/a >/ql/data/log/a; cat /ql/config/b", folders, exists),
    "cat /ql/data/scripts/a >/srv/l/a; cat /srv/c/b",
  );
});
