// The panel's own numbers, which a test compares, would bring its parser into the page.

/** Largest file the editor opens, bytes. */
export const MAX_TEXT_BYTES = 32 * 1024 * 1024;
/** Largest text that the panel checks for faults, characters. */
export const MAX_CHECKED_TEXT = 256 * 1024;
