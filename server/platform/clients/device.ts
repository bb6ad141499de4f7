const MAX_CHARACTERS = 80;

/** Returns the browser and system of a user agent, such as `Firefox 140 · Linux`; the first word when it is not a browser. */
export async function deviceOf(userAgent: string): Promise<string> {
  if (userAgent === "") return "";
  const { default: bowser } = await import("bowser");
  const { browser, os } = bowser.parse(userAgent);
  const version = browser.version?.split(".")[0] ?? "";
  const program = browser.name ? `${browser.name} ${version}`.trim() : firstToken(userAgent);
  return [program, os.name].filter(Boolean).join(" · ").slice(0, MAX_CHARACTERS);
}

function firstToken(userAgent: string): string {
  return userAgent.split(/\s/, 1)[0] ?? "";
}
