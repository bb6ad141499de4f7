// The only place that talks HTTP with the panel. Every failure comes out as an ApiProblem, so a screen has one thing to show.

import { type QueryValues, withQuery } from "../paths.ts";
import { ApiProblem, isSignedOut, type TransportCode } from "./api_problem.ts";

export interface RequestOptions {
  query?: QueryValues;
  body?: unknown;
  /** Version of the entity as last seen; sent as `If-Match`. */
  version?: number;
  signal?: AbortSignal;
  /** Milliseconds until the request is given up; 30 s unless told. */
  timeoutMs?: number;
  headers?: Record<string, string>;
  /** Sent as it is, in place of `body`. */
  content?: Blob;
}

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Sends one request below `{base}/api` and gives its JSON; throws ApiProblem, or the AbortError of `signal`. */
export interface Api {
  get<T>(path: string, options?: RequestOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  patch<T>(path: string, body: unknown, options?: RequestOptions): Promise<T>;
  put<T>(path: string, body: unknown, options?: RequestOptions): Promise<T>;
  delete<T>(path: string, options?: RequestOptions): Promise<T>;
  /** Sends a request and gives the raw answer, for streams and ranges. */
  raw(method: Method, path: string, options?: RequestOptions): Promise<Response>;
  /** Does what asks the panel in a way of its own; again when it was refused for want of a session and there is one by then. */
  admitted<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nobody is being asked to log in again; at once, as a rule. For what connects by itself, again and again. */
  settled(): Promise<unknown>;
  /** The whole address of a path below `/api`, for links and event sources. */
  url(path: string, query?: QueryValues): string;
}

export interface ApiConfig {
  fetch: typeof fetch;
  basePath: string;
  language: string;
  /** Words for what happens before there is an answer. */
  transportText(code: TransportCode): { title: string; detail: string };
  /** Told of every answer that says the session is gone; tells whether there is one again, and so whether to ask once more. */
  onSignedOut(problem: ApiProblem): Promise<boolean>;
  /** Resolves when nobody is being asked to log in again. */
  settled(): Promise<unknown>;
  /** Lets the person show once more who they are; tells whether they did, and so whether to send the request again. */
  prove(): Promise<boolean>;
}

const defaultTimeoutMs = 30_000;

/** Makes the typed requests of the page. */
export function createApi(config: ApiConfig): Api {
  const raw: Api["raw"] = (method, path, options = {}) =>
    admitted(config, () => send(config, method, path, options));
  const json = async <T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> => {
    const response = await raw(method, path, options);
    return await readJson<T>(config, response);
  };
  return {
    raw,
    admitted: (work) => admitted(config, work),
    settled: () => config.settled(),
    url: (path, query) => withQuery(`${config.basePath}/api${path}`, query),
    get: (path, options) => json("GET", path, options),
    post: (path, body, options) => json("POST", path, { ...options, body }),
    patch: (path, body, options) => json("PATCH", path, { ...options, body }),
    put: (path, body, options) => json("PUT", path, { ...options, body }),
    delete: (path, options) => json("DELETE", path, options),
  };
}

// Whatever it was may be sent again: the panel looks for the session before it does anything.
async function admitted<T>(config: ApiConfig, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiProblem && isSignedOut(error))) throw error;
    if (!await config.onSignedOut(error)) throw error;
    return await admitted(config, work);
  }
}

async function send(
  config: ApiConfig,
  method: Method,
  path: string,
  options: RequestOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const response = await fetchOrProblem(config, withQuery(`${config.basePath}/api${path}`, options.query), {
    method,
    signal,
    credentials: "same-origin",
    headers: headersOf(config, options),
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.content === undefined ? {} : { body: options.content }),
  });
  if (response.ok) return response;
  const problem = await readProblem(config, response);
  if (problem.code === "step_up_required" && await config.prove()) {
    return await send(config, method, path, options);
  }
  throw problem;
}

function headersOf(config: ApiConfig, options: RequestOptions): Record<string, string> {
  return {
    accept: "application/json",
    "accept-language": config.language,
    ...(options.body === undefined ? {} : { "content-type": "application/json" }),
    ...(options.version === undefined ? {} : { "if-match": `"${options.version}"` }),
    ...options.headers,
  };
}

async function fetchOrProblem(config: ApiConfig, url: string, init: RequestInit): Promise<Response> {
  try {
    return await config.fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    const timedOut = error instanceof DOMException && error.name === "TimeoutError";
    throw transportProblem(config, timedOut ? "timeout" : "unreachable", { status: 0, cause: error });
  }
}

async function readJson<T>(config: ApiConfig, response: Response): Promise<T> {
  const text = await response.text();
  try {
    return (text === "" ? undefined : JSON.parse(text)) as T; // the contract's types say what the panel sends
  } catch (cause) {
    throw transportProblem(config, "unexpected_answer", { status: response.status, cause });
  }
}

async function readProblem(config: ApiConfig, response: Response): Promise<ApiProblem> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  const { status } = response;
  try {
    if (isProblem) return new ApiProblem({ ...await response.json(), status });
  } catch {
    // a proxy cut the answer short: told below as what it is, an unexpected answer
  }
  const gone = status === 502 || status === 503 || status === 504;
  return transportProblem(config, gone ? "unreachable" : "unexpected_answer", { status });
}

function transportProblem(
  config: ApiConfig,
  code: TransportCode,
  { status, cause }: { status: number; cause?: unknown },
): ApiProblem {
  return new ApiProblem({ code, status, ...config.transportText(code) }, cause);
}
