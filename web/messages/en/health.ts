export const health = {
  databaseMissing: "The database file was deleted: the panel is read-only",
  databaseReplaced: "The database file was replaced: the panel is read-only",
  putBack:
    "Changes would be lost, so none are accepted. Put the file back or restart the panel. Running tasks are not affected.",
  diskReadOnly: "The disk is read-only: the panel accepts no changes",
  checkDisk:
    "Usually the system has found an error on the disk. Check the disk, make it writable and restart the panel. Running tasks continue.",
  diskFull: "The disk is full: the panel is read-only",
  inodesFull: "The disk has no free inodes: the panel is read-only",
  stillWorks:
    "Changes are rejected until there is free space. Viewing, logging in and out, running and stopping tasks, and deleting still work.",
  freeLogs: "Delete logs",
  freeBackups: "Delete backups",
  freePackages: "Delete dependencies",
};

/** Messages of the page with repair steps for a panel that does not respond. */
export const repair = {
  lead: "The panel did not respond in time. These steps usually help:",
  leadAnswering: "If the panel stops responding, these steps usually help:",
  container: "Container",
  executable: "Executable or systemd service",
  sources: "From source",
  stepUpdate: "Update and start the panel",
  stepUpdateHelp: "Then open this page again. Your data is kept.",
  stepRestart: "Restart the panel",
  stepRestartHelp:
    "Replace sundial with the name of your service. Without a service, run the executable again with serve.",
  stepCheck: "Check the installation",
  stepCheckHelp: "Prints the installed version. If the command fails, install the panel again.",
  stepCheckContainerHelp:
    "The first line shows the installed version. The second line shows OK when the panel is ready.",
  stepLogs: "Check the panel's log",
  stepLogsHelp:
    "The last lines before it stopped usually show the reason. If not, file an issue and include them.",
  stepConsoleHelp: "The console where you started the panel shows why it stopped.",
  checking: "Checking again…",
  nextCheck: "Next check in {seconds} s",
  checkNow: "Check now",
  answering: "The panel is responding",
  continue: "Continue",
};
