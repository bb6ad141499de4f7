import { name } from "../deps_helper.js";
export const deep = name + "!";
