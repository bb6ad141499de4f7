// The logs of runs on one machine and on several behave the same to the engine and to readers.
import { freshDatabase } from "../support/fresh_database.ts";
import { testLogSink } from "../support/log_sink_contract.ts";

testLogSink({ name: "one machine", open: freshDatabase, shared: false });
testLogSink({ name: "several machines on SQLite", open: freshDatabase, shared: true });
