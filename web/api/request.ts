// The only module that sends HTTP requests to the server. Every failure becomes an ApiProblem, so that a page
// handles one kind of error.

import { type QueryValues, withQuery } from "../paths.ts";
import { ApiProblem, isSignedOut, type TransportCode } from "./api_problem.ts";

export interface RequestOptions {
  query?: QueryValues;
  body?: unknown;
  /** The version of the entity last loaded; sent as `If-Match`. */
  version?: number | undefined;
  signal?: AbortSignal;
  /** Timeout in milliseconds; defaults to 30 s. */
  timeoutMs?: number;
  headers?: Record<string, string>;
  /** Sent unchanged, instead of `body`. */
  content?: Blob;
}

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Sends a request to `{base}/api` and returns the JSON of the response; throws ApiProblem, or the AbortError of `signal`. */
export interface Api {
  get<T>(path: string, options?: RequestOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  patch<T>(path: string, body: unknown, options?: RequestOptions): Promise<T>;
  put<T>(path: string, body: unknown, options?: RequestOptions): Promise<T>;
  delete<T>(path: string, options?: RequestOptions): Promise<T>;
  /** Sends a request and returns the raw response, for streams and ranges. */
  raw(method: Method, path: string, options?: RequestOptions): Promise<Response>;
  /**
   * Runs a request that does not go through this client; runs it again when it failed without a session and
   * the user has logged in since.
   */
  admitted<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no login dialog is open; usually at once. For connections that reopen by themselves. */
  settled(): Promise<unknown>;
  /** Returns the full URL of a path below `/api`, for links and event sources. */
  url(path: string, query?: QueryValues): string;
}

export interface ApiConfig {
  fetch: typeof fetch;
  basePath: string;
  language: string;
  /** Returns the text for a failure without a response. */
  transportText(code: TransportCode): { title: string; detail: string };
  /**
   * Called on every response that says the session has ended; resolves to whether there is a session again, and so
   * whether to retry.
   */
  onSignedOut(problem: ApiProblem): Promise<boolean>;
  /** Called on every response that says that the role of the person does not permit something. */
  onNotPermitted(): void;
  /** Resolves when no login dialog is open. */
  settled(): Promise<unknown>;
  /** Asks the user to re-authenticate; resolves to whether they did, and so whether to retry. */
  prove(): Promise<boolean>;
}

const defaultTimeoutMs = 30_000;

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

// Safe to retry: the server checks the session before it does anything else.
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
  if (problem.code === "permission_missing") config.onNotPermitted();
  throw problem;
}

/** Returns the headers that make the server respond in the page's language, also if the session has another one. */
export function languageHeaders(language: string): Record<string, string> {
  return { "accept-language": language, "x-page-language": language };
}

function headersOf(config: ApiConfig, options: RequestOptions): Record<string, string> {
  return {
    accept: "application/json",
    ...languageHeaders(config.language),
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
    return (text === "" ? undefined : JSON.parse(text)) as T; // the contract's types describe what the server sends
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
    // a proxy cut the response short: reported below as an unexpected response
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
