import { addressOf } from "../../server/http/route.ts";

/** What is used of the API document. */
export interface RouteDocument {
  paths: Record<string, Record<string, { "x-access": string; summary: string }>>;
}

/** Returns a line for each route of an API document: method, address, who may call it, and summary. */
export function listRouteLines({ paths }: RouteDocument): string[] {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { "x-access": access, summary }]) =>
      [method.toUpperCase(), addressOf({ path }), access, summary] as const
    )
  );
  const [methods, addresses, accesses] = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]!.length))
  );
  return rows.map(([method, address, access, summary]) =>
    [method.padEnd(methods!), address.padEnd(addresses!), access.padEnd(accesses!), summary].join("  ")
  );
}
