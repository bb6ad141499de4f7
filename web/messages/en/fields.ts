/** Messages of fields that the first page does not have. */
export const fields = {
  tooLong: "{label} cannot be longer than {max} characters",
  type: "{label} is not a valid {type}",
  typeInteger: "integer",
  secretKeep: "Keep unchanged",
  secretRemove: "Remove",
  secretRemoved: "Removed when you save",
  secretReplace: "Replace",
  secretStored: "Stored, not shown",
};
