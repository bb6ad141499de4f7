export const log = {
  copy: "Copy the loaded lines",
  cut: "{count} more characters in this line",
  download: "Download the whole log",
  earlier: "Load earlier output ({size})",
  follow: "Follow the end",
  newLines: "New lines",
  toEnd: "To the end",
  toStart: "To the beginning",
  toolbar: "Log tools",
  waiting: "Waiting for output…",
  wrap: "Wrap long lines",
};
