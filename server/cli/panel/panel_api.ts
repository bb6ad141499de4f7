// How commands reach a panel and read its responses.
import type { FieldIssue } from "../../contract/app_error.ts";
import type { Call } from "../command.ts";
import { readDataDir, reasonIn, UsageError } from "../command_result.ts";
import { PanelClient, type PanelRequest, PanelUnreachableError } from "../panel_client.ts";
import { resolve } from "node:path";
import { readConfig } from "../../platform/config.ts";

/** No panel was reached; the message says how to reach one. */
export class NoPanelError extends Error {
  override readonly name = "NoPanelError";
}

/** The panel rejected a request; the message is in the language of the console. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(message: string, readonly status: number, readonly code: string) {
    super(message);
  }
}

interface PanelApiMessages {
  unauthorized?: string | null;
  otherProgram(status: number): string;
}

/** Throws `ApiError` or `NoPanelError` for whatever keeps a request from succeeding. */
export class PanelApi {
  readonly #unauthorized: string | null;
  readonly #otherProgram: (status: number) => string;

  /**
   * `unauthorized` replaces the panel's message for a credential that it rejects; `otherProgram` is the message for a response
   * that is none of a panel.
   */
  constructor(private readonly client: PanelClient, { unauthorized = null, otherProgram }: PanelApiMessages) {
    this.#unauthorized = unauthorized;
    this.#otherProgram = otherProgram;
  }

  /** Sends a request to a path below `/api` and returns the response unread. */
  async send(method: string, path: string, request?: PanelRequest): Promise<Response> {
    const response = await this.client.request(method, `/api${path}`, request);
    if (response.ok) return response;
    throw await errorOf(response, this.#unauthorized) ?? await this.#noPanel(response);
  }

  /** Sends a request and returns the JSON of the response. */
  // deno-lint-ignore no-explicit-any -- the caller names the type of the contract
  async json<T = any>(method: string, path: string, request?: PanelRequest): Promise<T> {
    const response = await this.send(method, path, request);
    if (response.status === 204) return undefined as T;
    if (!isJson(response)) throw await this.#noPanel(response);
    return await response.json();
  }

  // Another program answers there, or a proxy whose panel is gone.
  async #noPanel(response: Response): Promise<NoPanelError> {
    await response.body?.cancel();
    return new NoPanelError(this.#otherProgram(response.status));
  }

  /** Reads a whole list, or its first `limit` items. */
  async list<T>(
    path: string,
    query: PanelRequest["query"] = {},
    limit = Infinity,
    maxPage = MAX_PAGE,
  ): Promise<{ items: T[]; total: number }> {
    const items: T[] = [];
    const pageSize = Math.min(maxPage, limit);
    for (let page = 1;; page++) {
      const { items: next, total } = await this.json("GET", path, { query: { ...query, page, pageSize } });
      items.push(...next);
      if (items.length >= Math.min(total, limit) || next.length === 0) return { items, total };
    }
  }
}

const MAX_PAGE = 500;

const isJson = ({ headers }: Response) =>
  /^application\/(.*\+)?json\b/.test(headers.get("content-type") ?? "");

// Null when it is not the response of a panel.
async function errorOf(response: Response, unauthorized: string | null): Promise<ApiError | null> {
  if (!isJson(response)) return null;
  if (response.status === 401 && unauthorized !== null) {
    return new ApiError(unauthorized, 401, "not_authenticated");
  }
  const { title, detail, code, issues = [] } = await response.json();
  const lines = issues.map(({ path, message }: FieldIssue & { message: string }) => `  ${path}: ${message}`);
  return new ApiError([detail ? `${title}: ${detail}` : title, ...lines].join("\n"), response.status, code);
}

/** Connects to the panel that the options name. Throws `NoPanelError` or `UsageError`. */
export async function connect(call: Call): Promise<PanelApi> {
  const { language } = call;
  const text = messages[language];
  const url = call.text("url");
  if (url !== undefined) {
    if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) throw new UsageError(text.badUrl);
    const { token } = readConfig(new Map(), Deno.env.toObject());
    if (!token) throw new UsageError(text.noToken);
    return new PanelApi(PanelClient.remote(url, token, language), {
      unauthorized: text.badToken,
      otherProgram: (status) => text.otherProgram(url, status),
    });
  }
  const folder = resolve(readDataDir(call.text("data-dir")));
  const otherProgram = (status: number) => text.otherProgram(folder, status);
  // A script acts with the rights of its run.
  const script = call.has("data-dir") ? null : PanelClient.fromEnvironment();
  if (script !== null) return new PanelApi(script, { unauthorized: text.runOver, otherProgram });
  try {
    const client = await PanelClient.local(folder, language);
    if (client !== null) return new PanelApi(client, { otherProgram });
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new NoPanelError(text.noAccess(folder, reasonIn(cause, language)), { cause });
  }
  throw new NoPanelError(text.notRunning(folder));
}

/** Returns why a command failed and its exit code; null for an error that is none of the panel's. */
export function panelErrorOf(
  error: unknown,
  language: Call["language"],
): { reason: string; code: number } | null {
  if (error instanceof NoPanelError) return { reason: error.message, code: 3 };
  if (error instanceof PanelUnreachableError) {
    return { reason: messages[language].unreachable(error.message), code: 3 };
  }
  return error instanceof ApiError ? { reason: error.message, code: 1 } : null;
}

const messages = {
  en: {
    badUrl: "--url must be an address such as https://panel.example.org",
    noToken: "--url needs the token of an application in SUNDIAL_TOKEN",
    badToken: "The panel rejects the token in SUNDIAL_TOKEN. Get a new one: POST /api/auth/token",
    runOver: "The run that started this program has ended, and its access to the panel with it",
    notRunning: (folder: string) =>
      `No panel is running on ${folder}. Start it with sundial serve, or name another with --data-dir or --url.`,
    noAccess: (folder: string, reason: string) =>
      `Cannot reach the panel on ${folder}: ${reason}. Run this command as the user of the panel.`,
    otherProgram: (address: string, status: number) =>
      `No panel answers at ${address} (HTTP ${status}). The address includes the base path, if there is one.`,
    unreachable: (address: string) => `Cannot reach the panel at ${address}`,
  },
  zh: {
    badUrl: "--url 应为地址，例如 https://panel.example.org",
    noToken: "使用 --url 时，须在 SUNDIAL_TOKEN 中提供应用的令牌",
    badToken: "面板拒绝了 SUNDIAL_TOKEN 中的令牌。请重新获取：POST /api/auth/token",
    runOver: "启动此程序的运行已结束，其访问权限随之失效",
    notRunning: (folder: string) =>
      `${folder} 上没有正在运行的面板。请用 sundial serve 启动，或用 --data-dir、--url 指定其他面板。`,
    noAccess: (folder: string, reason: string) =>
      `无法连接 ${folder} 上的面板：${reason}。请以面板所用的用户运行此命令。`,
    otherProgram: (address: string, status: number) =>
      `${address} 上没有面板响应（HTTP ${status}）。如设有基础路径，地址须包含该路径。`,
    unreachable: (address: string) => `无法连接面板 ${address}`,
  },
};
