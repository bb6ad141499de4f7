export const auth = {
  title: "Log in",
  welcome: "Log in to {title}",
  username: "User name",
  password: "Password",
  code: "Verification code",
  codeHelp: "The 6-digit code your authenticator app shows now",
  codeNeeded: "Please enter the 6-digit verification code",
  codeFormat: "Verification code is a 6-digit number",
  submit: "Log in",
  tooMany: "Too many attempts",
};
