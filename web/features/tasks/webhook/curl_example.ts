// A command line that sends a delivery to a webhook, with programs that every system has: sh, openssl and curl.
import type { Parameter, ParameterValue } from "../../../../server/contract/parameters.ts";
import type { WebhookSignature } from "../../../../server/contract/webhook_kinds.ts";

export interface ExampleHook {
  url: string;
  signature: WebhookSignature;
  mapping: Readonly<Record<string, string>>;
}

/** Returns the lines of the example; without the secret, whoever uses it sets it. */
export function curlExample(
  hook: ExampleHook,
  parameters: readonly Parameter[],
  secret: string | null,
): string {
  const document = JSON.stringify({ ...sampleDocument(hook.mapping, parameters), sentAt: "TIME" });
  // Without a time, it would be the same delivery each time, which is accepted once.
  const body = quoted(document).replace('"TIME"', () => `"'"$(date +%s).$$"'"`);
  return [
    `secret=${quoted(secret ?? "whsec_…")}`,
    `body=${body}`,
    ...signing[hook.signature],
    `curl -X POST ${quoted(hook.url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    ...headers[hook.signature].map((header) => `  -H ${header} \\`),
    '  -d "$body"',
  ].join("\n");
}

const hex = "od -An -tx1 | tr -d ' \\n'";

const signing: Record<WebhookSignature, readonly string[]> = {
  standard: [
    'id="msg_$(date +%s)_$$" time="$(date +%s)"',
    `key="$(printf %s "\${secret#whsec_}" | openssl base64 -d -A | ${hex})"`,
    `signature="$(printf %s "$id.$time.$body" |`,
    '  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)"',
  ],
  github: [
    `signature="$(printf %s "$body" | openssl dgst -sha256 -hmac "$secret" -binary | ${hex})"`,
  ],
  gitlab: [],
  header: [],
};

const headers: Record<WebhookSignature, readonly string[]> = {
  standard: ['"webhook-id: $id"', '"webhook-timestamp: $time"', '"webhook-signature: v1,$signature"'],
  github: ['"X-Hub-Signature-256: sha256=$signature"', '"X-GitHub-Delivery: $(date +%s)-$$"'],
  gitlab: ['"X-Gitlab-Token: $secret"', '"X-Gitlab-Event-UUID: $(date +%s)-$$"'],
  header: ['"X-Sundial-Secret: $secret"'],
};

/** Returns a document in which each pointer points at a value that its parameter can have. */
export function sampleDocument(
  mapping: ExampleHook["mapping"],
  parameters: readonly Parameter[],
): Record<string, unknown> {
  const document: Record<string, unknown> = {};
  for (const [name, pointer] of Object.entries(mapping)) {
    const parameter = parameters.find((one) => one.name === name);
    const tokens = pointer.split("/").slice(1).map((token) =>
      token.replaceAll("~1", "/").replaceAll("~0", "~")
    );
    const last = tokens.pop();
    if (!parameter || last === undefined) continue;
    let inner = document;
    for (const token of tokens) {
      const there = Object.hasOwn(inner, token) ? inner[token] : undefined;
      const next: Record<string, unknown> = typeof there === "object" && there !== null ? { ...there } : {};
      Object.defineProperty(inner, token, {
        value: next,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      inner = next;
    }
    const value = sampleValue(parameter);
    Object.defineProperty(inner, last, { value, enumerable: true, configurable: true, writable: true });
  }
  return document;
}

function sampleValue({ type, default: usual, choices, min }: Parameter): ParameterValue {
  if (usual !== null) return usual;
  switch (type) {
    case "number":
      return min ?? 1;
    case "switch":
      return true;
    case "date":
      return min ?? "2026-01-01";
    case "choice":
      return choices?.[0] ?? "";
    case "text":
    case "secret":
    case "file":
      return "main";
  }
  return type satisfies never;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
