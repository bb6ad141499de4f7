import assert from "node:assert/strict";
import { localPath, localPaths } from "./old_paths.ts";

const folders = { scripts: "/srv/s", config: "/srv/c", logs: "/srv/l", oldPanel: "/srv/ql" };
const absent = () => null;
const present = (path: string) => path;

const paths: Record<string, string> = {
  "/ql/data/scripts/a/b.js": "/srv/s/a/b.js",
  "/ql/scripts/a.js": "/srv/s/a.js",
  "/ql/data/scripts": "/srv/s",
  "/ql/data/deps/x.js": "/srv/s/deps/x.js",
  "/ql/data/config/config.sh": "/srv/c/config.sh",
  "/ql/log/x/y.log": "/srv/l/x/y.log",
  "/ql/data/repo/one_tool/x": "/srv/ql/data/repo/one_tool/x",
  "/ql/data/db/x": "/ql/data/db/x",
  "/ql/data/scripts2/a.js": "/ql/data/scripts2/a.js",
  "/home/ql/data/scripts/a.js": "/home/ql/data/scripts/a.js",
  "ql/data/scripts/a.js": "ql/data/scripts/a.js",
};

Deno.test("old paths: a path below qinglong's folders means the folder here, unless qinglong is here too", () => {
  for (const [path, expected] of Object.entries(paths)) {
    assert.equal(localPath(path, folders, absent), expected);
    assert.equal(localPath(path, folders, present), path);
  }
});

Deno.test("old paths: a link to the folders here changes nothing", () => {
  const links: Record<string, string> = { "/ql/data": "/srv", "/ql": "/srv/ql" };
  for (const [link, target] of Object.entries(links)) {
    const resolve = (path: string) => path.startsWith(`${link}/`) ? target + path.slice(link.length) : path;
    for (const [path, expected] of Object.entries(paths)) {
      if (!path.startsWith(`${link}/`)) continue;
      assert.equal(localPath(path, folders, resolve), expected);
    }
  }
});

Deno.test("old paths: are replaced in a line for the shell, if the path here needs no quotes", () => {
  const line = `cd /ql/data/scripts && cat "/ql/config/a b" >>/ql/data/log/x; /opt/ql/data/scripts/y`;
  assert.equal(
    localPaths(line, folders, absent),
    `cd /srv/s && cat "/srv/c/a b" >>/srv/l/x; /opt/ql/data/scripts/y`,
  );
  assert.equal(localPaths(line, folders, present), line);
  assert.match(localPaths(line, { ...folders, scripts: "/a b" }, absent), /^cd \/ql\/data\/scripts &&/);
});

Deno.test("old paths: each folder counts by itself", () => {
  const resolve = (path: string) => path === "/ql/data/scripts" ? path : null;
  assert.equal(localPath("/ql/data/scripts/a.js", folders, resolve), "/ql/data/scripts/a.js");
  assert.equal(
    localPaths("cat /ql/data/scripts/a >/ql/data/log/a; cat /ql/config/b", folders, resolve),
    "cat /ql/data/scripts/a >/srv/l/a; cat /srv/c/b",
  );
});
