// @ts-nocheck: finds its modules only in the panel
import { sendNotify } from "./sendNotify";
import { name } from "esm_helper";
interface Account {
  name: string;
}
const account: Account = { name };
const { data }: { data: unknown[] } = await QLAPI.getEnvs({ searchValue: "" });
await sendNotify("TypeScript", `${account.name} ${Array.isArray(data)}`);
