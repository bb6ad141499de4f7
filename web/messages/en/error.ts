export const error = {
  title: "Service startup timeout",
  starting: "Starting, please wait...",
  unreachable: "Panel not reachable",
  unreachableHelp: "No answer from the panel. Check the connection, or whether it is running",
  timeout: "No answer in time",
  timeoutHelp: "The panel took too long to answer. Please try again",
  unexpected: "Unexpected answer",
  unexpectedHelp: "Something between this browser and the panel answered in its place",
};
