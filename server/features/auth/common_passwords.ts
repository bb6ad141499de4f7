/** The passwords that attackers try first, in lower case, limited to those that meet the minimum length. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `00000000 0123456789 01234567 0987654321 10203040 11111111 1111111111 11223344 112233445566 12121212
  12341234 12345678 123456789 1234567890 12345678910 123123123 123321123 1234qwer 123qweasd 123qweasdzxc
  12qwaszx 13131313 147258369 159357159 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 22222222 31415926
  321321321 33333333 44444444 55555555 5201314520 66666666 77777777 789456123 87654321 88888888 963852741
  987654321 99999999 9876543210 a1234567 a12345678 a123456789 a1b2c3d4 aa123456 aa12345678 abc12345 abc123456
  abcd1234 abcdefgh administrator admin123 admin1234 admin12345 admin123456 adminadmin asdf1234 asdfasdf asdfghjk
  asdfghjkl baseball basketball changeme changeme123 charlie1 computer corvette danielle dearbook diamond1
  dragon123 dragonball football freedom1 iloveyou iloveyou1 internet jennifer jonathan letmein1 letmein123 liverpool
  login123 marlboro master123 maverick metallica michael1 mercedes michelle midnight mustang1 nintendo p@ssw0rd
  p@ssword pa55word pa55w0rd passw0rd password password1 password12 password123 password1234 password! pokemon1
  princess princess1 q1w2e3r4 q1w2e3r4t5 qazwsxedc qwer1234 qwerasdf qwerqwer qwertyui qwertyuiop qwerty12 qwerty123
  qwerty1234 root1234 rootroot samantha secret123 security shadow123 starwars steelers summer123 sunshine sunshine1
  superman superman1 temp1234 test1234 testtest thunder1 toor1234 trustno1 user1234 victoria welcome1 welcome123
  whatever woaini1314 woaini520 zaq12wsx zaq1zaq1 zxcvbnm1 zxcvbnm123 zxcvbnmz`.split(/\s+/),
);
