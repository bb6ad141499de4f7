export const outside = {
  title: "Outgoing connections",
  help: "Used unless a subscription or package type sets its own",
  proxy: "Proxy",
  proxyHelp:
    "http://, https:// or socks5://, for subscriptions, notifications and updates. A password in it is kept sealed and shown as ***",
  sshKey: "SSH key",
  sshKeyHelp:
    "For ssh addresses of subscriptions without a key of their own. It is kept sealed and never shown again",
  enter: "Enter a key",
  replace: "Replace",
  remove: "Remove",
  removeTitle: "Remove the SSH key?",
  removeText: "Subscriptions by ssh that have no key of their own can no longer be pulled.",
  dialogHelp: "Kept sealed in the data folder; afterwards only its type and its fingerprint are shown",
  privateKey: "Private key",
  passphrase: "Passphrase",
  passphraseHelp: "Optional: opens the key now, and is not kept",
};
