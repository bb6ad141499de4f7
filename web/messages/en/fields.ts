/** Faults and acts of fields that the first page does not have. */
export const fields = {
  tooLong: "{label} cannot be longer than {max} characters",
  type: "{label} is not a valid {type}",
  typeInteger: "integer",
  secretKeep: "Leave as it is",
  secretRemove: "Remove",
  secretRemoved: "Is removed when you save",
  secretReplace: "Replace",
  secretStored: "Stored, never shown",
};
