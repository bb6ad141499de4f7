/** Faults and acts of fields that the first page does not have. */
export const fields = {
  chosen: "Please select {label}",
  tooLong: "{label} cannot be longer than {max} characters",
  wholeNumber: "{label} must be a whole number",
  type: "{label} is not a valid {type}",
  pattern: "{label} does not match the pattern {pattern}",
  typeNumber: "number",
  typeInteger: "integer",
  typeUrl: "URL",
  typeEmail: "email",
  typeDate: "date",
  typeTimeZone: "time zone",
  secretKeep: "Leave as it is",
  secretRemove: "Remove",
  secretRemoved: "Is removed when you save",
  secretReplace: "Replace",
  secretStored: "Stored, never shown",
};
