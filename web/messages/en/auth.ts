export const auth = {
  title: "Log in",
  welcome: "Log in to {title}",
  username: "Username",
  password: "Password",
  submit: "Log in",
  lost_password: "Forgot your password?",
  lost_secondFactor: "Lost your phone and recovery codes?",
  lostHelp:
    "Anyone who can log in to the server can restore your access with this command, even while the panel is running:",
  passkeyLogin: "Use a passkey",
  passkeyNotUsed: "No passkey was used. You may not have one for this address.",
  passkeyOtherName:
    "The panel sees a different host name than your address bar. Set SUNDIAL_PUBLIC_URL to the URL used in browsers.",
  passkeyOnDevice: "This device already has a passkey for this account",
};
