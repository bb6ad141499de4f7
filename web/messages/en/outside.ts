export const outside = {
  title: "Outgoing connections",
  help: "Used unless a subscription or dependency type sets its own",
  proxy: "Proxy",
  proxyHelp:
    "http://, https:// or socks5://, for subscriptions, notifications and updates. A password in it is stored encrypted and shown as ***",
  sshKey: "SSH key",
  sshKeyHelp: "For SSH subscriptions without their own key. Stored encrypted and never shown again",
  enter: "Enter a key",
  replace: "Replace",
  remove: "Remove",
  removeTitle: "Remove the SSH key?",
  removeText: "SSH subscriptions without their own key can no longer be pulled.",
  dialogHelp: "Stored encrypted in the data folder. Afterwards, only its type and fingerprint are shown",
  privateKey: "Private key",
  passphrase: "Passphrase",
  passphraseHelp: "Optional. Used once to unlock the key, not stored",
};
