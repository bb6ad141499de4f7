// Finds in the log of a run which packages are missing, from the messages of Node, Deno, Python and shells.
import { readPackageName } from "../../contract/dependency_names.ts";
import type { MissingPackage } from "../../contract/dependencies.ts";
import { visibleLines } from "../../contract/log_text/visible_text.ts";

/** Maximum number of packages to report: as many as a user would install at once. */
const MAX = 20;
/** A log may contain anything; a longer line is not one of these messages. */
const MAX_LINE = 2_000;

type Reading = (found: string) => MissingPackage | null;

const forms: readonly (readonly [RegExp, Reading])[] = [
  [/Cannot find module '([^']+)'/, fromNode],
  [/Cannot find package '([^']+)'/, fromNode],
  [/Import "([^"]+)" not a dependency/, fromNode],
  [/Could not find a matching package for '(npm:[^']+)'/, fromDeno],
  [/(?:npm package|Could not find npm package) "?'?(npm:[^"'\s]+)/, fromDeno],
  [/No module named '?([A-Za-z_][\w.]*)'?/, fromPython],
  [/(?:^|: )(?:line \d+: |\d+: )?([A-Za-z0-9][\w.+-]*): (?:command )?not found$/, fromShell],
  [/^env: [\u2018'"]?([A-Za-z0-9][\w.+-]*)[\u2019'"]?: No such file or directory$/, fromShell],
];

/** Returns the packages that a log reports as missing, in order and without duplicates. */
export function missingInLog(log: string): MissingPackage[] {
  const found = new Map<string, MissingPackage>();
  for (const line of visibleLines(log)) {
    if (line.length > MAX_LINE) continue;
    const missing = missingInLine(line.trim());
    if (missing) found.set(`${missing.type} ${missing.name}`, missing);
    if (found.size === MAX) break;
  }
  return [...found.values()];
}

function missingInLine(line: string): MissingPackage | null {
  for (const [form, read] of forms) {
    const [, name] = form.exec(line) ?? [];
    const missing = name === undefined ? null : read(name);
    if (missing && "key" in readPackageName(missing.type, missing.name)) return missing;
  }
  return null;
}

// A module of a package has its path after the package name; a module of the script starts with a dot or
// slash.
function fromNode(module: string): MissingPackage | null {
  if (/^(?:[./\\#~]|[A-Za-z]:\\|file:|node:|https?:|data:)/.test(module)) return null;
  if (module.startsWith("npm:") || module.startsWith("jsr:")) return fromDeno(module);
  const parts = module.split("/");
  return { type: "node", name: parts.slice(0, module.startsWith("@") ? 2 : 1).join("/") };
}

function fromDeno(specifier: string): MissingPackage | null {
  return { type: "deno", name: specifier };
}

function fromPython(module: string): MissingPackage | null {
  const [top = ""] = module.split(".");
  // Private modules come with another package.
  if (top.startsWith("_")) return null;
  return { type: "python", name: pythonPackages[top] ?? top };
}

// Names that are never a package: parts of the shell, and what other types provide.
const notOfLinux = /^(?:bash|sh|dash|zsh|env|source|sudo|task|ql|sundial|main|script)$|\.(?:sh|py|js|ts)$/;

function fromShell(command: string): MissingPackage | null {
  if (notOfLinux.test(command)) return null;
  return { type: "linux", name: linuxPackages[command] ?? command.toLowerCase() };
}

// Python packages whose name differs from their module: what users import, and what they have to install.

/** Package to install, by imported module. */
const pythonPackages: Readonly<Record<string, string>> = {
  attr: "attrs",
  bs4: "beautifulsoup4",
  Crypto: "pycryptodome",
  Cryptodome: "pycryptodomex",
  cv2: "opencv-python-headless",
  dateutil: "python-dateutil",
  discord: "discord.py",
  docx: "python-docx",
  dotenv: "python-dotenv",
  execjs: "PyExecJS",
  fitz: "PyMuPDF",
  git: "GitPython",
  github: "PyGithub",
  google: "google-api-python-client",
  jose: "python-jose",
  jwt: "PyJWT",
  ldap: "python-ldap",
  lxml: "lxml",
  magic: "python-magic",
  MySQLdb: "mysqlclient",
  nacl: "PyNaCl",
  OpenSSL: "pyOpenSSL",
  PIL: "Pillow",
  pkg_resources: "setuptools",
  pptx: "python-pptx",
  psycopg2: "psycopg2-binary",
  pymysql: "PyMySQL",
  rsa: "rsa",
  ruamel: "ruamel.yaml",
  sklearn: "scikit-learn",
  skimage: "scikit-image",
  slugify: "python-slugify",
  socketio: "python-socketio",
  socks: "PySocks",
  telegram: "python-telegram-bot",
  usb: "pyusb",
  win32api: "pywin32",
  yaml: "PyYAML",
  zmq: "pyzmq",
};

/** Linux package to install, by missing command; for all others, the names are the same. */
const linuxPackages: Readonly<Record<string, string>> = {
  ab: "apache2-utils",
  convert: "imagemagick",
  dig: "dnsutils",
  ifconfig: "net-tools",
  killall: "psmisc",
  mysql: "default-mysql-client",
  netstat: "net-tools",
  nc: "netcat-openbsd",
  nslookup: "dnsutils",
  pg_dump: "postgresql-client",
  ping: "iputils-ping",
  pip: "python3-pip",
  pip3: "python3-pip",
  psql: "postgresql-client",
  "redis-cli": "redis-tools",
  rg: "ripgrep",
  sqlite3: "sqlite3",
  ssh: "openssh-client",
  "7z": "p7zip-full",
};
