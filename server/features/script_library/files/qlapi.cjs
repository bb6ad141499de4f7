// `QLAPI` for scripts in JavaScript: a client of the panel's HTTP API over the socket in the data folder, with the token of
// the run. Every method resolves to `{ code, data?, message? }` and never rejects; 200 means success.
// deno-lint-ignore-file no-console -- the output of the script
"use strict";

const { createHmac } = require("crypto");
const { lstatSync, readFileSync, statSync } = require("fs");
const http = require("http");
const path = require("path");

const DEADLINE_MS = 30000;
/** The panel itself waits for services. */
const SEND_DEADLINE_MS = 90000;
/** How long a restart of the panel may take. */
const RESTART_MS = 10000;
const folder = process.env.SUNDIAL_ACCESS_DIR || path.dirname(__dirname);

// A connection in the pool does not keep the process alive.
let agent = null;
let token = null;

const QLAPI = {
  notify: (title, content, params) => sendVariables(title, content, variablesOf(params)),
  systemNotify: (message) => systemNotify(message || {}),
  getEnvs: (query) => open("GET", "/envs", { query: search(query), item: envItem }),
  createEnv: (input) => open("POST", "/envs", { body: (input || {}).envs || [], item: envItem }),
  updateEnv: (input) => {
    const { id, name, value, remarks } = (input || {}).env || {};
    return withId(
      { id },
      () => open("PUT", "/envs", { body: { id: number(id), name, value, remarks }, item: envItem }),
    );
  },
  deleteEnvs: (input) => withIds(input, (ids) => open("DELETE", "/envs", { body: ids })),
  enableEnvs: (input) => withIds(input, (ids) => open("PUT", "/envs/enable", { body: ids })),
  disableEnvs: (input) => withIds(input, (ids) => open("PUT", "/envs/disable", { body: ids })),
  moveEnv: (input) =>
    withId(input, ({ id, fromIndex, toIndex }) =>
      open("PUT", `/envs/${number(id)}/move`, {
        body: { fromIndex: number(fromIndex), toIndex: number(toIndex) },
        item: envItem,
      })),
  updateEnvNames: (input) =>
    withIds(input, (ids) => open("PUT", "/envs/name", { body: { ids, name: input.name } })),
  getEnvById: (input) => withId(input, ({ id }) => open("GET", `/envs/${number(id)}`, { item: envItem })),
  getCronDetail: (input) => {
    const { log_path } = input || {};
    if (!log_path) return rejected("log_path is required");
    return open("GET", "/crons/detail", { query: { log_path }, item: cronItem });
  },
  createCron: (input) => {
    const { command, schedule } = input || {};
    if (!command || !schedule) return rejected("command and schedule are required");
    return open("POST", "/crons", { body: input, item: cronItem });
  },
  updateCron: (input) => withId(input, updateCron),
  deleteCrons: (input) => withIds(input, (ids) => open("DELETE", "/crons", { body: ids })),
  getCrons: (query) => open("GET", "/crons", { query: search(query), item: cronItem }),
  getCronById: (input) => withId(input, ({ id }) => open("GET", `/crons/${number(id)}`, { item: cronItem })),
  enableCrons: (input) => withIds(input, (ids) => open("PUT", "/crons/enable", { body: ids })),
  disableCrons: (input) => withIds(input, (ids) => open("PUT", "/crons/disable", { body: ids })),
  runCrons: (input) => withIds(input, (ids) => open("PUT", "/crons/run", { body: ids })),
  /** Closes the connection. A later call opens a new one. */
  close() {
    if (agent !== null) agent.destroy();
    agent = null;
  },
};

/**
 * Sends a message through every channel whose variables are set, in the environment or in `given`. Prints one line for each
 * channel.
 */
async function sendVariables(title, content, given) {
  const names = JSON.parse(readFileSync(path.join(__dirname, "notify_variables.json"), "utf8"));
  const variables = {};
  for (const name of names) {
    const value = given[name] === undefined ? process.env[name] : given[name];
    if (value !== undefined && value !== null && value !== "") variables[name] = String(value);
  }
  const body = { title: text(title), content: text(content), variables };
  const result = await call("POST", "/api/notifications/send-as", { body, deadlineMs: SEND_DEADLINE_MS });
  if (result.code !== 200) {
    console.error(result.message);
    return result;
  }
  const { results } = result.data;
  for (const { message } of results) console.log(message);
  const failed = results.filter(({ ok }) => !ok);
  return failed.length === 0
    ? { code: 200 }
    : { code: 400, message: failed.map(({ message }) => message).join("\n") };
}

// `params` of the old panel is `{ url }`; other entries are the variables themselves.
function variablesOf(params) {
  const { url, ...rest } = params || {};
  return url ? { BARK_URL: url, ...rest } : rest;
}

async function systemNotify({ title, content, notificationInfo }) {
  const message = { title: text(title), content: text(content) };
  const { type, ...fields } = notificationInfo || {};
  if (type === undefined || type === null || type === "") {
    return await call("POST", "/api/notifications/send", { body: message });
  }
  const values = Object.entries(fields).filter(([, value]) =>
    value !== undefined && value !== null && value !== ""
  );
  const channel = {
    type: String(type),
    fields: Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
  };
  const body = { ...message, channel };
  const result = await call("POST", "/api/notifications/send-as", { body, deadlineMs: SEND_DEADLINE_MS });
  if (result.code !== 200) return result;
  const [{ ok, message: line }] = result.data.results;
  return { code: ok ? 200 : 400, message: line };
}

// The API wants command and schedule whatever changes.
async function updateCron({ id, ...changes }) {
  const current = changes.command && changes.schedule
    ? { code: 200, data: {} }
    : await QLAPI.getCronById({ id });
  if (current.code !== 200) return current;
  const { command, schedule, name, labels, sub_id, extra_schedules, task_before, task_after } = current.data;
  const stored = { command, schedule, name, labels, sub_id, extra_schedules, task_before, task_after };
  return await open("PUT", "/crons", { body: { ...stored, ...changes, id: number(id) }, item: cronItem });
}

function search(query) {
  const { searchValue } = query || {};
  return searchValue ? { searchValue } : {};
}

async function withIds(input, send) {
  const { ids } = input || {};
  if (!Array.isArray(ids) || ids.length === 0) return rejected("ids parameter is required");
  return await send(ids.map(number));
}

async function withId(input, send) {
  const { id } = input || {};
  return id ? await send(input) : rejected("id parameter is required");
}

function rejected(message) {
  return Promise.resolve({ code: 400, message });
}

function number(value) {
  return value === undefined || value === null ? value : Number(value);
}

function text(value) {
  return value === undefined || value === null ? "" : String(value);
}

const envFields = ["id", "name", "value", "remarks", "status", "position"];
const cronFields = [
  "id",
  "command",
  "schedule",
  "name",
  "labels",
  "sub_id",
  "extra_schedules",
  "task_before",
  "task_after",
  "status",
  "log_path",
  "pid",
  "last_running_time",
  "last_execution_time",
];
/** Scripts know these as text, because they may have 64 bits. */
const longFields = ["position", "last_running_time", "last_execution_time"];

function envItem(row) {
  return pick(row, envFields);
}

function cronItem(row) {
  return pick(row, cronFields);
}

function pick(row, names) {
  const given = names.filter((name) => row[name] !== undefined && row[name] !== null);
  return Object.fromEntries(
    given.map((name) => [name, longFields.includes(name) ? String(row[name]) : row[name]]),
  );
}

async function open(method, address, { query = {}, body, item }) {
  const parameters = new URLSearchParams(query).toString();
  const result = await call(method, `/open${address}${parameters === "" ? "" : `?${parameters}`}`, { body });
  if (result.code !== 200 || item === undefined || !result.data) return result;
  const rows = Array.isArray(result.data.data) ? result.data.data : result.data;
  return { ...result, data: Array.isArray(rows) ? rows.map(item) : item(rows) };
}

async function call(method, address, { body, deadlineMs = DEADLINE_MS }) {
  try {
    const payload = body === undefined ? null : Buffer.from(JSON.stringify(body));
    return toResult(await patiently(() => request({ method, address, payload, deadlineMs })));
  } catch (error) {
    return {
      code: error.code === "DEADLINE" ? 504 : 503,
      message: `The panel is not reachable: ${error.message}`,
    };
  }
}

// Runs outlive a restart of the panel. A connection that was refused has had no effect.
async function patiently(send) {
  const end = Date.now() + RESTART_MS;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!["ENOENT", "ECONNREFUSED"].includes(error.code) || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function request({ method, address, payload, deadlineMs }, isRetry = false) {
  const { socket, basePath, authorization } = connection();
  return await new Promise((resolve, reject) => {
    const headers = { authorization, host: "localhost" };
    if (payload !== null) headers["content-type"] = "application/json";
    if (payload !== null) headers["content-length"] = payload.length;
    if (agent === null) agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const outgoing = http.request(
      { agent, socketPath: socket, method, path: basePath + address, headers },
      (incoming) => {
        const pieces = [];
        incoming.on("data", (piece) => pieces.push(piece));
        incoming.on("error", fail);
        incoming.on("end", () => {
          clearTimeout(timer);
          resolve({ status: incoming.statusCode, text: Buffer.concat(pieces).toString("utf8") });
        });
      },
    );
    const timer = setTimeout(() => {
      const late = Object.assign(new Error(`no response within ${deadlineMs / 1000} s`), {
        code: "DEADLINE",
      });
      outgoing.destroy(late);
      fail(late);
    }, deadlineMs);
    function fail(error) {
      clearTimeout(timer);
      // The panel closed an idle connection, so it has not seen the request.
      const isStale = outgoing.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      if (isStale && !isRetry) request({ method, address, payload, deadlineMs }, true).then(resolve, reject);
      else reject(error);
    }
    outgoing.on("error", fail);
    outgoing.end(payload === null ? undefined : payload);
  });
}

// Read again for every call: after a restart, the panel may listen at another path.
function connection() {
  if (token === null) token = createToken(process.env.SUNDIAL_RUN_ID);
  return {
    socket: socketPath(),
    basePath: JSON.parse(readText("panel.json") || "{}").basePath || "",
    authorization: `Bearer ${token}`,
  };
}

function socketPath() {
  const socket = readText("panel.sock.path") || process.env.SUNDIAL_SOCKET || path.join(folder, "panel.sock");
  const place = path.dirname(socket);
  if (place === folder) return socket;
  // Another user could have made the folder, and would get the credential.
  const found = lstatSync(place);
  const isPrivate = found.isDirectory() && (found.mode & 0o077) === 0;
  if (isPrivate && found.uid === statSync(folder).uid) return socket;
  throw new Error(`${place} is not private to the user of the panel`);
}

// Outside of a run, in a terminal, a script may do what its user may: who can read the key owns the panel's data.
function createToken(runId) {
  const key = readText(runId ? "run_key" : "operator_key");
  if (key === null) {
    throw new Error(runId ? "its key cannot be read" : "this is no run: SUNDIAL_RUN_ID is not set");
  }
  if (!runId) return `operator.${key}`;
  return `run.${runId}.${createHmac("sha256", key).update(`run:${runId}`).digest("hex")}`;
}

function readText(name) {
  try {
    return readFileSync(path.join(folder, name), "utf8").trim();
  } catch (_) {
    return null;
  }
}

const FORBIDDEN =
  'Access denied: the setting "What scripts may do in the panel" (scriptAccess) does not allow this, or the run has ended';

function toResult({ status, text: content }) {
  const body = parse(content);
  if (status === 401 || status === 403 || body.code === 401 || body.code === 403) {
    return { code: 403, message: FORBIDDEN };
  }
  if (status === 200 && typeof body.code === "number") return body;
  if (status >= 200 && status < 300) return { code: 200, data: body };
  const message = messageOf(body) || `The panel returned status ${status}`;
  return { code: / not found$/.test(message) ? 404 : status, message };
}

// Of a validation error, of problem details (RFC 9457), or of anything else.
function messageOf({ message, detail, title, issues, validation }) {
  const [parts] = Object.values(validation || {});
  if (parts && parts.message) return parts.message;
  const reasons = (issues || []).map((issue) => issue.message).filter(Boolean);
  return reasons.length > 0 ? reasons.join("; ") : message || detail || title;
}

function parse(content) {
  try {
    const body = JSON.parse(content);
    return typeof body === "object" && body !== null ? body : {};
  } catch (_) {
    return {};
  }
}

module.exports = { QLAPI, sendVariables, variablesOf };
