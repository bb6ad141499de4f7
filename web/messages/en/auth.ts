export const auth = {
  title: "Log in",
  welcome: "Log in to {title}",
  username: "User name",
  password: "Password",
  submit: "Log in",
  lost_password: "Forgot the password?",
  lost_factor: "Lost the phone and the codes?",
  lostHelp: "Whoever may log in to the machine can let you in again, also while the panel runs:",
  passkeyLogin: "Use a passkey",
  passkeyNotUsed: "No passkey was used. There may be none here for this address",
  passkeyOtherName:
    "The panel is asked by another name than the one in the address bar. Set SUNDIAL_PUBLIC_URL to how browsers reach it",
  passkeyOnDevice: "This device has a passkey of this account already",
};
