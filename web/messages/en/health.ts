export const health = {
  databaseMissing: "The database file was deleted: the panel refuses changes",
  databaseReplaced: "The database file was replaced: the panel refuses changes",
  putBack:
    "Changes would be lost, so none are taken. Put the file back, or restart the panel; running tasks go on.",
  diskFull: "The disk is full: the panel is read-only",
  inodesFull: "The disk has no room for further files: the panel is read-only",
  stillWorks:
    "Changes are refused until there is room. Reading, logging in and out, running and stopping tasks, and deleting still work.",
  freeLogs: "Delete logs",
  freeBackups: "Delete backups",
  freePackages: "Remove dependencies",
};
