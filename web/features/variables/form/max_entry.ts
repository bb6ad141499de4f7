/** As the contract has it, which the page does not load for one number; a test compares the two. */
export const MAX_ENTRY = 128 * 1024;
