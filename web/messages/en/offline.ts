/** The texts of the page that the service worker shows while the panel cannot be reached. */
export const offline = {
  title: "Cannot reach the panel",
  help:
    "Check your connection and that the panel is running. This page reloads when the panel responds again.",
  retry: "Try again",
};
