export const form = {
  required: "Please enter {label}",
  tooShort: "{label} must be at least {min} characters",
  range: "{label} must be between {min} and {max}",
};
