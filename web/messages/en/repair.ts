/** Words of the page that says how to repair a panel that does not answer. */
export const repair = {
  lead: "The panel did not answer in time. These steps usually help:",
  leadAnswering: "If it stops answering, these steps usually help:",
  container: "Container",
  executable: "Executable or systemd service",
  sources: "From source",
  stepUpdate: "Update and start the panel",
  stepUpdateHelp: "Then open this page again; the data folder stays as it is.",
  stepRestart: "Restart the panel",
  stepRestartHelp:
    "Replace sundial with the name of your service. Without a service, start the executable again with serve.",
  stepCheck: "Check the installation",
  stepCheckHelp: "Prints the installed version. If the command fails, install the panel again.",
  stepCheckContainerHelp:
    "The first line says which version is there, the second prints OK when it can serve.",
  stepLogs: "Look at the panel's log",
  stepLogsHelp:
    "The last lines before it stopped usually name the reason. If it stays unclear, file an issue with them.",
  stepConsoleHelp: "The console where the panel was started shows why it stopped.",
  checking: "Checking again…",
  nextCheck: "Next check in {seconds} s",
  checkNow: "Check now",
  answering: "The panel is answering",
  continue: "Continue",
};
