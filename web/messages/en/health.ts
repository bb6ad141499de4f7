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
  stepUpdateContainerHelp:
    "Run on the host, in the folder with compose.yaml. It updates the container and starts it. Your data is kept.",
  stepRestart: "Restart the panel",
  stepRestartHelp:
    "Replace sundial with the name of your service. Without a service, run the executable again with serve.",
  stepCheck: "Check the installation",
  stepCheckHelp:
    "Shows the installed version and what prevents the start. If the commands fail, install the panel again.",
  stepCheckContainer: "Check inside the container",
  stepCheckContainerHelp:
    "The first command checks the installation in a new container. The others need a running one: they show the installed version, and OK when the panel is ready.",
  stepLogs: "Check the panel's log",
  stepLogsHelp:
    "The last lines before it stopped usually show the reason. If not, file an issue where you got Sundial from and include them.",
  stepConsoleHelp:
    "The console where you started the panel shows why it stopped. If that does not help, file an issue where you got Sundial from and include its last lines.",
  checking: "Checking again…",
  nextCheck: "Next check in {seconds} s",
  checkNow: "Check now",
  answering: "The panel is responding",
  continue: "Continue",
};
