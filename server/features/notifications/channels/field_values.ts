/** Omits empty values, for services that interpret an empty value as set. */
export function filled(values: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => value ? [[name, value]] : []),
  );
}

/** Strips trailing slashes from an address, so that a path can follow. */
export function withoutSlash(address: string): string {
  return address.trim().replace(/\/+$/, "");
}

/** Splits a list as users type it and drops empty items. */
export function splitList(text: string, separators: RegExp): string[] {
  return text.split(separators).map((one) => one.trim()).filter(Boolean);
}
