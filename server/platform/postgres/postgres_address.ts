const DEFAULT_PORT = "5432";

/** Returns host and database of an address, without user and password, for messages and the log. */
export function addressWithoutPassword(url: string): string {
  if (!URL.canParse(url)) return "PostgreSQL";
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? (hostname || "localhost");
  const otherPort = port === "" || port === DEFAULT_PORT ? "" : `:${port}`;
  return `${host}${otherPort}${pathname === "/" ? "" : decoded(pathname)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
