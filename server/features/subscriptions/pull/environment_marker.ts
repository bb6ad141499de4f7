// Evaluates the environment marker of a Python requirement (PEP 508), such as `sys_platform == "win32"`. What is not known
// here, such as the version of Python, counts as true: pip decides again at the installation.

const TOKEN = /\s*(?:("[^"]*"|'[^']*')|([A-Za-z_][\w.]*)|(===?|[<>!~]=|[<>()]))/y;
/** More than any package needs; brackets inside each other take room on the stack. */
const MAX_TOKENS = 200;

/** Values of the machine that packages are installed on. */
const platform: Readonly<Record<string, readonly string[]>> = {
  linux: ["linux", "Linux", "posix"],
  darwin: ["darwin", "Darwin", "posix"],
  windows: ["win32", "Windows", "nt"],
};
const [sysPlatform = "", platformSystem = "", osName = ""] = platform[Deno.build.os] ?? [];
const known: ReadonlyMap<string, string> = new Map([
  ["sys_platform", sysPlatform],
  ["platform_system", platformSystem],
  ["os_name", osName],
  ["platform_machine", Deno.build.arch],
  ["extra", ""],
]);

/** Returns whether a requirement applies to this machine; true for a marker that cannot be read. */
export function markerApplies(marker: string): boolean {
  const tokens = tokensOf(marker);
  if (tokens === null || tokens.length > MAX_TOKENS) return true;
  const reader = new MarkerReader(tokens);
  const applies = reader.either();
  return applies || !reader.isDone;
}

function tokensOf(marker: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < marker.length) {
    const at = TOKEN.lastIndex;
    const [, text, word, sign] = TOKEN.exec(marker) ?? [];
    const token = text ?? word ?? sign;
    if (token === undefined) return marker.slice(at).trim() === "" ? tokens : null;
    tokens.push(token);
  }
  return tokens;
}

class MarkerReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isDone(): boolean {
    return this.#at === this.#tokens.length;
  }

  either(): boolean {
    let applies = this.#all();
    while (this.#takes("or")) applies = this.#all() || applies;
    return applies;
  }

  #all(): boolean {
    let applies = this.#one();
    while (this.#takes("and")) applies = this.#one() && applies;
    return applies;
  }

  #one(): boolean {
    if (this.#takes("(")) {
      const applies = this.either();
      return this.#takes(")") ? applies : true;
    }
    const left = valueOf(this.#next());
    const isNegated = this.#takes("not");
    const sign = this.#next();
    const right = valueOf(this.#next());
    if (left === null || right === null) return true;
    switch (sign) {
      case "==":
      case "===":
        return left === right;
      case "!=":
        return left !== right;
      case "in":
        return right.includes(left) !== isNegated;
      default:
        return true;
    }
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? "";
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }
}

function valueOf(token: string): string | null {
  return /^["']/.test(token) ? token.slice(1, -1) : known.get(token) ?? null;
}
