#pragma once

#include <string_view>

// The instructions of scripts, by version (SCUMM.md §9 "Instructions"). Each text changes the one
// that it follows; scripts.cc reads them once. Words are divided by spaces:
//
//   HH/MM:SIGNS name      opcode HH, in hexadecimal, with any of the bits MM, which tell operands;
//   a
//                         name if the reader acts on it
//   HH:-                  the opcode is gone
//   HH=OO                 has the number OO in the text before this one
//   ?list N-M:SIGNS name  the sub-commands N to M of a list; ?=list replaces what the list had
//
// The signs are the operands, in their order. In the code:
//
//   b w d   a byte, a word (i16; in version 8 i32), an i32
//   B W     a byte or a word, or the variable that the opcode's next bit tells; V R: a variable
//   read
//           or written; M: a byte that tells the operands behind it; Y: a B by the second bit
//   A       words, each behind a byte, up to a byte FF
//   J       a jump, relative to the byte behind it
//   S s     a string; T: text with commands; z: bytes up to 0
//   ?list   a byte, and the operands of that sub-command; *list: the same up to a byte FF
//   @ # % & doSentence, setVarRange, expression, saveLoadVars: as scripts.cc has them
//
// On the stack:
//
//   digit   takes so many values; L: a list, its count on top; $: a string; +: gives a value
//   p v     pushes the number before it, or the variable of that number; a: gives the variable the
//           value on top; c: changes it
//   D N     dup, dup_n; t: a string for $
//   i f o h n g  writeINI, getResourceSize, colours of print, sprite commands: as scripts.cc has
//   them

namespace wardrobe::opcodes {

inline constexpr std::string_view kV1 = R"(
00: stopObjectCode A0: stopObjectCode 01/E0:BBB putActor 02/80:B 03/80:RB 04/80:VWJ 05/E0:WBB
25/C0:WBB 06/80:RB 07/80:W 47/80:W 08/80:VWJ 09/C0:BW 0A/80:VW 0B/C0:Wb 0C/80:Bb resourceRoutines
0D/C0:BBb 0E/C0:BW 0F/80:WJ 4F/80:WJ 10/80:RW 11/C0:BB animateActor 12/80:B 13/C0:BB?actor actorOps
14/80:BT 15/C0:RBB 16/80:RB 17/80:W 57/80:W 18:J jumpRelative 19/E0:@ 1A/80:RW move
1B/C0:wBB 1C/80:B 1D/C0:WBJ 1E/E0:BBB 1F/80:WJ 5F/80:WJ 20: 22/80:RB 23/80:RB 24/C0:WBbb
26/80:# 27/80:W 67/80:W 28:VJ A8:VJ 29/C0:WB 2A/80:VW 6A/80:VW 2B:V 2C:Rb assignVarByte
2D/C0:BB putActorInRoom 2E:bbb 2F/80:WJ 6F/80:WJ 30/80:Bb 31/80:RwB 32/80:B 33/C0:BBb 34/C0:RWW
35/C0:RBB 36/C0:BW 37/80:W 77/80:W 38/80:VWJ 3A/80:RW 3B/80:B 3C/80:B 3D/C0:BB 3F/80:WJ 7F/80:WJ
40: 42/80:B startScript 43/80:RB 44/80:VWJ 46:R C6:R 48/80:VWJ 4A/80:B 4C: 50/80:W 52/80:B 54/80:WS
56/80:RB 58: 5A/80:RW 5C/80: 6B/80: 6E/80: 60/80:W 62/80:B 63/80:RB 66/80:RW 68/80:RB 6C/80:RW
70/80:Bbb 71/80:RB 72/80:B 78/80:VWJ 7A/80:?verb 7B/80:RB 7C/80:RB 80: 98: AB: AC: AE: C0: CC:bz
D8:T
?actor 1: 2: palette 3:S name 4: costume 5: talk_color
?verb 0:B 1-254:bbBbS 255:bb
)";
inline constexpr std::string_view kV2 = R"(
?actor 2:b palette
)";
inline constexpr std::string_view kV5 = R"(
00: stopObjectCode A0: stopObjectCode 01/E0:BWW putActor 02/80:B 03/80:RB 04/80:VWJ 05/80:W?draw
06/80:RB 07/C0:WB 08/80:VWJ 09/C0:BW 0A/E0:BA startScript 0B/C0:RWW 0C/80:?resource resourceRoutines
0D/C0:BBb 0E/C0:BW 0F/80:RW 10/80:RW 11/C0:BB animateActor 12/80:W 13/C0:B*actor actorOps 14/80:BT
15/C0:RWW 16/80:RB 17/80:RW 18:J jumpRelative 19/E0:@ 1A/80:RW move 1B/80:RW 1C/80:B
1D/80:WAJ 1E/E0:BWW 1F/C0:BBJ 20: 22/80:RB 23/80:RW 24/C0:WBww 25/C0:WB 26/80:# 27:?string
28:VJ 29/C0:WB 2B:V 2C:?cursor 2D/C0:BB putActorInRoom 2E:bbb 30/80:?matrix 31/80:RB 32/80:W
33/C0:?room 34/C0:RWW 35/C0:RBB 36/C0:BW 37/C0:WBA 38/80:VWJ 3A/80:RW 3B/80:RB 3C/80:B 3D/C0:RBB
3F/C0:WWMWWB 40:A 42/80:BA 43/80:RW 44/80:VWJ 46:R 48/80:VWJ 4C:A 52/80:B 54/80:WS 56/80:RB
57/80:RW 58:b 5A/80:RW 5B/80:RW 5D/80:WA 60/80:B 62/80:B 63/80:RB 66/80:RW 67/80:RB 68/80:RB
6B/80:W 6C/80:RB 6E/80:W 70/80:Bbb 71/80:RB 72/80:B 78/80:VWJ 7A/80:B*verb 7B/80:RB 7C/80:RB 80:
98:b A7: A8:VJ AB:MBBB AC:% AE:?wait C0: C6:R CC:bz D8:T
?verb 1:W 2:S 3:B 4:B 5:WW 6: 7: 8: 9: 16:B 17: 18:B 19: 20:W 22:WB 23:B
?room 1:WW 3:WW 4:WWWMB 5: 6: 7:BBMBBMY 8:BBB 9:BB 10:W 11:WWWMBB 12:WWWMBB 13:BS 14:BS 15:BMBBMB
16:BB
?cursor 1: 2: 3: 4: 5: 6: 7: 8: 10:BB 11:BBB 12:B 13:B 14:A
?string 1:BS 2:BB 3:BBB 4:RBB 5:BB
?draw 1:WW 2:W 31:
?matrix 1:BB 2:BB 3:BB 4:
?wait 1:B 2: 3: 4:
?resource 0-16:B 17: 18-19:B 20:BW 21-34:B 35:BB 36:BBb 37:BB 38-63:B
?actor 0:B 1:B costume 2:BB 3:B 4:B walk_anim 5:BB talk_anim 6:B stand_anim 7:BBB 8: default 9:W
10: 11:BB palette 12:B talk_color 13:S name 14:B init_anim 16:B 17:BB scale 18: never_zclip
19:B always_zclip 20: 21: 22:B 23:B
)";
inline constexpr std::string_view kV4 = R"(
05/E0:WWW 25/C0:WWW 0F/C0:WBJ 2F/C0:WBJ 50/80:W 5C/80:?effect A7:& 22/80:RB
?room 2:WW 4:WW
?effect 0-2: 3:W 4-31:
?=actor 1:B costume 2:B 3:B 4:BB 5:B 6:B walk_anim 7:BB talk_anim 8:B stand_anim 9:BBB 10: default
11:W 12: 13:BB palette 14:B talk_color 15:S name 16:B init_anim 18:B 19:B scale 20:
)";
inline constexpr std::string_view kV3 = R"(
3B/80: 4C: 30/80:Bb 33/C0:WW?room
?room 1: 2: 3: 4:
?cursor 14:BB
)";
inline constexpr std::string_view kIndy3 = R"(
3B/80:B 23/80:RB 43/80:RB AE:
)";
inline constexpr std::string_view kTownsOfV3 = R"(
02/80:RB
)";
inline constexpr std::string_view kV6 = R"(
00:bp 01:wp 02:bv 03:wv 06:b1+ 07:w1+ 0A:b2+ 0B:w2+ 0C:D 0D:1+ 0E:2+ 0F:2+
10:2+ 11:2+ 12:2+ 13:2+ 14:2+ 15:2+ 16:2+ 17:2+ 18:2+ 19:2+ 1A:1 42:ba 43:wa 46:b2 47:w2
4A:b3 4B:w3 4E:bc 4F:wc 52:b1 53:w1 56:bc 57:wc 5A:b1 5B:w1 5C:1J 5D:1J
5E:L2 startScript 5F:L1 startScriptQuick 60:L3 61:2 62:3 63:L5 64:4 65: stopObjectCode
66: stopObjectCode 67: 68:L 69: 6A:1 6B:?cursor 6C: 6D:L1+ 6E:L1 6F:1+ 70:2 71:2 72:1+ 73:J jump
74:1 75:1 76:1 77:1 78:1 79:1 7A:1 7B:1 7C:1 7D:3 7E:3 7F:4 putActorAtXY 80:3 81:2
82:2 animateActor 83:4 84:2 85:4 87:1+ 88:2+ 8A:1+ 8B:1+ 8C:1+ 8D:1+ 8E:1+ 8F:1+ 90:1+ 91:1+ 92:2+
93:1+ 94:2+ 95: 96: 97:1s 98:1+ 99:1L 9A: 9B:?resource resourceRoutines 9C:?room 9D:?actor actorOps
9E:?verb 9F:2+ A0:2+ A1:L1 A2:1+ A3:2+ A4:?array A5:3b A6:5 A7:1 A8:1+ A9:?wait AA:1+ AB:1+ AC:L
AD:L1+ AE:b AF:2+ B0:1 B1:1 B2:1 B3: B4:?print B5:?print B6:?print B7:?print B8:?printactor
B9:?print BA:1s BB:s BC:?dim BD: BE:L2 BF:L1+ startScriptQuick2 C0:b2w C4:1+ C5:2+ C6:3+ C7:4+
C8:L+ C9:L CA:1 CB:L1+ CC:1L1+ CD:4 D0: D1: D2:2+ D4:2w D5:L2 D6:2+ D7:2+ D8:1+ DD:1+ E1:2+ E3:Lw+
E4:1 EC:1+ ED:1+
?cursor 144-151: 153:2 154:2 156:1 157:L 214:1
?resource 100-115:1 116: 117-118:1 119:2
?room 172:2 174:2 175:4 176-177: 179:3 180:2 181:1 182-183:5 184-185:1s 186:4 187:2
213:1 palette_of_room
?verb 124:1 125:s 126-127:1 128:2 129-130: 131: 132: 133:1 134: 135:1 136: 137:1 139:2 140:1 196:1
255:
?array 205:w1s 208:w1L 212:w1L1
?wait 168:J1 169-171: 226:J1 232:J1
?dim 199-203:w1 204:w
?print 65:2 66:1 67:1 69: 71: 72: 74: 75:s 254: 255:
?printactor 65:2 66:1 67:1 69: 71: 72: 74: 75:s 254:1 255:
?actor 197:1 actor 76:1 costume 77:2 78:L 79:1 walk_anim 80:2 talk_anim 81:1 stand_anim 82:3
83: default 84:1 85: 86:2 palette 87:1 talk_color 88:s name 89:1 init_anim 91:1 92:1 scale
93: never_zclip 94:1 always_zclip 225:1 always_zclip 95: 96: 97:1 98:1 99:2 198:2 215: 216:
217: new 227:1 228:1 229: 230:1 231:1 233: 234: 235:1
)";
inline constexpr std::string_view kV7 = R"(
78:2 7A:2 80:2 84:1 85:3
?cursor 153:1
?resource 119:1
)";
inline constexpr std::string_view kV8 = R"(
01:wp 02:wv 03:w1+ 04:w2+ 05:D 06:1 07:1+ 08:2+ 09:2+ 0A:2+ 0B:2+ 0C:2+ 0D:2+ 0E:2+
0F:2+ 10:2+ 11:2+ 12:2+ 13:2+ 14:2+ 15:2+ 16:2+ 64:1J 65:1J 66:J jump 67: 68:1 69:?wait 6A:1 6B:1
6C:1 6D:wa 6E:wc 6F:wc 70:?dim 71:w2 72:w1 73:w1 74:?dim2 75:w3 76:?array
79:L2 startScript 7A:L1 startScriptQuick 7B: stopObjectCode 7C:1 7D:L2 7E: 7F:L3 80:1 81:L 82: 83:1
84: 85: 86: 87:1 89:L1 8A:2 8B:2 8C:2 8D:1 8E:2 8F:?printactor 90:?print 91:1s 92:s 93:?print
94:?print 95:?print 96:?print 97:?print 98:4 9C:?cursor 9D:1 9E:3 9F:3 A0:3 A1:4 putActorAtXY A2:2
A3:2 A4:2 animateActor A5:3 A6:1 A7:1L A8: AA:b1 resourceRoutines AB:?room AC:?actor actorOps AD:b
AE:?verb AF:1 B0:1 B1:1 B2:L B3:b B4:3b B5:1s B6: B7:5 B9:s BA:L C8:L1+ startScriptQuick2 C9:L2
CA:L1+ CB:1L1+ CD:L1+ CE:1+ CF:2+ D0:L1+ D1:1+ D2:1+ D3:1+ D5:1+ D6:1+ D8:L+ D9:2+ DA:2+ DB:2+
DC:2+ DD:2+ DF:2+ E0:1+ E1:2+ E2:1+ E3:1+ E4:1+ E5:1+ E6:1+ E7:1+ E8:1+ E9:1+ EA:1+ EB:1+ EC:1+
ED:1+ EE:2+ EF:4+ F0:1+ F1:1+ F2:1+ F3:1+ F6:1s+ F7:1+
?cursor 220-227: 228:1 229:2 230:1 231:1 232:L 233:2
?room 82:4 87:1 88:5 89:4 92:1 palette_of_room 93: 94:1 95:5
?verb 150:1 151-152: 153:s 154:2 155-156: 157-158:1 160:1 161: 162:1 163:2 164:1 165: 166-167:1
?array 20:w1s 21:w1L 22:w1L1
?wait 30:J1 31-33: 34-35:J1
?dim 10-11:w1 12:w
?dim2 10-11:w2 12:w
?print 200: 201: 202:2 203:1 204: 205:1 206-208: 209:s 210:
?printactor 200:1 201: 202:2 203:1 204: 205:1 206-208: 209:s 210:
?actor 122:1 actor 100:1 costume 101:2 103: 104:1 init_anim 105:2 talk_anim 106:1 walk_anim
107:1 stand_anim 108:1 109: default 110:1 111:2 palette 112:1 talk_color 113:s name 114:1
115:1 scale 116: never_zclip 117:1 always_zclip 118: 119: 120:1 121:2 123:2 124: 125: 126: new
127:1 128: 129:1 130:1 131:1 132:1 133: 134: 135:1 136:1 137:1
)";
inline constexpr std::string_view kHe60 = R"(
63:- 64:- 9A:- AC:- EC:- ED:- 70:2 74:2 BD: stopObjectCode D9:1 DA:s1+ DB:2+ DC:3 DE:s DF:ss E0:b1
E2:1 E9:3 EA:2bw EB:1+
?room 220:2 221:s1 234:2 236:2
?verb 131:1
?actor 30:4 218: 219: 225:s1
)";
inline constexpr std::string_view kHe70 = R"(
74:?sound 84:2 AE:?system EE:1+ F2:b1+ F3:s1+ F4:i F9:s FA:bs
?sound 9: 23:3 25:2 56: 164: 222: 224:1 230:1 231:1 232:1 245: 255:
?cursor 153:1
?resource 119:1 120-123:1 159:1 192:1 201-203:1 233:1 235:1 239:
?system 158: 160: 244: 250:1 251:s 252:s 253:1
)";
inline constexpr std::string_view kHe71 = R"(
EC:1+ ED:3+ EF:3+ F0:2+ F1:2+ F5:3+ F6:4+ F7:2+ FB:?polygon FC:2+
?polygon 68:9 69:9 246:9 248:9 28:2 247:2
)";
inline constexpr std::string_view kHe72 = R"(
0A:- 42:- 46:- 4A:- 4E:- 97:- 02:dp 04:t 1B:L1+ 50: 51:b+ 52:L2+ 54:1+ 55:1+ 56:5 58:1b+
59:1b 5A:1+ 5E:L1b startScriptQuick 60:L2b 61:?drawobject 62:1 63:bw+ 64:+ A0:2+ BA:1s BC:?dim
C1:$1 CE:4 CF:$+ D5:L1b DA:1$+ DB:?readfile DC:2?writefile DD:1+ DE:$ DF:$$ E1:2b+ EA:2bw F3:$b+
F4:?writeini F8:f F9:$ FA:$b
?drawobject 62:31 63:11 65:21
?room 221:$1
?verb 125:$
?array 7:w$ 126:wL4 127:w4w4 128:w6 138:www55 194:wL1$ 208:w1L 212:wL1
?system 22: 26: 158: 160: 244: 251:$ 252:$
?dim 2-7:w1 204:w
?readfile 4-6:1+ 8:b2+
?writefile 4-6: 8:b
?writeini 6:1$ 43:1$ 7:$$ 77:$$
?print 194:sL1 225:1 249:o
?printactor 194:sL1 225:1 249:o
?actor 21:L 24:1 43:1 64:4 65:2 67:4 68:1 88:$ name 156:1 175:1 225:$1
)";
inline constexpr std::string_view kHe80 = R"(
69:- 76:- 94:- 9E:- A5:- 45:?createsound 46:$+ 48:1+ 49:2+ 4A:1 4C:dd 4D:$$$b+ 4E:?writeconfig
6B:?cursor AC:2 E0:6b
?createsound 27:1 217: 232:1 255:
?cursor 19: 20:1 60:2
?writeconfig 6:1$$$ 43:1$$$ 7:$$$$ 77:$$$$
)";
inline constexpr std::string_view kHe90 = R"(
0A:wN 1C:?wiz 1D:2+ 1E:2+ 1F:1+ 20:1+ 21:1+ 22:2+ 23:4+ 24:?distance 25:?getsprite
26:?setsprite 27:?getgroup 28:?setgroup 29:?getwiz 2A:3+ 2B:L2b 2C:L2b 2D:?video 2E:?getvideo
2F:?flood 30:2+ 31:2+ 32:2+ 33:2+ 34:L1+ 35:LL1+ 36:3+ 37:b9w 38:4bw 39:ww8+ 3A:bw5 44:?getobject
94:?getpalette 9E:?palette A5:?font AB:1+
?wiz 32-33:1 46:1 47:4 48: 49:$ 50:$1 51:5 52-54:1 56:5 57:1 62:1 65:2 154:2 66:2 249:2 67:4 86:1
92:1 98:1 131:3 133-134:5 135-136:3 137:1 139:2 141: 142:$4 143:$2 189:8 196: 217: 246:1 255:
?distance 23:4+ 28:4+ 24:6+ 29:6+
?getsprite 30-39:1+ 42:2+ 43:1+ 45:h 52:1+ 62-63:1+ 68:1+ 82:1+ 86:1+ 92:1+ 97-98:1+
124:1+ 125:L1+ 139:2+ 140:1+ 198:2+
?setsprite 34-35:1 37:1 42:2 43:1 44:2 52-53:1 57:n 62-63:1 65:2 68:1 77:2 82:1 86:1 92:1
97-98:1 124:1 125:L 139:2 140:1 158: 198:2 217:
?getgroup 8:1+ 30-31:1+ 42:2+ 43:1+ 63:1+ 139:2+
?setgroup 37:g 42:2 43:1 44:2 57:1 63:1 65:2 67:4 93: 217:
?getwiz 30-33:2+ 36:1+ 45:4+ 66:4+ 130:6+ 139:3+ 141:1$1+
?video 0:$ 5:1 8:1 14:1 116: 206:
?getvideo 32-33:1+ 36:1+ 52:1+ 63:1+ 139:2+
?flood 54:1 57: 65:2 66:1 67:4 255:
?getobject 32-33:+ 36:+ 38-39:+ 52:+ 57:1 139:1+
?getpalette 45:6+ 52:3+ 66:2+ 132:2+ 217:3+
?palette 57:1 63:2 66:5 70:3 76:1 86:1 175:2 217: 255:
?font 60:+ 42:1$+
)";
inline constexpr std::string_view kHe100 = R"(
00=9D 01=14 02=81 03=3A 04=A4 05=D6 06=D7 07=6C 08=CA 09=31 0A=32 0B=33 0C=7A 0D=79 0E=7B 0F=78
10=56 11=D5 12=6E 13=D9 14=85 16=F9 17=45 18=68 19=1A 1A=C1 1B=57 1C=5B 1D=DE 1E=C0 1F=BC 20=17
21=82 22=83 23=A6 24=CE 25=AC 26=E0 27=61 28=0C 29=0A 2A=67 2B=65 2C=66 2D=0E 2E=2F 2F=6A 30=13
31=D0 32=28 33=10 34=9B 35=5C 36=5D 37=1C 38=1B 39=4F 3A=53 3B=73 3C=C9 3D=18 3E=12 3F=E2 40=07
41=0B 42=19 43=11 44=30 45=16 46=0F 47=37 49=38 4A=0D 4C=95 4D=96 4E=50 4F=71 50=9E 51=84 52=FB
53=1A 54=B6 55=62 56=B4 57=B7 58=B5 59=2C 5A=2B 5B=A1 5C=00 5D=02 5E=04 5F=01 60=03 61=80 62=7F
64=EA 65=DF 66=BD 67=4A 68=9C 69=B8 6A=B9 6B=BA 6C=BB 6E=E9 6F=99 71=E4 72=FA 73=D4 74=B0 75=B2
76=B1 77=74 78=4C 79=26 7A=CD 7B=60 7C=5E 7D=5F 7E=70 7F=77 80=7C 81=B3 82=75 83=D1 84=43 85=47
86=4B 87=15 88=AE 8A=59 8B=6B 8C=2D 8D=A9 8E=7D 8F=7E 90=DC 91=F4 92=4E 93=C4 94=90 95=91 96=A2
97=8F 98=8A 99=2A 9A=8C 9B=AA 9C=D2 9D=A8 9E=8D 9F=8E A0=22 A1=23 A2=AB A3=24 A4=6D A6=36 A7=20
A8=CF A9=46 AA=9F AB=DD AC=34 AD=F7 AE=92 AF=A0 B0=52 B1=FC B2=39 B3=A5 B4=64 B5=63 B6=F2 B7=F8
B8=27 BA=29 BB=AF BC=AD BD=93 BE=C8 BF=1E C0=1D C1=54 C2=55 C3=D8 C4=44 C5=DA C6=35 C7=72 C8=94
C9=CB CA=CC CB=E3 CC=E1 CD=C5 CE=C6 CF=C7 D0=87 D1=88 D3=DB D4=F3 D5=4D D6=8B D7=1F D8=5A D9=98
DA=49 DB=25 DC=21 DD=BE DE=BF DF=6F E0=F1 E1=EC E2=EF E3=F0 E4=EE E5=F5 E6=48 E7=F6 E8=ED E9=EB
EA=58 EB=A3 EC=2E A8:?debuginput B9:b+
?=array 35:wL1$ 77:w$ 128:wL1 129:w1L 130:wL4 131:w4w4 132:www94 133:w6
?=createsound 0:1 53: 92: 128:1
?=dim 41-45:w1 77:w1 135:w
?=drawobject 6:21 7:31 40:11
?=flood 0: 6:2 18:4 20:1 67:1 92:
?=setgroup 0:1 6:2 18:4 38:g 40:1 49:2 52:$ 53: 54:2 59:1 60:2 89:
?=resource 14:1 25:1 34:1 40:1 47: 62:1 66:1 72:1 128-129: 132-137:
?=wiz 0:1 2:1 6:2 132:2 7:1 11:5 18:4 20-21:2 29: 36:4 37:1 39:1 47:$ 53: 54:2 55:5 57:1 58:3 64:$1
65:1 67-68:1 70:1 73:1 84:1 92: 128:$4 129: 130:$2 131: 133:8 134:3 135:1 136:5 137:3 138:5
?=palette 0:1 20:5 25:1 40:2 53: 57:1 63:2 81:3 92:
?=room 63:4 129-130:2 131:1 132:3 133:5 134:1 135-136:2 137:$1 138-139:2
?=sound 6:1 47:$1 55: 83:3 92: 128: 129-130:1 131-132: 133:1 134:1 135: 136:2
?=setsprite 0:2 2-4:1 6:2 7:1 16:L 32:1 38:1 40:1 48:1 49:2 52:$ 53: 54:2 57:1 59:1 60:2 61: 65:1
70:1 73:1 74:2 75-76:1 82:1 83:2 88:1 89:
?=system 61: 128: 132-133: 134-135:$ 136:
?=cursor 14:1 15:L 128: 129:1 130:2 134-137: 139-142:
?=video 0:1 19: 40:1 47:$ 67:1 92:
?=wait 128:J1 129-131:
?=writefile 5:b 42-43: 45:
?=debuginput 0:$ 26:1 27:$ 80:$ 92:+
?=getgroup 5:1+ 40:1+ 54:2+ 59:1+ 60:2+ 85-86:1+
?=getwiz 20:4+ 26:1+ 33:4+ 39:2+ 54:3+ 84-86:2+ 131:1$1+ 132:6+
?=getpalette 13:2+ 20:2+ 33:6+ 53:3+ 73:3+
?=readfile 5:b2+ 42-43:1+ 45:1+
?=getsprite 3-4:1+ 7:1+ 16:L1+ 26:1+ 30-32:1+ 33:L4+ 38-40:1+ 48:1+ 54:2+ 57:1+ 59:1+ 60:2+ 65:1+
70:1+ 73:1+ 75-76:1+ 82:1+ 83:2+ 84-86:1+
?=getvideo 26:1+ 39-40:1+ 54:2+ 73:1+ 84:1+
?=polygon 68:9 69:9 246:9 248:9 28:2 247:2
?=print 6:2 12: 18:1 20:1 21:o 35:sL1 46: 51: 56: 78:1 79:s 91: 92:
?=printactor 6:2 12: 18:1 20:1 21:o 35:sL1 46: 51: 56: 78:1 79:s 91:1 92:
?=actor 0:1 actor 3:3 4:1 6:2 8: 9: 14:1 18:4 22:L 25:1 costume 27: default 32:1 52:$ name 53: new
57:2 palette 59:1 63:1 65:1 scale 70:1 74:2 78:$1 83:2 87:1 always_zclip 89: never_zclip 128:4
130:L 131:1 132: 133:1 134: 135: 136: 137: 138:1 init_anim 139:1 stand_anim 140:2 talk_anim
141:1 talk_color 142:1 143:2 144:1 walk_anim
)";

}  // namespace wardrobe::opcodes
