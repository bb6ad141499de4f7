import assert from "node:assert/strict";
import { LONGEST_CRONTAB as ofPanel } from "../../../../server/contract/crontab_import.ts";
import { MAX_CRONTAB } from "./max_crontab.ts";

Deno.test("import: the page takes as long a crontab as the panel", () => assert.equal(MAX_CRONTAB, ofPanel));
