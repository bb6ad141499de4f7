import { mcpMessage } from "../../contract/mcp.ts";
import type { Caller, Route } from "../../http/route.ts";
import { route } from "../../http/route.ts";
import type { Scope } from "../../contract/scopes.ts";
import { scopes as allScopes } from "../../contract/scopes.ts";

export interface McpRouteParts {
  basePath: string;
  version: string;
  /** Handles a request to the panel's own API, as if it arrived on the connection of the caller. */
  fetch(request: Request, connection: { ip: string; isLocal: boolean }): Promise<Response>;
}

/** Returns the route for assistants, which offers them parts of the API as tools. */
export function mcpRoutes({ basePath, version, fetch }: McpRouteParts): Route[] {
  return [
    route("post", "/mcp", {
      access: "known",
      byLabels: true,
      // The requests that a tool makes are audited themselves.
      audit: false,
      summary: "Handles a message of the Model Context Protocol (streamable HTTP, without sessions)",
      body: mcpMessage,
      results: {
        200: { description: "The response, as a JSON-RPC 2.0 message", contentType: "application/json" },
        202: { description: "The notification was accepted" },
      },
      handle: async ({ body, request, caller, ip }) => {
        // Loaded on demand, to save memory.
        const { handleMessage } = await import("./mcp_server.ts");
        const { origin } = new URL(request.url);
        return await handleMessage(request, {
          message: body,
          version,
          scopes: scopesOf(caller),
          fetch: (path, init) =>
            fetch(
              new Request(`${origin}${basePath}/api${path}`, {
                ...init,
                headers: { ...credentialsOf(request), ...init.headers },
              }),
              { ip, isLocal: caller.kind === "operator" || caller.kind === "run" },
            ),
        });
      },
    }),
  ];
}

function scopesOf(caller: Caller): readonly Scope[] {
  return "scopes" in caller ? caller.scopes : allScopes;
}

// The requests of a tool are made on behalf of the caller, so each passes the same guard as if the caller had sent it.
function credentialsOf({ headers }: Request): Record<string, string> {
  const names = ["authorization", "cookie", "host", "origin", "sec-fetch-site", "accept-language"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  }));
}
