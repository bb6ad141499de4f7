import os from "os";
import { tool } from "./tools";
export enum Kind {
  A = "kind a",
}
export interface Account {
  name: string;
}
export const o2s = (value: unknown) => `${JSON.stringify(value)} ${tool}`;
export default typeof os.cpus;
