export const importSources = ["qinglong", "crontab", "systemd", "cronicle"] as const;
