"""The instructions of scripts, as the tables of SCUMM.md have them: an opcode in hexadecimal, its name, and signs for
what follows it in the code or is taken from the stack. script_walk.py says what the signs mean.

Up to version 5, 01/E0 stands for the opcodes 01 with any of the bits of E0. A Humongous version has the table of the one
before with these changes; – removes an opcode. In lists, 3:W is the sub-command 3, in decimal.
"""

V1 = """
00 stopObjectCode; A0 stopObjectCode; 01/E0 putActor BBB; 02/80 startMusic B; 03/80 getActorRoom RB;
04/80 isGreaterEqual VWJ; 05/E0 drawObject WBB; 25/C0 drawObject WBB; 06/80 getActorElevation RB;
07/80 setState08 W; 47/80 clearState08 W; 08/80 isNotEqual VWJ; 09/C0 faceActor BW; 0A/80 assignVarWordIndirect VW;
0B/C0 setObjPreposition Wb; 0C/80 resourceRoutines Bb; 0D/C0 walkActorToActor BBb; 0E/C0 putActorAtObject BW;
0F/80 ifNotState08 WJ; 4F/80 ifState08 WJ; 10/80 getObjectOwner RW; 11/C0 animateActor BB; 12/80 panCameraTo B;
13/C0 actorOps @actor; 14/80 print BT; 15/C0 actorFromPos RBB; 16/80 getRandomNr RB; 17/80 clearState02 W;
57/80 setState02 W; 18 jumpRelative J; 19/E0 doSentence @sentence; 1A/80 move RW; 1B/C0 setBitVar wBB;
1C/80 startSound B; 1D/C0 ifClassOfIs WBJ; 1E/E0 walkActorTo BBB; 1F/80 ifState02 WJ; 5F/80 ifNotState02 WJ;
20 stopMusic; 22/80 saveLoadGame RB; 23/80 getActorY RB; 24/C0 loadRoomWithEgo WBbb; 26/80 setVarRange @range;
27/80 setState04 W; 67/80 clearState04 W; 28 equalZero VJ; A8 notEqualZero VJ; 29/C0 setOwnerOf WB;
2A/80 addIndirect VW; 6A/80 subIndirect VW; 2B delayVariable V; 2C assignVarByte Rb; 2D/C0 putActorInRoom BB;
2E delay bbb; 2F/80 ifNotState04 WJ; 6F/80 ifState04 WJ; 30/80 setBoxFlags Bb; 31/80 getBitVar RwB;
32/80 setCameraAt B; 33/C0 roomOps BBb; 34/C0 getDist RWW; 35/C0 findObject RBB; 36/C0 walkActorToObject BW;
37/80 setState01 W; 77/80 clearState01 W; 38/80 isLessEqual VWJ; 3A/80 subtract RW; 3B/80 waitForActor B;
3C/80 stopSound B; 3D/C0 setActorElevation BB; 3F/80 ifNotState01 WJ; 7F/80 ifState01 WJ; 40 cutscene;
42/80 startScript B; 43/80 getActorX RB; 44/80 isLess VWJ; 46 increment R; C6 decrement R; 48/80 isEqual VWJ;
4A/80 chainScript B; 4C waitForSentence; 50/80 pickupObject W; 52/80 actorFollowCamera B; 54/80 setObjectName WS;
56/80 getActorMoving RB; 58 beginOverride; 5A/80 add RW; 5C/80 dummy; 6B/80 dummy; 6E/80 dummy;
60/80 cursorCommand W; 62/80 stopScript B; 63/80 getActorFacing RB; 66/80 getClosestObjActor RW;
68/80 isScriptRunning RB; 6C/80 getObjPreposition RW; 70/80 lights Bbb; 71/80 getActorCostume RB; 72/80 loadRoom B;
78/80 isGreater VWJ; 7A/80 verbOps @verb; 7B/80 getActorWalkBox RB; 7C/80 isSoundRunning RB; 80 breakHere;
98 restart; AB switchCostumeSet; AC drawSentence; AE waitForMessage; C0 endCutscene; CC pseudoRoom @pseudo;
D8 printEgo T
"""

V5 = """
00 stopObjectCode; A0 stopObjectCode; 01/E0 putActor BWW; 02/80 startMusic B; 03/80 getActorRoom RB;
04/80 isGreaterEqual VWJ; 05/80 drawObject W?draw; 06/80 getActorElevation RB; 07/C0 setState WB;
08/80 isNotEqual VWJ; 09/C0 faceActor BW; 0A/E0 startScript BA; 0B/C0 getVerbEntrypoint RWW;
0C/80 resourceRoutines @resource; 0D/C0 walkActorToActor BBb; 0E/C0 putActorAtObject BW; 0F/80 getObjectState RW;
10/80 getObjectOwner RW; 11/C0 animateActor BB; 12/80 panCameraTo W; 13/C0 actorOps @actor; 14/80 print BT;
15/C0 actorFromPos RWW; 16/80 getRandomNr RB; 17/80 and RW; 18 jumpRelative J; 19/E0 doSentence @sentence;
1A/80 move RW; 1B/80 multiply RW; 1C/80 startSound B; 1D/80 ifClassOfIs WAJ; 1E/E0 walkActorTo BWW;
1F/C0 isActorInBox BBJ; 20 stopMusic; 22/80 getAnimCounter RB; 23/80 getActorY RW; 24/C0 loadRoomWithEgo WBww;
25/C0 pickupObject WB; 26/80 setVarRange @range; 27 stringOps ?string; 28 equalZero VJ; 29/C0 setOwnerOf WB;
2B delayVariable V; 2C cursorCommand ?cursor; 2D/C0 putActorInRoom BB; 2E delay bbb; 30/80 matrixOps ?matrix;
31/80 getInventoryCount RB; 32/80 setCameraAt W; 33/C0 roomOps ?room; 34/C0 getDist RWW; 35/C0 findObject RBB;
36/C0 walkActorToObject BW; 37/C0 startObject WBA; 38/80 isLessEqual VWJ; 3A/80 subtract RW;
3B/80 getActorScale RB; 3C/80 stopSound B; 3D/C0 findInventory RBB; 3F/C0 drawBox WWMWWB; 40 cutscene A;
42/80 chainScript BA; 43/80 getActorX RW; 44/80 isLess VWJ; 46 increment R; 48/80 isEqual VWJ; 4C soundKludge A;
52/80 actorFollowCamera B; 54/80 setObjectName WS; 56/80 getActorMoving RB; 57/80 or RW; 58 beginOverride b;
5A/80 add RW; 5B/80 divide RW; 5D/80 setClass WA; 60/80 freezeScripts B; 62/80 stopScript B;
63/80 getActorFacing RB; 66/80 getClosestObjActor RW; 67/80 getStringWidth RB; 68/80 isScriptRunning RB;
6B/80 debug W; 6C/80 getActorWidth RB; 6E/80 stopObjectScript W; 70/80 lights Bbb; 71/80 getActorCostume RB;
72/80 loadRoom B; 78/80 isGreater VWJ; 7A/80 verbOps B*verb; 7B/80 getActorWalkBox RB; 7C/80 isSoundRunning RB;
80 breakHere; 98 systemOps b; A7 dummy; A8 notEqualZero VJ; AB saveRestoreVerbs MBBB; AC expression @expression;
AE wait ?wait; C0 endCutscene; C6 decrement R; CC pseudoRoom @pseudo; D8 printEgo T
"""

V4 = """
05/E0 drawObject WWW; 25/C0 drawObject WWW; 0F/C0 ifState WBJ; 2F/C0 ifNotState WBJ; 50/80 pickupObject W;
5C/80 oldRoomEffect ?effect; A7 saveLoadVars @savevars; 22/80 saveLoadGame RB
"""

V5_LISTS = """
verb: 1:W 2:S 3:B 4:B 5:WW 6:0 7:0 8:0 9:0 16:B 17:0 18:B 19:0 20:W 22:WB 23:B
room: 1:WW 3:WW 4:WWWMB 5:0 6:0 7:BBMBBMY 8:BBB 9:BB 10:W 11:WWWMBB 12:WWWMBB 13:BS 14:BS 15:BMBBMB 16:BB
cursor: 1:0 2:0 3:0 4:0 5:0 6:0 7:0 8:0 10:BB 11:BBB 12:B 13:B 14:A
string: 1:BS 2:BB 3:BBB 4:RBB 5:BB
draw: 1:WW 2:W 31:0
matrix: 1:BB 2:BB 3:BB 4:0
wait: 1:B 2:0 3:0 4:0
"""

V6 = """
00 pushByte !push; 01 pushWord !push; 02 pushByteVar !pushvar; 03 pushWordVar !pushvar; 06 byteArrayRead b1+;
07 wordArrayRead w1+; 0A byteArrayIndexedRead b2+; 0B wordArrayIndexedRead w2+; 0C dup !dup; 0D not 1+;
0E eq !math; 0F neq !math; 10 gt !math; 11 lt !math; 12 le !math; 13 ge !math; 14 add !math; 15 sub !math;
16 mul !math; 17 div !math; 18 land !math; 19 lor !math; 1A pop 1; 42 writeByteVar !write; 43 writeWordVar !write;
46 byteArrayWrite b2; 47 wordArrayWrite w2; 4A byteArrayIndexedWrite b3; 4B wordArrayIndexedWrite w3;
4E byteVarInc !inc; 4F wordVarInc !inc; 52 byteArrayInc b1; 53 wordArrayInc w1; 56 byteVarDec !inc;
57 wordVarDec !inc; 5A byteArrayDec b1; 5B wordArrayDec w1; 5C if 1J; 5D ifNot 1J; 5E startScript L2;
5F startScriptQuick L1; 60 startObject L3; 61 drawObject 2; 62 drawObjectAt 3; 63 drawBlastObject L5;
64 setBlastObjectWindow 4; 65 stopObjectCode; 66 stopObjectCode; 67 endCutscene; 68 cutscene L; 69 stopMusic;
6A freezeUnfreeze 1; 6B cursorCommand ?cursor; 6C breakHere; 6D ifClassOfIs L1+; 6E setClass L1; 6F getState 1+;
70 setState 2; 71 setOwner 2; 72 getOwner 1+; 73 jump J; 74 startSound 1; 75 stopSound 1; 76 startMusic 1;
77 stopObjectScript 1; 78 panCameraTo 1; 79 actorFollowCamera 1; 7A setCameraAt 1; 7B loadRoom 1; 7C stopScript 1;
7D walkActorToObj 3; 7E walkActorTo 3; 7F putActorAtXY 4; 80 putActorAtObject 3; 81 faceActor 2; 82 animateActor 2;
83 doSentence 4; 84 pickupObject 2; 85 loadRoomWithEgo 4; 87 getRandomNumber 1+; 88 getRandomNumberRange 2+;
8A getActorMoving 1+; 8B isScriptRunning 1+; 8C getActorRoom 1+; 8D getObjectX 1+; 8E getObjectY 1+;
8F getObjectOldDir 1+; 90 getActorWalkBox 1+; 91 getActorCostume 1+; 92 findInventory 2+; 93 getInventoryCount 1+;
94 getVerbFromXY 2+; 95 beginOverride; 96 endOverride; 97 setObjectName 1s; 98 isSoundRunning 1+;
99 setBoxFlags 1L; 9A createBoxMatrix; 9B resourceRoutines ?resource; 9C roomOps ?room; 9D actorOps ?actor;
9E verbOps ?verb; 9F getActorFromXY 2+; A0 findObject 2+; A1 pseudoRoom L1; A2 getActorElevation 1+;
A3 getVerbEntrypoint 2+; A4 arrayOps ?array; A5 saveRestoreVerbs 3b; A6 drawBox 5; A7 pop 1; A8 getActorWidth 1+;
A9 wait ?wait; AA getActorScaleX 1+; AB getActorAnimCounter 1+; AC soundKludge L; AD isAnyOf L1+; AE systemOps b;
AF isActorInBox 2+; B0 delay 1; B1 delaySeconds 1; B2 delayMinutes 1; B3 stopSentence; B4 printLine ?print;
B5 printText ?print; B6 printDebug ?print; B7 printSystem ?print; B8 printActor ?printactor; B9 printEgo ?print;
BA talkActor 1s; BB talkEgo s; BC dimArray ?dim; BD dummy; BE startObjectQuick L2; BF startScriptQuick2 L1+;
C0 dim2dimArray b2w; C4 abs 1+; C5 distObjectObject 2+; C6 distObjectPt 3+; C7 distPtPt 4+;
C8 kernelGetFunctions L+; C9 kernelSetFunctions L; CA delayFrames 1; CB pickOneOf L1+; CC pickOneOfDefault 1L1+;
CD stampObject 4; D0 getDateTime; D1 stopTalking; D2 getAnimateVariable 2+; D4 shuffle 2w; D5 jumpToScript L2;
D6 band !math; D7 bor !math; D8 isRoomScriptRunning 1+; DD findAllObjects 1+; E1 getPixel 2+; E3 pickVarRandom Lw+;
E4 setBoxSet 1; EC getActorLayer 1+; ED getObjectNewDir 1+
"""

V6_LISTS = """
cursor: 144-151:0 153:2 154:2 156:1 157:L 214:1
resource: 100-115:1 116:0 117-118:1 119:2
room: 172:2 174:2 175:4 176-177:0 179:3 180:2 181:1 182-183:5 184-185:1s 186:4 187:2 213:1
verb: 124:1 125:s 126-127:1 128:2 129-130:0 131:0 132:0 133:1 134:0 135:1 136:0 137:1 139:2 140:1 196:1 255:0
array: 205:w1s 208:w1L 212:w1L1
wait: 168:J1 169-171:0 226:J1 232:J1
dim: 199-203:w1 204:w
print: 65:2 66:1 67:1 69:0 71:0 72:0 74:0 75:s 254:0 255:0
printactor: 65:2 66:1 67:1 69:0 71:0 72:0 74:0 75:s 254:1 255:0
"""

V8 = """
01 pushWord !push; 02 pushWordVar !pushvar; 03 wordArrayRead w1+; 04 wordArrayIndexedRead w2+; 05 dup !dup;
06 pop 1; 07 not 1+; 08 eq !math; 09 neq !math; 0A gt !math; 0B lt !math; 0C le !math; 0D ge !math; 0E add !math;
0F sub !math; 10 mul !math; 11 div !math; 12 land !math; 13 lor !math; 14 band !math; 15 bor !math; 16 mod 2+;
64 if 1J; 65 ifNot 1J; 66 jump J; 67 breakHere; 68 delayFrames 1; 69 wait ?wait; 6A delay 1; 6B delaySeconds 1;
6C delayMinutes 1; 6D writeWordVar !write; 6E wordVarInc !inc; 6F wordVarDec !inc; 70 dimArray ?dim;
71 wordArrayWrite w2; 72 wordArrayInc w1; 73 wordArrayDec w1; 74 dim2dimArray ?dim2; 75 wordArrayIndexedWrite w3;
76 arrayOps ?array; 79 startScript L2; 7A startScriptQuick L1; 7B stopObjectCode; 7C stopScript 1;
7D jumpToScript L2; 7E dummy; 7F startObject L3; 80 stopObjectScript 1; 81 cutscene L; 82 endCutscene;
83 freezeUnfreeze 1; 84 beginOverride; 85 endOverride; 86 stopSentence; 87 debug 1; 89 setClass L1; 8A setState 2;
8B setOwner 2; 8C panCameraTo 2; 8D actorFollowCamera 1; 8E setCameraAt 2; 8F printActor ?printactor;
90 printEgo ?print; 91 talkActor 1s; 92 talkEgo s; 93 printLine ?print; 94 printText ?print; 95 printDebug ?print;
96 printSystem ?print; 97 blastText ?print; 98 drawObject 4; 9C cursorCommand ?cursor; 9D loadRoom 1;
9E loadRoomWithEgo 3; 9F walkActorToObj 3; A0 walkActorTo 3; A1 putActorAtXY 4; A2 putActorAtObject 2;
A3 faceActor 2; A4 animateActor 2; A5 doSentence 3; A6 pickupObject 1; A7 setBoxFlags 1L; A8 createBoxMatrix;
AA resourceRoutines b1; AB roomOps ?room; AC actorOps ?actor; AD cameraOps b; AE verbOps ?verb; AF startSound 1;
B0 startMusic 1; B1 stopSound 1; B2 soundKludge L; B3 systemOps b; B4 saveRestoreVerbs 3b; B5 setObjectName 1s;
B6 getDateTime; B7 drawBox 5; B9 startVideo s; BA kernelSetFunctions L; C8 startScriptQuick2 L1+;
C9 startObjectQuick L2; CA pickOneOf L1+; CB pickOneOfDefault 1L1+; CD isAnyOf L1+; CE getRandomNumber 1+;
CF getRandomNumberRange 2+; D0 ifClassOfIs L1+; D1 getState 1+; D2 getOwner 1+; D3 isScriptRunning 1+;
D5 isSoundRunning 1+; D6 abs 1+; D8 kernelGetFunctions L+; D9 isActorInBox 2+; DA getVerbEntrypoint 2+;
DB getActorFromXY 2+; DC findObject 2+; DD getVerbFromXY 2+; DF findInventory 2+; E0 getInventoryCount 1+;
E1 getAnimateVariable 2+; E2 getActorRoom 1+; E3 getActorWalkBox 1+; E4 getActorMoving 1+; E5 getActorCostume 1+;
E6 getActorScaleX 1+; E7 getActorLayer 1+; E8 getActorElevation 1+; E9 getActorWidth 1+; EA getObjectNewDir 1+;
EB getObjectX 1+; EC getObjectY 1+; ED getActorChore 1+; EE distObjectObject 2+; EF distPtPt 4+;
F0 getObjectImageX 1+; F1 getObjectImageY 1+; F2 getObjectImageWidth 1+; F3 getObjectImageHeight 1+;
F6 getStringWidth 1s+; F7 getActorZPlane 1+
"""

V8_LISTS = """
cursor: 220-227:0 228:1 229:2 230:1 231:1 232:L 233:2
room: 82:4 87:1 88:5 89:4 92:1 93:0 94:1 95:5
verb: 150:1 151-152:0 153:s 154:2 155-156:0 157-158:1 160:1 161:0 162:1 163:2 164:1 165:0 166-167:1
array: 20:w1s 21:w1L 22:w1L1
wait: 30:J1 31-33:0 34-35:J1
dim: 10-11:w1 12:w
dim2: 10-11:w2 12:w
print: 200:0 201:0 202:2 203:1 204:0 205:1 206-208:0 209:s 210:0
printactor: 200:1 201:0 202:2 203:1 204:0 205:1 206-208:0 209:s 210:0
"""

V6_ACTOR = """
197 actor 1; 76 costume 1; 77 step_dist 2; 78 sound L; 79 walk_anim 1; 80 talk_anim 2; 81 stand_anim 1;
82 animation 3; 83 default; 84 elevation 1; 85 anim_default; 86 palette 2; 87 talk_color 1; 88 name s;
89 init_anim 1; 91 width 1; 92 scale 1; 93 never_zclip; 94 always_zclip 1; 225 always_zclip 1; 95 ignore_boxes;
96 follow_boxes; 97 anim_speed 1; 98 shadow 1; 99 text_offset 2; 198 variable 2; 215 ignore_turns_on;
216 ignore_turns_off; 217 new; 227 layer 1; 228 walk_script 1; 229 stop; 230 face 1; 231 turn 1; 233 walk_pause;
234 walk_resume; 235 talk_script 1
"""

V8_ACTOR = """
122 actor 1; 100 costume 1; 101 step_dist 2; 103 anim_default; 104 init_anim 1; 105 talk_anim 2; 106 walk_anim 1;
107 stand_anim 1; 108 anim_speed 1; 109 default; 110 elevation 1; 111 palette 2; 112 talk_color 1; 113 name s;
114 width 1; 115 scale 1; 116 never_zclip; 117 always_zclip 1; 118 ignore_boxes; 119 follow_boxes; 120 shadow 1;
121 text_offset 2; 123 variable 2; 124 ignore_turns_on; 125 ignore_turns_off; 126 new; 127 layer 1; 128 stop;
129 face 1; 130 turn 1; 131 walk_script 1; 132 talk_script 1; 133 walk_pause; 134 walk_resume; 135 volume 1;
136 frequency 1; 137 pan 1
"""

HE60 = """
63 –; 64 –; 9A –; AC –; EC –; ED –; 70 setState 2; 74 startSound 2; BD stopObjectCode; D9 closeFile 1;
DA openFile s1+; DB readFile 2+; DC writeFile 3; DE deleteFile s; DF rename ss; E0 soundOps b1;
E2 localizeArrayToScript 1; E9 seekFilePos 3; EA redimArray 2bw; EB readFilePos 1+
"""

HE60_LISTS = """
room: 220:2 221:s1 234:2 236:2
verb: 131:1
"""

HE70 = """
74 soundOps ?sound; 84 pickupObject 2; AE systemOps ?system; EE getStringLen 1+; F2 isResourceLoaded b1+;
F3 readINI s1+; F4 writeINI !writeini; F9 createDirectory s; FA setSystemMessage bs
"""

HE70_LISTS = """
sound: 9:0 23:3 25:2 56:0 164:0 222:0 224:1 230:1 231:1 232:1 245:0 255:0
cursor: 153:1
resource: 119:1 120-123:1 159:1 192:1 201-203:1 233:1 235:1 239:0
system: 158:0 160:0 244:0 250:1 251:s 252:s 253:1
"""

HE71 = """
EC copyString 1+; ED getStringWidth 3+; EF appendString 3+; F0 concatString 2+; F1 compareString 2+;
F5 getStringLenForWidth 3+; F6 getCharIndexInString 4+; F7 findBox 2+; FB polygonOps ?polygon; FC polygonHit 2+
"""

HE71_LISTS = """
polygon: 68:9 69:9 246:9 248:9 28:2 247:2
"""

HE72 = """
0A –; 42 –; 46 –; 4A –; 4E –; 97 –; 02 pushDWord !pushd; 04 getScriptString !string; 1B isAnyOf L1+;
50 resetCutscene; 51 getHeap b+; 52 findObjectWithClassOf L2+; 54 getObjectImageX 1+; 55 getObjectImageY 1+;
56 captureWizImage 5; 58 getTimer 1b+; 59 setTimer 1b; 5A getSoundPosition 1+; 5E startScript L1b;
60 startObject L2b; 61 drawObject ?drawobject; 62 printWizImage 1; 63 getArrayDimSize bw+; 64 getNumFreeArrays +;
A0 findObject 2+; BA talkActor 1s; BC dimArray ?dim; C1 traceStatus $1; CE drawWizImage 4; CF debugInput $+;
D5 jumpToScript L1b; DA openFile 1$+; DB readFile ?readfile; DC writeFile 2?writefile; DD findAllObjects 1+;
DE deleteFile $; DF rename $$; E1 getPixel 2b+; EA redimArray 2bw; F3 readINI $b+; F4 writeINI ?writeini;
F8 getResourceSize !size; F9 createDirectory $; FA setSystemMessage $b
"""

HE72_LISTS = """
drawobject: 62:31 63:11 65:21
room: 221:$1
verb: 125:$
array: 7:w$ 126:wL4 127:w4w4 128:w6 138:www55 194:wL1$ 208:w1L 212:wL1
system: 22:0 26:0 158:0 160:0 244:0 251:$ 252:$
dim: 2-7:w1 204:w
readfile: 4-6:1+ 8:b2+
writefile: 4-6:0 8:b
writeini: 6:1$ 43:1$ 7:$$ 77:$$
print: 194:sL1 225:1 249:!colors
printactor: 194:sL1 225:1 249:!colors
"""

HE80 = """
69 –; 76 –; 94 –; 9E –; A5 –; 45 createSound ?createsound; 46 getFileSize $+; 48 stringToInt 1+; 49 getSoundVar 2+;
4A localizeArrayToRoom 1; 4C sourceDebug dd; 4D readConfigFile $$$b+; 4E writeConfigFile ?writeconfig;
6B cursorCommand ?cursor; AC drawWizPolygon 2; E0 drawLine 6b
"""

HE80_LISTS = """
createsound: 27:1 217:0 232:1 255:0
cursor: 19:0 20:1 60:2
writeconfig: 6:1$$$ 43:1$$$ 7:$$$$ 77:$$$$
"""

HE90 = """
0A dup_n !dupn; 1C wizImageOps ?wiz; 1D min 2+; 1E max 2+; 1F sin 1+; 20 cos 1+; 21 sqrt 1+; 22 atan2 2+;
23 getSegmentAngle 4+; 24 getDistanceBetweenPoints ?distance; 25 getSpriteInfo ?getsprite;
26 setSpriteInfo ?setsprite; 27 getSpriteGroupInfo ?getgroup; 28 setSpriteGroupInfo ?setgroup;
29 getWizData ?getwiz; 2A getActorData 3+; 2B startScriptUnk L2b; 2C jumpToScriptUnk L2b; 2D videoOps ?video;
2E getVideoData ?getvideo; 2F floodFill ?flood; 30 mod 2+; 31 shl 2+; 32 shr 2+; 33 xor 2+;
34 findAllObjectsWithClassOf L1+; 35 getPolygonOverlap LL1+; 36 cond 3+; 37 dim2dim2Array b9w;
38 redim2dimArray 4bw; 39 getLinesIntersectionPoint ww8+; 3A sortArray bw5; 44 getObjectData ?getobject;
94 getPaletteData ?getpalette; 9E paletteOps ?palette; A5 fontUnk ?font; AB getActorAnimProgress 1+
"""

HE90_LISTS = """
wiz: 32-33:1 46:1 47:4 48:0 49:$ 50:$1 51:5 52-54:1 56:5 57:1 62:1 65:2 154:2 66:2 249:2 67:4 86:1 92:1 98:1 131:3
    133-134:5 135-136:3 137:1 139:2 141:0 142:$4 143:$2 189:8 196:0 217:0 246:1 255:0
distance: 23:4+ 28:4+ 24:6+ 29:6+
getsprite: 30-39:1+ 42:2+ 43:1+ 45:!spritehit 52:1+ 62-63:1+ 68:1+ 82:1+ 86:1+ 92:1+ 97-98:1+ 124:1+ 125:L1+ 139:2+
    140:1+ 198:2+
setsprite: 34-35:1 37:1 42:2 43:1 44:2 52-53:1 57:!spriteinit 62-63:1 65:2 68:1 77:2 82:1 86:1 92:1 97-98:1 124:1
    125:L 139:2 140:1 158:0 198:2 217:0
getgroup: 8:1+ 30-31:1+ 42:2+ 43:1+ 63:1+ 139:2+
setgroup: 37:!group 42:2 43:1 44:2 57:1 63:1 65:2 67:4 93:0 217:0
getwiz: 30-33:2+ 36:1+ 45:4+ 66:4+ 130:6+ 139:3+ 141:1$1+
video: 0:$ 5:1 8:1 14:1 116:0 206:0
getvideo: 32-33:1+ 36:1+ 52:1+ 63:1+ 139:2+
flood: 54:1 57:0 65:2 66:1 67:4 255:0
getobject: 32-33:+ 36:+ 38-39:+ 52:+ 57:1 139:1+
getpalette: 45:6+ 52:3+ 66:2+ 132:2+ 217:3+
palette: 57:1 63:2 66:5 70:3 76:1 86:1 175:2 217:0 255:0
font: 60:+ 42:1$+
"""

HE100 = """
00=9D 01=14 02=81 03=3A 04=A4 05=D6 06=D7 07=6C 08=CA 09=31 0A=32 0B=33 0C=7A 0D=79 0E=7B 0F=78 10=56 11=D5 12=6E
13=D9 14=85 16=F9 17=45 18=68 19=1A 1A=C1 1B=57 1C=5B 1D=DE 1E=C0 1F=BC 20=17 21=82 22=83 23=A6 24=CE 25=AC 26=E0
27=61 28=0C 29=0A 2A=67 2B=65 2C=66 2D=0E 2E=2F 2F=6A 30=13 31=D0 32=28 33=10 34=9B 35=5C 36=5D 37=1C 38=1B 39=4F
3A=53 3B=73 3C=C9 3D=18 3E=12 3F=E2 40=07 41=0B 42=19 43=11 44=30 45=16 46=0F 47=37 49=38 4A=0D 4C=95 4D=96 4E=50
4F=71 50=9E 51=84 52=FB 53=1A 54=B6 55=62 56=B4 57=B7 58=B5 59=2C 5A=2B 5B=A1 5C=00 5D=02 5E=04 5F=01 60=03 61=80
62=7F 64=EA 65=DF 66=BD 67=4A 68=9C 69=B8 6A=B9 6B=BA 6C=BB 6E=E9 6F=99 71=E4 72=FA 73=D4 74=B0 75=B2 76=B1 77=74
78=4C 79=26 7A=CD 7B=60 7C=5E 7D=5F 7E=70 7F=77 80=7C 81=B3 82=75 83=D1 84=43 85=47 86=4B 87=15 88=AE 8A=59 8B=6B
8C=2D 8D=A9 8E=7D 8F=7E 90=DC 91=F4 92=4E 93=C4 94=90 95=91 96=A2 97=8F 98=8A 99=2A 9A=8C 9B=AA 9C=D2 9D=A8 9E=8D
9F=8E A0=22 A1=23 A2=AB A3=24 A4=6D A6=36 A7=20 A8=CF A9=46 AA=9F AB=DD AC=34 AD=F7 AE=92 AF=A0 B0=52 B1=FC B2=39
B3=A5 B4=64 B5=63 B6=F2 B7=F8 B8=27 BA=29 BB=AF BC=AD BD=93 BE=C8 BF=1E C0=1D C1=54 C2=55 C3=D8 C4=44 C5=DA C6=35
C7=72 C8=94 C9=CB CA=CC CB=E3 CC=E1 CD=C5 CE=C6 CF=C7 D0=87 D1=88 D3=DB D4=F3 D5=4D D6=8B D7=1F D8=5A D9=98 DA=49
DB=25 DC=21 DD=BE DE=BF DF=6F E0=F1 E1=EC E2=EF E3=F0 E4=EE E5=F5 E6=48 E7=F6 E8=ED E9=EB EA=58 EB=A3 EC=2E
"""

HE100_LISTS = """
array: 35:wL1$ 77:w$ 128:wL1 129:w1L 130:wL4 131:w4w4 132:www94 133:w6
createsound: 0:1 53:0 92:0 128:1
dim: 41-45:w1 77:w1 135:w
drawobject: 6:21 7:31 40:11
flood: 0:0 6:2 18:4 20:1 67:1 92:0
setgroup: 0:1 6:2 18:4 38:!group 40:1 49:2 52:$ 53:0 54:2 59:1 60:2 89:0
resource: 14:1 25:1 34:1 40:1 47:0 62:1 66:1 72:1 128-129:0 132-137:0
wiz: 0:1 2:1 6:2 132:2 7:1 11:5 18:4 20-21:2 29:0 36:4 37:1 39:1 47:$ 53:0 54:2 55:5 57:1 58:3 64:$1 65:1 67-68:1
    70:1 73:1 84:1 92:0 128:$4 129:0 130:$2 131:0 133:8 134:3 135:1 136:5 137:3 138:5
palette: 0:1 20:5 25:1 40:2 53:0 57:1 63:2 81:3 92:0
room: 63:4 129-130:2 131:1 132:3 133:5 134:1 135-136:2 137:$1 138-139:2
sound: 6:1 47:$1 55:0 83:3 92:0 128:0 129-130:1 131-132:0 133:1 134:1 135:0 136:2
setsprite: 0:2 2-4:1 6:2 7:1 16:L 32:1 38:1 40:1 48:1 49:2 52:$ 53:0 54:2 57:1 59:1 60:2 61:0 65:1 70:1 73:1 74:2
    75-76:1 82:1 83:2 88:1 89:0
system: 61:0 128:0 132-133:0 134-135:$ 136:0
cursor: 14:1 15:L 128:0 129:1 130:2 134-137:0 139-142:0
video: 0:1 19:0 40:1 47:$ 67:1 92:0
wait: 128:J1 129-131:0
writefile: 5:b 42-43:0 45:0
debuginput: 0:$ 26:1 27:$ 80:$ 92:+
getgroup: 5:1+ 40:1+ 54:2+ 59:1+ 60:2+ 85-86:1+
getwiz: 20:4+ 26:1+ 33:4+ 39:2+ 54:3+ 84-86:2+ 131:1$1+ 132:6+
getpalette: 13:2+ 20:2+ 33:6+ 53:3+ 73:3+
readfile: 5:b2+ 42-43:1+ 45:1+
getsprite: 3-4:1+ 7:1+ 16:L1+ 26:1+ 30-32:1+ 33:L4+ 38-40:1+ 48:1+ 54:2+ 57:1+ 59:1+ 60:2+ 65:1+ 70:1+ 73:1+
    75-76:1+ 82:1+ 83:2+ 84-86:1+
getvideo: 26:1+ 39-40:1+ 54:2+ 73:1+ 84:1+
polygon: 68:9 69:9 246:9 248:9 28:2 247:2
print: 6:2 12:0 18:1 20:1 21:!colors 35:sL1 46:0 51:0 56:0 78:1 79:s 91:0 92:0
printactor: 6:2 12:0 18:1 20:1 21:!colors 35:sL1 46:0 51:0 56:0 78:1 79:s 91:1 92:0
"""

V3_ACTOR_NUMBERS = (None, 1, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20)  # by raw number

V5_ACTOR = """
0 dummy B; 1 costume B; 2 step_dist BB; 3 sound B; 4 walk_anim B; 5 talk_anim BB; 6 stand_anim B; 7 animation BBB;
8 default; 9 elevation W; 10 anim_default; 11 palette BB; 12 talk_color B; 13 name S; 14 init_anim B; 16 width B;
17 scale BB; 18 never_zclip; 19 always_zclip B; 20 ignore_boxes; 21 follow_boxes; 22 anim_speed B; 23 shadow B
"""

V3 = """
3B/80 waitForActor B; 4C waitForSentence; 30/80 setBoxFlags Bb; 33/C0 roomOps WW?room
"""

V3_LISTS = """
room: 1:0 2:0 3:0 4:0
cursor: 14:BB
"""

LOOM = """
3B/80 waitForActor
"""

INDY3 = """
23/80 getActorY RB; 43/80 getActorX RB; AE wait
"""

V4_LISTS = """
room: 2:WW 4:WW
effect: 3:W
"""

V7 = """
78 panCameraTo 2; 7A setCameraAt 2; 80 putActorAtObject 2; 84 pickupObject 1; 85 loadRoomWithEgo 3
"""

V7_LISTS = """
cursor: 153:1
resource: 119:1
"""

HE60_ACTOR = """
30 clip 4; 218 background_on; 219 background_off; 225 talkie s1
"""

HE72_ACTOR = """
30 –; 21 condition L; 24 talk_condition 1; 43 layer 1; 64 default_clip 4; 65 at 2; 67 clip 4; 68 erase 1; 88 name $;
156 charset 1; 175 room_palette 1; 225 talkie $1
"""

HE100_ACTOR = """
0 actor 1; 3 animation 3; 4 anim_speed 1; 6 at 2; 8 background_off; 9 background_on; 14 charset 1; 18 clip 4;
22 condition L; 25 costume 1; 27 default; 32 erase 1; 52 name $; 53 new; 57 palette 2; 59 layer 1; 63 room_palette 1;
65 scale 1; 70 shadow 1; 74 step_dist 2; 78 talkie $1; 83 variable 2; 87 always_zclip 1; 89 never_zclip;
128 default_clip 4; 130 sound L; 131 width 1; 132 anim_default; 133 elevation 1; 134 follow_boxes; 135 ignore_boxes;
136 ignore_turns_off; 137 ignore_turns_on; 138 init_anim 1; 139 stand_anim 1; 140 talk_anim 2; 141 talk_color 1;
142 talk_condition 1; 143 text_offset 2; 144 walk_anim 1
"""

HE100_MORE = """
A8 debugInput ?debuginput; B9 getHeap b+
"""
