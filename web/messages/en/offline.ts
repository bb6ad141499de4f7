/** The texts of the page that the service worker shows while the panel cannot be reached. */
export const offline = {
  title: "Service startup timeout",
  help:
    "The panel cannot be reached. Check your connection. This page reloads when the panel responds again. If it does not, these steps usually help:",
  retry: "Try again",
};
