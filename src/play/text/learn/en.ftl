# What the chapters say (src/play/learn/chapters.json), in English.
learn-chapters = Chapters
learn-step = { $number } / { $all }
learn-back = Back
learn-next = Next
learn-next-chapter = Next chapter: { $name }
learn-right = Right.
learn-found = Right. { $at }: { $foul }.
learn-left = { $count ->
    [one] One more.
   *[other] { $count } more.
}
learn-answer = Answer: { $answers }
learn-allowed = allowed
learn-first = the first player
learn-second = the second player
learn-draw = nobody
learn-wrong-five = { $at } makes no winning row.
learn-wrong-open-four = { $at } makes no open four.
learn-wrong-stop = After { $at } the opponent still completes a row.
learn-wrong-hold = { $at } does not stop it: the opponent makes an open four.
learn-wrong-force = { $at } does not win: there is a defence.
learn-wrong-fouls = Black may play { $at }.
learn-wrong-legal = { $at } is not allowed here.
learn-wrong-legal-all = { $at } is not allowed here.
learn-wrong-twin = { $at } makes another shape: it can be offered.
learn-wrong-six = { $at } makes no six.
learn-wrong-corner = { $at } is no corner.
learn-wrong-gives-corner = After { $at } White cannot take a corner.
learn-wrong-silence = After { $at } White still has a move.
learn-wrong-trap = After { $at } Red can still step.
learn-wrong-escape = On { $at } Red is not past both pieces.
learn-wrong-best = { $at } lets Red through.
learn-wrong-reason = No. Count the rows that the stone would make.
learn-wrong-better = No. Look where the stones work together.
learn-wrong-acts = No, it is the other one.
learn-wrong-needed = No. Count the stones that stop all threats.
learn-wrong-turned = No. Look along all eight directions.
learn-wrong-lead = No. Count the discs.
learn-why-one-end = { $at } makes a four with one way to five only: White stops it.
learn-why-still-open = After { $at } Black still makes an open four on the other side.
learn-why-six = { $at } makes six: by this rule that is no win.
learn-why-closed = { $at } makes five that White closes at both ends: no win in Caro.

learn-five = Five in a row
learn-five-1 = Black and White lay stones in turn, on any free crossing; Black begins. Whoever first has five of his own in an unbroken row wins: across, down or diagonally.
learn-five-2 = Black has four in a row, and it is his turn. Win!
learn-five-3 = A row may also be filled from within. Black to move: win.
learn-five-4 = White threatens to make five. Black to move: stop it.
learn-five-5 = A four with both ends free, an open four, cannot be stopped: it becomes five at one end or the other. Black to move: make an open four.
learn-five-6 = So a three with free ends must be answered at once. White to move: block the three.
learn-five-7 = A three with a gap is as dangerous, and can be blocked in the gap too. White to move: block it.
learn-five-8 = One stone can threaten twice, and the opponent can stop only one threat. Black to move: make a four and a three at once.
learn-five-9 = Two threes at once win too, in freestyle. Black to move: find the point.

learn-rules = Freestyle, standard, Caro
learn-rules-1 = In freestyle a longer row wins as well. Black to move: win.
learn-rules-2 = In standard exactly five win, and six count for nothing. Black to move: win.
learn-rules-3 = In Caro five do not win when the opponent closes them at both ends. Black to move: win.

learn-renju = Renju: forbidden points
learn-renju-1 = Black's first move is a great advantage, so renju forbids Black three things: two open threes by one stone, two fours by one stone, and six in a row. A cross marks such a point.
learn-renju-2 = Six or more in a row are an overline. Where may Black not play?
learn-renju-3 = Two fours made by one stone are a double four. Where may Black not play?
learn-renju-4 = Two fours can lie in one row. Where may Black not play?
learn-renju-5 = Two open threes made by one stone are a double three. Where may Black not play?
learn-renju-6 = A white stone stands at the end of one row now, so that this is no open three. What is the marked point for Black?
learn-renju-7 = Five come before everything: a stone that makes exactly five wins, whatever else it makes. Black to move: win.
learn-renju-8 = A three counts only if it can become an open four. Here both ends of the vertical three are double fours, so Black could never play there. What is the marked point for Black?
learn-renju-9 = Nothing is forbidden to White, and White wins with six as well. White to move: win.
learn-renju-10 = White can drive Black to a forbidden point: a four that only a forbidden stone would stop wins. White to move: win.

learn-swap = Swap
learn-swap-1 = Swap makes the opening fair. The first player lays three stones anywhere, black, white, black; the second player then chooses a colour.
learn-swap-2 = The second player chooses, and White is to move. Which side do you take?
learn-swap-3 = The stones lie otherwise. Which side do you take?

learn-swap2 = Swap2
learn-swap2-1 = In Swap2 the first player lays three stones too. The second player has three choices: take Black, take White, or lay two more stones and let the first player choose.
learn-swap2-2 = The three stones are not even. Which side do you take?
learn-swap2-3 = The second player has laid two more stones, one white and one black. Who chooses the colour now?

learn-rif = RIF
learn-rif-1 = The RIF opening begins in the middle: the first black stone lies on the centre. The white one must touch it. Where may it lie?
learn-rif-2 = The third stone lies in the five by five points round the centre. Lay it.
learn-rif-3 = Three stones lie, and now the colours may be exchanged. Who decides?
learn-rif-4 = White has played the fourth stone, and Black offers two fifth moves, of which White picks one. A mirror image of the first would be no choice. Black has offered the marked point: where is its mirror image?

learn-yamaguchi = Yamaguchi
learn-yamaguchi-1 = The three stones are laid as in RIF. Then somebody says how many fifth moves Black will offer. Who says it?
learn-yamaguchi-2 = Three fifth moves are announced. Who may exchange the colours now?
learn-yamaguchi-3 = Black has offered three fifth moves. Who picks the one that is played?

learn-soosyrv-8 = Soosyrv-8
learn-soosyrv-8-1 = The three stones are laid as in RIF. Who may exchange the colours now?
learn-soosyrv-8-2 = White has laid the fourth stone and says how many fifth moves there will be, one to eight. The second player has White here: who says the number?
learn-soosyrv-8-3 = Four fifth moves are announced. The colours may be exchanged once more. Who decides?

learn-taraguchi-10 = Taraguchi-10
learn-taraguchi-10-1 = The first stone lies on the centre. After each of the first stones the other player may exchange the colours. Who decides now?
learn-taraguchi-10-2 = The squares grow: three by three points for the second stone, five by five for the third, seven by seven for the fourth. Lay the second stone.
learn-taraguchi-10-3 = Four stones lie. Black may lay the fifth in the nine by nine points, and White may exchange once more; or Black offers ten fifth moves and White picks one.
learn-taraguchi-10-4 = Black has laid the fifth stone. Who may exchange the colours now?

learn-connect6 = Connect6
learn-connect6-1 = Black begins with one stone; then each side lays two stones a turn. Six or more in a row win.
learn-connect6-2 = Black to move: win with two stones.
learn-connect6-3 = The same on a diagonal, and in more than one way. Black to move: win.
learn-connect6-4 = Threats are counted by the stones that stop them. White closes one end already: how many white stones stop Black?
learn-connect6-5 = It takes two stones to stop an open four. White to move: stop Black with two stones.
learn-connect6-6 = Threats that it takes three stones to stop cannot be stopped: White has only two. How many stones do these take?

learn-reversi = Reversi
learn-reversi-1 = A disc must enclose discs of the other colour in a straight line. Those turn over. Black to move: find all four legal squares.
learn-reversi-2 = Discs turn in every direction at once. How many white discs turn when Black plays the marked square?
learn-reversi-3 = A disc in a corner can never be turned. Black to move: take the corner.
learn-reversi-4 = The squares beside an empty corner are dangerous. Which move of Black would give White a corner?
learn-reversi-5 = Whoever has no move passes; so many moves matter more than many discs. Black to move: leave White without a move.
learn-reversi-6 = When nobody can move the discs are counted, and more discs win. Who has won?

learn-oxhorn = Ox-horn chess
learn-oxhorn-1 = Red has one piece and wants to get past both blue ones; Blue wants to trap it at the tip. A piece steps along a line to a free point. Red moves first: make a step.
learn-oxhorn-2 = Blue steps towards the tip or sideways within its row, but never back. Blue to move: make a step.
learn-oxhorn-3 = Red has won when its number is higher than those of both blue pieces. Red to move: win.
learn-oxhorn-4 = Blue has won when Red is to move and cannot. Blue to move: trap Red.
learn-oxhorn-5 = Blue cannot step back, so a careless step lets Red through. Blue to move: which step holds?

puzzle-counts = With the first wrong answer, a hint or the solution the rating falls at once, most in the beginning. A puzzle that you solve after that still counts as solved, unless its solution was shown.
puzzle-all-solved = These puzzles are all solved ({ $count }): solved ones come again.
puzzle-hint-area = Hint: the move lies between { $from } and { $to }. Once more, and it is shown.
practice-rating = Rating { $rating } ± { $deviation }
practice-changed = Rating: { $rating } ({ $change })
practice-streak = { $days ->
    [one] One day in a row
   *[other] { $days } days in a row
}
practice-near = Train at your level
practice-own = Open a file of puzzles
practice-own-bad = “{ $name }” cannot be played: { $why }
practice-own-line = line { $line }: { $why }
practice-damaged = What this browser has kept cannot be used: { $why }
practice-no-puzzle = There is no such puzzle.
practice-wrong-answers = The answers so far do not solve this puzzle.
practice-no-step = There is no such step.
practice-no-drill = This mistake is not asked any more.
drill-title = Mistakes to practise
drill-played = You played { $at } here (chances { $before } % → { $after } %).
drill-made = { $colour } played { $at } here (chances { $before } % → { $after } %).
drill-find = { $colour } to move: find a better move.
drill-reply = { $colour } would answer { $at }.
drill-thinking = Kagetsu looks at { $at } …
drill-none = There is no mistake to practise today.
drill-left = Today: { $due }, in all: { $all }
drill-next = Next
