export const error = {
  title: "Service startup timeout",
  starting: "Starting, please wait...",
  unreachable: "Cannot reach the panel",
  unreachableHelp: "The panel does not respond. Check your connection and that the panel is running",
  timeout: "Request timed out",
  timeoutHelp: "The panel took too long to respond. Please try again",
  unexpected: "Unexpected response",
  unexpectedHelp: "The response came from something between this browser and the panel, such as a proxy",
};
