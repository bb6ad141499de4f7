// nginx, Caddy and Apache with a site that the docs configure, with only ports, host and certificate replaced.
import { join } from "node:path";
import { readDocsFile } from "./docs_pages.ts";
import { proxiesFolder, type ProxyName } from "./find_proxy.ts";
import { selfSigned } from "./self_signed.ts";

/** How long a proxy may take to end. */
const GRACE_MS = 5_000;

export interface ProxySite {
  /** For its own files. */
  folder: string;
  /** Name of the configuration in the docs. */
  file: string;
  proxyPort: number;
  /** Addresses of panels in the docs, and those that stand for them. */
  panels: Readonly<Record<string, string>>;
}

/** Starts a proxy at https://localhost:<port>. */
export async function startProxy(
  name: ProxyName,
  program: string,
  site: ProxySite,
): Promise<AsyncDisposable> {
  const args = await preparations[name](site, program);
  const child = new Deno.Command(program, {
    args,
    env: {
      ...librariesOf(program),
      HOME: site.folder,
      XDG_DATA_HOME: site.folder,
      XDG_CONFIG_HOME: site.folder,
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      // Caddy waits for open connections as long as they last.
      const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
      await child.status;
      clearTimeout(timer);
    },
  };
}

/** Runs in the page: uploads a file and returns the status and the response. */
export async function upload({ url, size }: { url: string; size: number }): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(size).fill(35)]), "large.sh");
  const response = await fetch(url, { method: "POST", body: form });
  return `${response.status} ${await response.text()}`;
}

type Prepare = (site: ProxySite, program: string) => Promise<string[]>;

const preparations: Record<ProxyName, Prepare> = {
  nginx: prepareNginx,
  caddy: prepareCaddy,
  apache2: prepareApache,
};

// Of a program that was unpacked and not installed.
function librariesOf(program: string): Record<string, string> {
  if (!program.startsWith(proxiesFolder)) return {};
  const machine = Deno.build.arch === "aarch64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
  return { LD_LIBRARY_PATH: join(proxiesFolder, "usr/lib", machine) };
}

async function withCertificate(site: ProxySite): Promise<string> {
  const { folder } = site;
  const { key, cert } = await selfSigned("localhost");
  await Promise.all([
    Deno.writeTextFile(join(folder, "panel.key"), key),
    Deno.writeTextFile(join(folder, "panel.crt"), cert),
  ]);
  return withPanels(site)
    .replace("/etc/ssl/panel.example.org.crt", join(folder, "panel.crt"))
    .replace("/etc/ssl/panel.example.org.key", join(folder, "panel.key"));
}

async function prepareApache(site: ProxySite, program: string): Promise<string[]> {
  const { folder, proxyPort } = site;
  const modules = join(program, "../../lib/apache2/modules");
  const names = ["mpm_event", "authz_core", "alias", "env", "headers", "ssl", "proxy", "proxy_http"];
  const host = (await withCertificate(site)).replace("*:443", `127.0.0.1:${proxyPort}`)
    .replace("ServerName panel.example.org", "ServerName localhost");
  const main = [
    `ServerRoot ${folder}`,
    `PidFile ${join(folder, "apache.pid")}`,
    `ErrorLog ${join(folder, "apache.log")}`,
    `Listen 127.0.0.1:${proxyPort}`,
    // It refuses to work as root.
    ...(Deno.uid() === 0 ? ["User nobody", "Group nogroup"] : []),
    ...names.map((name) => `LoadModule ${name}_module ${join(modules, `mod_${name}.so`)}`),
    host,
  ];
  await Deno.writeTextFile(join(folder, "apache.conf"), main.join("\n"));
  return ["-X", "-f", join(folder, "apache.conf")];
}

async function prepareNginx(site: ProxySite): Promise<string[]> {
  const { folder, proxyPort } = site;
  const server = (await withCertificate(site))
    .replace("listen 443 ssl", `listen 127.0.0.1:${proxyPort} ssl`)
    .replace("server_name panel.example.org", "server_name localhost");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) =>
    `${kind}_temp_path ${join(folder, kind)};`
  );
  const main = `daemon off;\nmaster_process off;\npid ${join(folder, "nginx.pid")};\nerror_log ${
    join(folder, "nginx.log")
  };\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${server}}\n`;
  await Deno.writeTextFile(join(folder, "nginx.conf"), main);
  return ["-p", folder, "-c", join(folder, "nginx.conf")];
}

async function prepareCaddy(site: ProxySite): Promise<string[]> {
  const { folder, proxyPort } = site;
  const text = withPanels(site).replaceAll("panel.example.org", `localhost:${proxyPort}`);
  const options =
    "{\n  admin off\n  auto_https disable_redirects\n  skip_install_trust\n  default_bind 127.0.0.1\n}\n";
  await Deno.writeTextFile(join(folder, "Caddyfile"), options + text);
  return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
}

function withPanels({ file, panels }: ProxySite): string {
  let text = readDocsFile(file);
  for (const [documented, real] of Object.entries(panels)) {
    if (!text.includes(documented)) throw new Error(`${file} does not name ${documented}`);
    text = text.replaceAll(documented, real);
  }
  return text;
}
