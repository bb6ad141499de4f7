// There is no container engine where the tests run, so the files are compared with the code, and the scripts are
// run.

import assert from "node:assert/strict";
import { join } from "node:path";
import { load } from "js-yaml";
import { readConfig } from "../../server/platform/config.ts";
import { configOptions } from "../../server/platform/config_options.ts";
import { oldPanelFolder } from "../../server/platform/old_panel_folder.ts";
import { lightFlags } from "../../server/platform/light_flags.ts";
import { readTree, root } from "./read_tree.ts";
import { runProgram } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const tree = readTree();
const dockerfile = readInstructions(tree.get("Dockerfile")!);
const compose = tree.get("compose.yaml")!;

interface Instruction {
  name: string;
  messages: string;
}

/** Parses the instructions of a Dockerfile, with continued lines joined. */
function readInstructions(text: string): Instruction[] {
  const lines = text.replace(/^#.*$/gm, "").replace(/\\\n/g, " ").split("\n").filter((line) =>
    line.trim() !== ""
  );
  return lines.map((line) => /^(\w+)\s+(.*)$/.exec(line)!).map(([, name, messages]) => ({
    name: name!,
    messages: messages!.replace(/\s+/g, " "),
  }));
}

function messagesOf(name: string): string[] {
  return dockerfile.filter((one) => one.name === name).map((one) => one.messages);
}

function imageVariables(): Map<string, string> {
  const pairs = messagesOf("ENV").flatMap((messages) => messages.split(" ")).map((pair) => pair.split("="));
  return new Map(pairs.map(([name, value]) => [name!, value!]));
}

function defaultOf(variable: string): string | null {
  return configOptions.find((row) => row.variable === variable)!.fallback;
}

Deno.test("container: the image sets only variables that the panel reads", () => {
  const known = new Set(configOptions.map((row) => row.variable));
  const ours = [...imageVariables().keys()].filter((name) => name.startsWith("SUNDIAL_"));
  assert.ok(ours.length > 0);
  assert.deepEqual(ours.filter((name) => !known.has(name)), []);
});

Deno.test("container: exposes one port, the panel's own, to the network", () => {
  assert.deepEqual(messagesOf("EXPOSE"), [defaultOf("SUNDIAL_PORT")]);
  assert.equal(imageVariables().get("SUNDIAL_PORT"), defaultOf("SUNDIAL_PORT"));
  assert.equal(imageVariables().get("SUNDIAL_HOST"), "0.0.0.0");
  assert.match(compose, new RegExp(`- "5780:${defaultOf("SUNDIAL_PORT")}"`));
});

Deno.test("container: has one volume, the data folder, in the image and in compose.yaml", () => {
  const [folder, ...others] = messagesOf("VOLUME");
  assert.deepEqual(others, []);
  assert.equal(imageVariables().get("SUNDIAL_DATA_DIR"), folder);
  assert.ok(compose.includes(`- data:${folder}\n`));
});

Deno.test("container: scripts of other panels find their folder, programs and packages, and the time zone is asked for", () => {
  const [install = ""] = messagesOf("RUN").filter((text) => text.includes("useradd"));
  const { SUNDIAL_DATA_DIR } = Object.fromEntries(imageVariables());
  assert.ok(install.includes(`ln -s ${oldPanelFolder(SUNDIAL_DATA_DIR!)} /ql `));
  for (const name of ["jq", "wget", "unzip", "python3-pip", "python3-requests"]) {
    assert.ok(install.split(" ").includes(name), name);
  }
  assert.match(install, /npm install --global [^&]*"pnpm@\$\{PNPM_VERSION\}"/);
  const { services } = load(compose) as { services: Record<string, Service> };
  assert.match(services["sundial"]!.environment["TZ"]!, /^\$\{TZ:\?.+\}$/);
});

Deno.test("container: runs as an unprivileged user, below an init process that reaps orphans", () => {
  assert.match(messagesOf("USER").at(-1)!, /^[1-9]\d*:[1-9]\d*$/);
  assert.deepEqual(messagesOf("ENTRYPOINT"), ['["tini", "--", "sundial"]']);
});

Deno.test("container: its command exists and starts the bundle that the stage creates", () => {
  const [command] = JSON.parse(messagesOf("CMD")[0]!) as string[];
  assert.ok(tree.has(`server/cli/${command}.ts`), `command ${command} does not exist`);
  const entry = /entry: "([^"]+)"/.exec(tree.get("tools/stage.ts")!)![1];
  assert.ok(Deno.readTextFileSync(join(root, "container/sundial")).includes(`/opt/sundial/${entry} "$@"`));
  const flags = ` ${lightFlags.join(" ")} `;
  for (const path of ["container/sundial", "deno.json"]) {
    assert.ok(Deno.readTextFileSync(join(root, path)).includes(flags), `${path} lacks${flags}`);
  }
  assert.ok(messagesOf("COPY").includes("--from=build /build/dist/stage /opt/sundial"));
});

Deno.test("container: the files it copies from the repository exist and are not ignored", () => {
  const ignored = Deno.readTextFileSync(join(root, ".dockerignore")).split("\n");
  const copied = messagesOf("COPY").filter((messages) => !messages.startsWith("--from"))
    .flatMap((messages) => messages.split(" ").slice(0, -1));
  assert.ok(copied.length > 5);
  for (const path of copied) {
    assert.ok(Deno.statSync(join(root, path)), path);
    assert.ok(ignored.includes(`!${path.split("/")[0]}`), `${path} is ignored`);
  }
});

interface Service {
  command?: string[];
  environment: Record<string, string>;
  volumes: string[];
}

Deno.test("container: the file for several machines starts nodes that share a database and a key", () => {
  const text = Deno.readTextFileSync(join(root, "container/compose.many.yaml"));
  const file = load(text) as { services: Record<string, Service>; volumes: Record<string, null> };
  const { database, proxy, ...nodes } = file.services;
  assert.deepEqual(Object.keys(nodes), ["panel-1", "panel-2", "worker-1", "worker-2"]);
  const known = new Set(configOptions.map((row) => row.variable));
  for (const [name, { command = ["serve"], environment, volumes }] of Object.entries(nodes)) {
    assert.deepEqual(command, [name.startsWith("worker") ? "worker" : "serve"], name);
    assert.deepEqual(
      Object.keys(environment).filter((variable) => variable !== "TZ" && !known.has(variable)),
      [],
      name,
    );
    assert.equal(environment.SUNDIAL_NODE_NAME, name);
    assert.deepEqual(volumes, [`${name}:${messagesOf("VOLUME")[0]}`, "key:/key"]);
    for (const volume of volumes) assert.ok(volume.split(":")[0]! in file.volumes, volume);
    const flags = new Map([["--database-url", environment.SUNDIAL_DATABASE_URL!.replace(/\$\{.*\}/, "p")]]);
    const { databaseUrl, keyFile, pools, noRunner } = readConfig(flags, environment);
    assert.deepEqual([databaseUrl, keyFile], ["postgres://sundial:p@database/sundial", "/key/secret.key"]);
    assert.equal(noRunner, name.startsWith("panel"));
    assert.ok(pools.includes("default"));
  }
  assert.equal(database!.environment.POSTGRES_DB, "sundial");
  assert.ok(proxy);
  // A volume belongs to whoever owns its folder in the image.
  assert.ok(messagesOf("RUN").some((text) => /install -d -o sundial .* \/data \/key$/.test(text)));
});

Deno.test("container: the health check requests the base path, public host and port", async () => {
  assert.match(messagesOf("HEALTHCHECK")[0]!, /CMD \["healthy"\]$/);
  const plain = "Host: 127.0.0.1 http://127.0.0.1:5780/api/health";
  assert.equal(await askHealth({}), plain);
  assert.equal(await askHealth({ SUNDIAL_BASE_PATH: "/" }), plain);
  for (const SUNDIAL_BASE_PATH of ["deep/base", "/deep/base", "/deep/base/"]) {
    assert.equal(
      await askHealth({ SUNDIAL_BASE_PATH }),
      "Host: 127.0.0.1 http://127.0.0.1:5780/deep/base/api/health",
    );
  }
  const SUNDIAL_PUBLIC_URL = "https://panel.example.org:8443/deep";
  assert.equal(
    await askHealth({ SUNDIAL_PUBLIC_URL, SUNDIAL_PORT: "80" }),
    "Host: panel.example.org:8443 http://127.0.0.1:80/api/health",
  );
});

/** Runs the health check with a curl that only prints its arguments. */
async function askHealth(env: Record<string, string>): Promise<string> {
  await using folder = await temporaryFolder();
  const curl = `#!/bin/sh\nfor word; do case $word in Host:*|http*) echo "$word";; esac; done\n`;
  await Deno.writeTextFile(join(folder.path, "curl"), curl, { mode: 0o755 });
  const { code, out } = await runProgram(["/bin/sh", join(root, "container/healthy")], {
    clearEnv: true,
    env: { PATH: `${folder.path}:/usr/bin:/bin`, ...env },
  });
  assert.equal(code, 0);
  return out.trim().replace("\n", " ");
}
