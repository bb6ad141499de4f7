// A local npm registry and Python index with packages created on the spot: installers run for real without
// external requests.
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";

export interface NpmPackage {
  name: string;
  version: string;
  files: Record<string, string>;
  manifest?: Record<string, unknown>;
}

export interface PackageIndexOptions {
  npm?: readonly NpmPackage[];
  /** Wheels by file name. */
  wheels?: Record<string, Uint8Array>;
}

export class PackageIndex implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #options: PackageIndexOptions;
  readonly requested: string[] = [];
  /** While set, requests for archives wait. */
  stalled = false;
  readonly #closing = Promise.withResolvers<Response>();

  constructor(options: PackageIndexOptions) {
    this.#options = options;
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
      const path = decodeURIComponent(new URL(request.url).pathname);
      this.requested.push(path);
      return this.#respond(path);
    });
  }

  get npm(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/npm`;
  }

  get python(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/simple`;
  }

  async #respond(path: string): Promise<Response> {
    if (this.stalled && /\.(tgz|whl)$/.test(path)) return await this.#closing.promise;
    if (path.startsWith("/npm/")) return await this.#npmResponse(path.slice("/npm/".length));
    if (path.startsWith("/simple/")) {
      return this.#pythonResponse(path.slice("/simple/".length).replace(/\/$/, ""));
    }
    const wheel = this.#options.wheels?.[path.slice("/wheels/".length)];
    return wheel ? new Response(wheel.slice()) : notFound();
  }

  async #npmResponse(path: string): Promise<Response> {
    const [name = "", file] = path.split("/-/");
    const packages = (this.#options.npm ?? []).filter((one) => one.name === name);
    if (packages.length === 0) return notFound();
    if (file === undefined) return Response.json(await this.#document(name, packages));
    const wanted = packages.find(({ version }) => file === `${fileName(name)}-${version}.tgz`);
    return wanted ? new Response((await archive(wanted)).slice()) : notFound();
  }

  async #document(name: string, packages: readonly NpmPackage[]) {
    const versions: Record<string, unknown> = {};
    for (const one of packages) {
      const bytes = await archive(one);
      versions[one.version] = {
        ...manifestOf(one),
        dist: {
          tarball: `${this.npm}/${name}/-/${fileName(name)}-${one.version}.tgz`,
          shasum: createHash("sha1").update(bytes).digest("hex"),
          integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
        },
      };
    }
    return { name, "dist-tags": { latest: packages.at(-1)?.version }, versions };
  }

  #pythonResponse(name: string): Response {
    const files = Object.keys(this.#options.wheels ?? {}).filter((file) =>
      file.split("-")[0] === name.replaceAll("-", "_")
    );
    if (files.length === 0) return notFound();
    const links = files.map((file) => `<a href="../../wheels/${file}">${file}</a>`).join("\n");
    return new Response(`<!DOCTYPE html><html><body>${links}</body></html>`, {
      headers: { "content-type": "text/html" },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.resolve(notFound());
    await this.#server.shutdown();
  }
}

function notFound(): Response {
  return Response.json({ error: "not found" }, { status: 404 });
}

function fileName(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}

function manifestOf({ name, version, manifest }: NpmPackage): Record<string, unknown> {
  return { name, version, main: "index.js", ...manifest };
}

async function archive(one: NpmPackage): Promise<Uint8Array> {
  const tar = pack();
  for (
    const [path, text] of Object.entries({ "package.json": JSON.stringify(manifestOf(one)), ...one.files })
  ) {
    tar.entry({ name: `package/${path}`, mtime: new Date(0) }, text);
  }
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array); // tar-stream yields bytes
  return gzipSync(concat(chunks));
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const complete = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    complete.set(part, at);
    at += part.length;
  }
  return complete;
}

/** Builds a wheel of one module with the machine's Python. */
export async function makeWheel(
  name: string,
  version: string,
  source: string,
): Promise<Record<string, Uint8Array>> {
  const program = `
import io, sys, zipfile
name, version, source = sys.argv[1:]
out = io.BytesIO()
info = f"{name}-{version}.dist-info"
files = {f"{name}.py": source, f"{info}/METADATA": f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n",
  f"{info}/WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"}
record = f"{info}/RECORD"
files[record] = "".join(f"{path},,\\n" for path in [*files, record])
with zipfile.ZipFile(out, "w") as wheel:
    for path, text in files.items():
        wheel.writestr(path, text)
sys.stdout.buffer.write(out.getvalue())
`;
  const { code, stdout } = await new Deno.Command("python3", { args: ["-c", program, name, version, source] })
    .output();
  if (code !== 0) throw new Error("the wheel could not be built");
  return { [`${name}-${version}-py3-none-any.whl`]: stdout };
}
