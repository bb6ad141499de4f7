import assert from "node:assert/strict";
import { join } from "node:path";
import { KEY_FILE, Sealer } from "../../platform/seal.ts";
import { readUnsetParameters } from "../runs/run_parameters.ts";
import {
  readRequest,
  requestWithParameter,
  scheduledRequest,
  writeRequest,
  writeTaskRequest,
} from "./run_request.ts";
import { RunSpecError } from "../../engine/run_spec_error.ts";
import { inFolder } from "../../../tests/support/temporary_folder.ts";

const request = { arguments: ["--fast"], variables: { TOKEN: "run-5ecret", OTHER: "日晷" } };

Deno.test("run request: seals its variables and reads them back unchanged", () =>
  inFolder((folder) => {
    const sealer = new Sealer(folder);
    const json = writeRequest(request, sealer);
    assert.ok(json !== null);
    for (const hidden of ["run-5ecret", "日晷", "TOKEN"]) assert.ok(!json.includes(hidden), json);
    assert.deepEqual(readRequest(json, sealer), request);
    assert.deepEqual(readRequest(json, new Sealer(folder)), request);
  }));

Deno.test("run request: needs no key without variables, and an empty request is null", () =>
  inFolder((folder) => {
    const nowhere = new Sealer(join(folder, "nowhere"));
    const json = writeRequest({ arguments: ["a"], variables: {} }, nowhere);
    assert.deepEqual(readRequest(json, nowhere), { arguments: ["a"], variables: {} });
    assert.equal(writeRequest({ arguments: [], variables: {} }, nowhere), null);
    assert.deepEqual(readRequest(null, nowhere), { arguments: [], variables: {} });
  }));

Deno.test("run request: reads requests queued by an older version, and rejects one sealed with another key", () =>
  inFolder((folder) => {
    const sealer = new Sealer(folder);
    assert.deepEqual(readRequest(JSON.stringify(request), sealer), request);
    const json = writeRequest(request, sealer);
    Deno.writeFileSync(join(folder, KEY_FILE), new Uint8Array(32));
    const isLocked = (error: unknown) =>
      error instanceof RunSpecError && error.refusal.code === "secret_locked";
    assert.throws(() => readRequest(json, new Sealer(folder)), isLocked);
  }));

Deno.test("run request: names the parameters without a value until one gets it", () =>
  inFolder((folder) => {
    const declared = ["branch", "target", "token"].map((name) => ({
      ...{ name, type: name === "token" ? "secret" as const : "text" as const, required: false },
      ...{ default: name === "token" ? null : "main", pattern: null, min: null, max: null, choices: null },
    }));
    const given = { ...request, parameters: { branch: null, target: null } };
    const json = writeTaskRequest(given, declared, new Sealer(folder));
    assert.deepEqual(readUnsetParameters(json), ["branch", "target"]);
    const next = requestWithParameter(json, declared[0]!, "one");
    assert.deepEqual(readUnsetParameters(next), ["target"]);
    assert.deepEqual(readUnsetParameters(requestWithParameter(next, declared[1]!, "two")), []);
    assert.deepEqual(
      readUnsetParameters(scheduledRequest({ parameters_json: JSON.stringify(declared) }, {})),
      [],
    );
  }));
