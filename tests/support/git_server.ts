// Real repositories created on the spot, and a local server for them: git's own backend behind HTTP. It can
// require a password, redirect, and be slow.
import { Buffer } from "node:buffer";
import { dirname, join } from "node:path";

const clean = {
  ...{ GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", PATH: Deno.env.get("PATH") ?? "" },
  ...{ GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.org", GIT_COMMITTER_NAME: "a" },
  ...{ GIT_COMMITTER_EMAIL: "a@example.org", GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z" },
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

/** One entry of a commit: a file's text or bytes, or an exact git object. */
export type CommitFile = string | Uint8Array | { mode: string; content: string } | {
  mode: "160000";
  hash: string;
};

/**
 * A bare repository whose commits are created object by object, so that they may contain what git itself
 * would refuse.
 */
export class TestRepository {
  constructor(readonly path: string) {}

  static async create(path: string): Promise<TestRepository> {
    await git(["init", "--quiet", "--bare", "--initial-branch=main", path]);
    const made = new TestRepository(path);
    await made.git(["config", "uploadpack.allowAnySHA1InWant", "true"]);
    return made;
  }

  /** Creates a commit with exactly these entries, by path. Returns its hash. */
  async commit(files: Record<string, CommitFile>, branch = "main"): Promise<string> {
    const tree = await this.#tree(Object.entries(files).map(([path, file]) => [path.split("/"), file]));
    const parent = await this.git(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]).catch(() =>
      ""
    );
    const parents = parent === "" ? [] : ["-p", parent];
    const commit = await this.git(["commit-tree", tree, ...parents, "-m", "made"]);
    await this.git(["update-ref", `refs/heads/${branch}`, commit]);
    return commit;
  }

  async git(args: string[], input?: Uint8Array | string): Promise<string> {
    return await git(["-C", this.path, ...args], input);
  }

  async #tree(files: [string[], CommitFile][]): Promise<string> {
    const entries: string[] = [];
    for (const [name, inside] of Map.groupBy(files, ([names]) => names[0] ?? "")) {
      const [first] = inside;
      if (!first) continue;
      if (first[0].length > 1) {
        const tree = await this.#tree(inside.map(([names, file]) => [names.slice(1), file]));
        entries.push(`040000 tree ${tree}\t${name}`);
      } else entries.push(await this.#entry(name, first[1]));
    }
    return await this.git(["mktree", "-z", "--missing"], entries.map((entry) => `${entry}\0`).join(""));
  }

  async #entry(name: string, file: CommitFile): Promise<string> {
    if (typeof file === "object" && "hash" in file) return `160000 commit ${file.hash}\t${name}`;
    const [mode, content] = typeof file === "object" && "mode" in file
      ? [file.mode, file.content]
      : ["100644", file];
    return `${mode} blob ${await this.git(["hash-object", "-w", "--stdin"], content)}\t${name}`;
  }
}

async function git(args: string[], input?: Uint8Array | string): Promise<string> {
  const child = new Deno.Command("git", {
    ...{ args, env: clean, clearEnv: true, stdout: "piped", stderr: "piped" },
    stdin: input === undefined ? "null" : "piped",
  }).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(typeof input === "string" ? new TextEncoder().encode(input) : input);
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout).trim();
}

export interface GitServerOptions {
  /** User name and password, separated by a colon; by default, no login is required. */
  login?: string;
  /** Responds to a request instead of the repositories; null leaves it to them. */
  instead?(request: Request): Response | null;
  tls?: { key: string; cert: string };
}

/** Serves repositories on this machine. */
export class GitServer implements AsyncDisposable {
  /** The folder of the repositories. */
  readonly root: string = Deno.makeTempDirSync({ prefix: "sundial-git-" });
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #scheme: string;
  /** Received requests, as `GET /path?query`. */
  readonly requested: string[] = [];

  constructor(options: GitServerOptions = {}) {
    this.#scheme = options.tls ? "https" : "http";
    this.#server = Deno.serve({
      ...{ hostname: "127.0.0.1", port: 0, onListen: () => {}, ...(options.tls ?? {}) },
    }, (request) => this.#respond(request, options));
  }

  get port(): number {
    return this.#server.addr.port;
  }

  url(path: string): string {
    return `${this.#scheme}://127.0.0.1:${this.port}/${path}`;
  }

  async repository(path: string): Promise<TestRepository> {
    await Deno.mkdir(dirname(join(this.root, path)), { recursive: true });
    return await TestRepository.create(join(this.root, path));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await Deno.remove(this.root, { recursive: true });
  }

  async #respond(request: Request, { login, instead }: GitServerOptions): Promise<Response> {
    const url = new URL(request.url);
    this.requested.push(`${request.method} ${url.pathname}${url.search}`);
    const wanted = login === undefined ? null : `Basic ${Buffer.from(login).toString("base64")}`;
    if (wanted !== null && request.headers.get("authorization") !== wanted) {
      return new Response("no", { status: 401, headers: { "www-authenticate": 'Basic realm="git"' } });
    }
    return instead?.(request) ?? await this.#backend(request, url);
  }

  async #backend(request: Request, url: URL): Promise<Response> {
    const child = new Deno.Command("git", {
      args: ["http-backend"],
      env: {
        ...{ ...clean, GIT_PROJECT_ROOT: this.root, GIT_HTTP_EXPORT_ALL: "1", PATH_INFO: url.pathname },
        ...{ QUERY_STRING: url.search.slice(1), REQUEST_METHOD: request.method, REMOTE_ADDR: "127.0.0.1" },
        CONTENT_TYPE: request.headers.get("content-type") ?? "",
        HTTP_CONTENT_ENCODING: request.headers.get("content-encoding") ?? "",
        GIT_PROTOCOL: request.headers.get("git-protocol") ?? "",
        HTTP_GIT_PROTOCOL: request.headers.get("git-protocol") ?? "",
      },
      ...{ clearEnv: true, stdin: "piped", stdout: "piped", stderr: "null" },
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new Uint8Array(await request.arrayBuffer()));
    await writer.close();
    const { stdout } = await child.output();
    return cgiResponse(stdout);
  }
}

function cgiResponse(output: Uint8Array<ArrayBuffer>): Response {
  const end = Buffer.from(output).indexOf("\r\n\r\n");
  const head = new TextDecoder().decode(output.subarray(0, Math.max(end, 0))).split("\r\n");
  const headers = new Headers(head.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }));
  const status = Number(headers.get("status")?.split(" ")[0] ?? 200);
  headers.delete("status");
  return new Response(output.subarray(end + 4), { status, headers });
}

/** Returns a script with a name and a cron rule in its header. */
export function script(name: string, rule: string, body = ""): string {
  return `/*\n * name: ${name}\n * cron: ${rule}\n */\nconsole.log("${name}");\n${body}`;
}
