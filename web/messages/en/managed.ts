/** Objects that files describe. */
export const managed = {
  byFolder:
    "From code: applied from the folder {source}, file {path}. The next time it is applied, changes made here are overwritten.",
  bySubscription:
    "From code: the subscription “{source}” applies the file {path}. The next time, changes made here are overwritten.",
};
