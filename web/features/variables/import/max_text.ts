/** Characters; as the contract has it, which the page does not load for one number; a test compares the two. */
export const MAX_TEXT = 4 * 1024 * 1024;
