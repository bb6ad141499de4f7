/** Where an import can come from. */
export const importSources = ["qinglong", "crontab", "systemd", "cronicle"] as const;
