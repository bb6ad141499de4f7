export const auth = {
  title: "Log in",
  welcome: "Log in to {title}",
  username: "User name",
  password: "Password",
  submit: "Log in",
};
