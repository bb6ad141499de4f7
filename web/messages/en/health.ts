export const health = {
  databaseMissing: "The database file was deleted: the panel is read-only",
  databaseReplaced: "The database file was replaced: the panel is read-only",
  putBack:
    "Changes would be lost, so none are accepted. Put the file back or restart the panel. Running tasks are not affected.",
  diskFull: "The disk is full: the panel is read-only",
  inodesFull: "The disk has no free inodes: the panel is read-only",
  stillWorks:
    "Changes are rejected until there is free space. Viewing, logging in and out, running and stopping tasks, and deleting still work.",
  freeLogs: "Delete logs",
  freeBackups: "Delete backups",
  freePackages: "Delete dependencies",
};
