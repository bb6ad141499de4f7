// Loads the fonts of the page after its first paint, so that they delay nothing. Until then, text uses local fonts with
// the same metrics (`styles.css`); Chinese characters always use the fonts of the system.
import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2" with { type: "text" };
import jetBrainsMono from "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2" with {
  type: "text",
};

/** URLs relative to this script, by family: the build copies the imported files beside the scripts. */
const fontFiles = { "Inter": inter, "JetBrains Mono": jetBrainsMono };
const version = Object.values(fontFiles).join();
const storageKey = "fonts";

/** All characters except quotes, dashes and ellipses, which are as wide as a character in Chinese. */
const CHINESE_RANGE = "U+0-2013, U+2015-2017, U+201A-201B, U+201E-2025, U+2027-FFFF";

/**
 * Adds the fonts if this browser has loaded them before: cached fonts are there for the first paint, so that no text
 * changes its font later.
 */
export function addCachedFonts(): void {
  try {
    if (localStorage.getItem(storageKey) === version) addFonts();
  } catch {
    // storage is disabled in this browser
  }
}

export function addFonts(): void {
  const added = new Set([...document.fonts].map(({ family }) => family.replaceAll('"', "")));
  if (added.has("Inter")) return;
  const isChinese = document.documentElement.lang.startsWith("zh");
  const faces = Object.entries(fontFiles).map(([family, file]) =>
    new FontFace(family, `url("${new URL(file, import.meta.url).href}")`, {
      weight: "100 900",
      display: "swap",
      ...(isChinese && { unicodeRange: CHINESE_RANGE }),
    })
  );
  for (const face of faces) document.fonts.add(face);
  Promise.all(faces.map((face) => face.load())).then(rememberFonts).catch(() => {
    // The local fonts stay, for example when the panel was updated while this tab was open.
  });
}

function rememberFonts(): void {
  try {
    localStorage.setItem(storageKey, version);
  } catch {
    // storage is disabled in this browser; the fonts are added late again
  }
}
