import os from "os";
export enum Kind {
  A = "kind a",
}
export interface Account {
  name: string;
}
export const o2s = (value: unknown) => JSON.stringify(value);
export default typeof os.cpus;
