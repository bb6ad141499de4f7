// Parses command lines that users bring from another panel: `ql repo …` and `ql raw …`.
import { withoutSecret } from "./subscription_address.ts";

/** The content of such a line, under the names of the form's fields. */
export interface SubscriptionLine {
  type: "public_repository" | "private_repository" | "file";
  url: string;
  branch: string;
  whitelist: string;
  blacklist: string;
  dependencyWords: string;
  extensions: string;
  proxy: string;
  autoAdd: boolean;
  autoDelete: boolean;
  pullMethod: "ssh_key" | "password" | null;
  username: string;
  /** From the address. */
  password: string;
}

/**
 * Parses a line with `ql repo` or `ql raw` anywhere in it, up to its end; returns null when there is none.
 */
export function readSubscriptionLine(text: string): SubscriptionLine | null {
  const found = /(?:^|[\s;&|])ql\s+(repo|raw)\s+([^\r\n]*)/.exec(text);
  if (!found) return null;
  const [, kind, rest = ""] = found;
  const tokens = splitQuoted(rest);
  const [address = ""] = tokens;
  if (address === "") return null;
  return kind === "raw" ? rawLine(tokens) : repositoryLine(tokens);
}

function repositoryLine(tokens: readonly string[]): SubscriptionLine {
  const [address = "", white = "", black = "", dependencies = "", branch = "", extensions = ""] = tokens;
  const [proxy = "", add = "", remove = ""] = tokens.slice(6);
  const { url, user, password } = withoutSecret(address);
  const isWeb = /^https?:\/\//i.test(url);
  const isPublic = isWeb && password === null && user === null;
  return {
    type: isPublic ? "public_repository" : "private_repository",
    url,
    branch,
    whitelist: white,
    blacklist: black,
    dependencyWords: dependencies,
    extensions,
    proxy,
    autoAdd: isOn(add),
    autoDelete: isOn(remove),
    pullMethod: isPublic ? null : isWeb ? "password" : "ssh_key",
    username: user ?? "",
    password: password ?? "",
  };
}

function rawLine([address = "", proxy = "", add = "", remove = ""]: readonly string[]): SubscriptionLine {
  const { url, user, password } = withoutSecret(address);
  return {
    type: "file",
    url,
    branch: "",
    whitelist: "",
    blacklist: "",
    dependencyWords: "",
    extensions: "",
    proxy,
    autoAdd: isOn(add),
    autoDelete: isOn(remove),
    pullMethod: null,
    username: user ?? "",
    password: password ?? "",
  };
}

function isOn(token: string): boolean {
  return token.trim().toLowerCase() !== "false";
}

/** Splits as a shell would: quotes group words, an empty pair is an empty word, the line ends where a new command begins. */
function splitQuoted(line: string): string[] {
  const tokens: string[] = [];
  let token: string | null = null;
  for (let index = 0; index < line.length; index++) {
    const sign = line[index] ?? "";
    if (sign === '"' || sign === "'") {
      const end = line.indexOf(sign, index + 1);
      const inside = line.slice(index + 1, end < 0 ? undefined : end);
      token = (token ?? "") + (sign === '"' ? inside.replace(/\\(["\\$`])/g, "$1") : inside);
      index = end < 0 ? line.length : end;
    } else if (/\s/.test(sign)) {
      if (token !== null) tokens.push(token);
      token = null;
    } else if (sign === ";" || sign === "&") {
      break;
    } else {
      token = (token ?? "") + sign;
    }
  }
  return token === null ? tokens : [...tokens, token];
}
