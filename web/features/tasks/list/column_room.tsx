// Columns that go where there is less room, the least needed first. A .tsx file, because class names are looked for in those.

/** For columns that need a window of 1440 px. */
export const wideOnly = "max-[1439px]:hidden";

/** For columns that need a window of 1280 px. */
export const desktopOnly = "max-xl:hidden";
