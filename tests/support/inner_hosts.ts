/** Hosts of every kind of inner network in many spellings, none of them 127.0.0.1: loopback, private, shared, link-local, metadata. */
export const innerHosts = [
  ...["127.0.0.2", "127.2", "2130706434", "0x7f000002", "0x7f.0.0.2", "0177.0.0.2", "0"],
  ...["10.255.255.1", "172.16.0.1", "192.168.255.1", "100.64.0.1", "169.254.169.254", "2852039166"],
  ...["[::1]", "[::]", "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]"],
  ...["[::ffff:127.0.0.2]", "[::ffff:a9fe:a9fe]", "[64:ff9b::7f00:2]", "[2002:7f00:2::]"],
];
