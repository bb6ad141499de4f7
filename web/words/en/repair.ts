/** Words of the page that says how to repair a panel that does not answer. */
export const repair = {
  lead: "The panel did not answer in time. These steps usually help:",
  stepUpdate: "Update the container on the host",
  stepUpdateHelp: "Then open this page again; the data folder stays as it is.",
  stepCheck: "Check inside the container",
  stepCheckHelp: "The first line says which version is there, the second prints OK when it can serve.",
  stepLogs: "Look at the panel's log",
  stepLogsHelp:
    "The last lines before it stopped usually name the reason. If it stays unclear, file an issue with them.",
  checking: "Checking again…",
  nextCheck: "Next check in {seconds} s",
  checkNow: "Check now",
  answering: "The panel is answering now",
  continue: "Continue",
};
