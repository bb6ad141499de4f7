/** Largest file the editor opens, bytes; the panel's own number, which a test compares, would bring its parser into the page. */
export const LARGEST_TEXT_BYTES = 32 * 1024 * 1024;
