/** Leaves out what is empty, for services that take an empty value for a wish. */
export function filled(values: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => value ? [[name, value]] : []),
  );
}

/** Cuts the slashes off the end of an address, so that a path can follow. */
export function withoutSlash(address: string): string {
  return address.trim().replace(/\/+$/, "");
}

/** Splits a list as people type it, and leaves out what is empty. */
export function splitList(text: string, separators: RegExp): string[] {
  return text.split(separators).map((one) => one.trim()).filter(Boolean);
}
