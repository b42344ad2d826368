# 各章（src/play/learn/chapters.json）的简体中文文字。
learn-chapters = 目录
learn-step = { $number } / { $all }
learn-back = 上一步
learn-next = 下一步
learn-next-chapter = 下一章：{ $name }
learn-right = 正确。
learn-found = 正确。{ $at }：{ $foul }。
learn-left = 还有 { $count } 个。
learn-answer = 答案：{ $answers }
learn-allowed = 可以下
learn-first = 先开局的一方
learn-second = 另一方
learn-draw = 和棋
learn-wrong-five = { $at } 没有连成一线获胜。
learn-wrong-open-four = { $at } 没有做成活四。
learn-wrong-stop = 下 { $at } 之后，对方仍能连成。
learn-wrong-hold = { $at } 挡不住：对方会做成活四。
learn-wrong-force = { $at } 赢不了：对方有防守。
learn-wrong-fouls = { $at } 黑方可以下。
learn-wrong-legal = 这里不能下 { $at }。
learn-wrong-legal-all = 这里不能下 { $at }。
learn-wrong-twin = { $at } 是不同的棋形，可以作为打点。
learn-wrong-six = { $at } 没有连成六子。
learn-wrong-corner = { $at } 不是角。
learn-wrong-gives-corner = 下 { $at } 之后，白方占不到角。
learn-wrong-silence = 下 { $at } 之后，白方还有棋可下。
learn-wrong-trap = 走 { $at } 之后，红方还能走。
learn-wrong-escape = 到 { $at }，红方还没有越过两个蓝子。
learn-wrong-best = { $at } 会放红方过去。
learn-wrong-reason = 不对。数一数这一子会连成哪些线。
learn-wrong-better = 不对。看看哪一方的棋子配合得好。
learn-wrong-acts = 不对，是另一方。
learn-wrong-needed = 不对。数一数挡住所有威胁要几子。
learn-wrong-turned = 不对。八个方向都看一看。
learn-wrong-lead = 不对。数一数棋子。
learn-why-one-end = { $at } 做成的四只有一处成五，白方能挡住。
learn-why-still-open = 下 { $at } 之后，黑方在另一边仍能做成活四。
learn-why-six = { $at } 连成六子，按这种规则不算胜。
learn-why-closed = { $at } 连成的五子两端都被白方封住，卡罗规则不算胜。

learn-five = 五子连珠
learn-five-1 = 黑白双方轮流在空着的交叉点上落子，黑方先行。先把自己的五子在横、竖、斜任一方向连成一线者获胜。
learn-five-2 = 黑方已有四子相连，轮到黑方。请取胜！
learn-five-3 = 从中间也可以补成五子。轮到黑方：取胜。
learn-five-4 = 白方威胁成五。轮到黑方：挡住它。
learn-five-5 = 两端都空的四叫活四，挡不住：总有一端成五。轮到黑方：做成活四。
learn-five-6 = 所以两端空着的活三必须马上应对。轮到白方：挡住这个三。
learn-five-7 = 中间空一格的跳三同样危险，也可以挡在中间。轮到白方：挡住它。
learn-five-8 = 一子可以同时做成两个威胁，对方只能挡一个。轮到黑方：同时做成四和三。
learn-five-9 = 无禁手时，同时做成两个三也能取胜。轮到黑方：找出这一点。

learn-rules = 无禁手、标准与卡罗
learn-rules-1 = 无禁手规则中，更长的连线也算胜。轮到黑方：取胜。
learn-rules-2 = 标准规则中恰好五子才胜，六子不算。轮到黑方：取胜。
learn-rules-3 = 卡罗规则中，两端都被对方封住的五子不算胜。轮到黑方：取胜。

learn-renju = 连珠：禁手
learn-renju-1 = 黑方先行优势很大，所以连珠规定黑方三种禁手：一子做成两个活三，一子做成两个四，以及六子相连。这样的点以叉标出。
learn-renju-2 = 六子或更多相连叫长连。黑方哪里不能下？
learn-renju-3 = 一子做成两个四叫四四。黑方哪里不能下？
learn-renju-4 = 两个四可以在同一条线上。黑方哪里不能下？
learn-renju-5 = 一子做成两个活三叫三三。黑方哪里不能下？
learn-renju-6 = 现在一条线的一端有白子，那就不是活三了。有标记的点对黑方是什么？
learn-renju-7 = 五优先于一切：恰好连成五的一子总是胜，不论还做成什么。轮到黑方：取胜。
learn-renju-8 = 能成为活四的三才算三。这里竖线上的三两端都是四四禁手，黑方下不了。有标记的点对黑方是什么？
learn-renju-9 = 白方没有禁手，六子也算胜。轮到白方：取胜。
learn-renju-10 = 白方可以把黑方逼到禁手点：只有禁手才能挡住的四就赢了。轮到白方：取胜。

learn-swap = 三手交换
learn-swap-1 = 三手交换使开局公平。先开局的一方任意下黑、白、黑三子，另一方再选择执哪一色。
learn-swap-2 = 由另一方选择，轮到白方落子。您选哪一方？
learn-swap-3 = 这次棋子摆法不同。您选哪一方？

learn-swap2 = Swap2
learn-swap2-1 = Swap2 也是先下三子。另一方有三种选择：执黑，执白，或再下两子并让对方选择。
learn-swap2-2 = 这三子并不均衡。您选哪一方？
learn-swap2-3 = 另一方又下了一白一黑两子。现在由谁选择颜色？

learn-rif = RIF
learn-rif-1 = RIF 从中央开始：第一颗黑子在天元，白子必须挨着它。可以下在哪里？
learn-rif-2 = 第三子在中央的五乘五之内。请落子。
learn-rif-3 = 三子已下，现在可以交换颜色。由谁决定？
learn-rif-4 = 白方下了第四子，黑方提出两个第五手，由白方选一个。与第一个对称的点不算另一个。黑方提出了有标记的点：它的对称点在哪里？

learn-yamaguchi = 山口规则
learn-yamaguchi-1 = 前三子与 RIF 相同。然后要宣布黑方提出几个第五手。由谁宣布？
learn-yamaguchi-2 = 已宣布三个打点。现在谁可以交换颜色？
learn-yamaguchi-3 = 黑方提出了三个第五手。由谁选定其中一个？

learn-soosyrv-8 = 索索夫-8
learn-soosyrv-8-1 = 前三子与 RIF 相同。现在谁可以交换颜色？
learn-soosyrv-8-2 = 白方下第四子，并宣布一至八个打点。这里另一方执白：由谁宣布？
learn-soosyrv-8-3 = 已宣布四个打点。颜色还可以再交换一次。由谁决定？

learn-taraguchi-10 = 塔拉山口-10
learn-taraguchi-10-1 = 第一子在天元。前几子每下一子，对方都可以交换颜色。现在由谁决定？
learn-taraguchi-10-2 = 范围逐步扩大：第二子三乘三，第三子五乘五，第四子七乘七。请下第二子。
learn-taraguchi-10-3 = 四子已下。黑方可以在九乘九之内下第五手，白方可再交换一次；或者黑方提出十个打点，由白方选一个。
learn-taraguchi-10-4 = 黑方下了第五手。现在谁可以交换颜色？

learn-connect6 = 六子棋
learn-connect6-1 = 黑方先下一子，此后双方每次下两子。六子或更多相连者获胜。
learn-connect6-2 = 轮到黑方：用两子取胜。
learn-connect6-3 = 斜线也一样，而且不止一种下法。轮到黑方：取胜。
learn-connect6-4 = 威胁的大小按要用几子来挡计算。白方已封住一端：还要几颗白子才能挡住黑方？
learn-connect6-5 = 活四要用两子来挡。轮到白方：用两子挡住黑方。
learn-connect6-6 = 要用三子来挡的威胁挡不住，因为白方只有两子。这里要用几子？

learn-reversi = 黑白棋
learn-reversi-1 = 落子必须在直线上夹住对方的棋子，被夹的棋子翻转。轮到黑方：找出全部四个可下的格子。
learn-reversi-2 = 各个方向同时翻转。黑方下在有标记的格子，会翻转几个白子？
learn-reversi-3 = 角上的棋子永远不会被翻转。轮到黑方：占角。
learn-reversi-4 = 空角旁边的格子很危险。黑方下哪里会把角送给白方？
learn-reversi-5 = 无棋可下的一方要停一手，所以能下的地方多比棋子多更重要。轮到黑方：让白方无棋可下。
learn-reversi-6 = 双方都不能下时数子，多者胜。谁赢了？

learn-oxhorn = 牛角棋
learn-oxhorn-1 = 红方只有一子，要越过两个蓝子；蓝方要把它困在角尖。棋子沿线走到相邻的空点。红方先走：走一步。
learn-oxhorn-2 = 蓝方朝角尖走，或在同一排横走，不能后退。轮到蓝方：走一步。
learn-oxhorn-3 = 红子的点号比两个蓝子都大，红方就赢了。轮到红方：取胜。
learn-oxhorn-4 = 轮到红方而红方不能走，蓝方就赢了。轮到蓝方：困住红方。
learn-oxhorn-5 = 蓝方不能后退，走错一步就放红方过去了。轮到蓝方：走哪一步守得住？

puzzle-counts = 第一次答错、看提示或看答案，等级分随即下降，开始时降得最多。之后解出仍算解出，看过答案的除外。
puzzle-all-solved = 这些题都已解出（{ $count }）：接下来重做已解的题。
puzzle-hint-area = 提示：这一手在 { $from } 与 { $to } 之间。再来一次就会显示。
practice-rating = 等级分 { $rating } ± { $deviation }
practice-changed = 等级分：{ $rating }（{ $change }）
practice-streak = 连续 { $days } 天
practice-near = 按等级分做题
practice-own = 打开诘棋文件
practice-own-bad = “{ $name }”无法使用：{ $why }
practice-own-line = 第 { $line } 行：{ $why }
practice-damaged = 本浏览器保存的内容无法使用：{ $why }
practice-no-puzzle = 没有这道诘棋。
practice-wrong-answers = 此前的答案解不了这道诘棋。
practice-no-step = 没有这一步。
practice-no-drill = 现在已不再问这个失误。
drill-title = 要练习的失误
drill-played = 您在这里下了 { $at }（胜率 { $before } % → { $after } %）。
drill-made = { $colour }在这里下了 { $at }（胜率 { $before } % → { $after } %）。
drill-find = 轮到{ $colour }：找出更好的一手。
drill-reply = { $colour }会应以 { $at }。
drill-thinking = Kagetsu 正在看 { $at } ……
drill-none = 今天没有要练习的失误。
drill-left = 今天：{ $due }，共：{ $all }
drill-next = 下一个
