# 章（src/play/learn/chapters.json）の日本語の文。
learn-chapters = 目次
learn-step = { $number } / { $all }
learn-back = 前へ
learn-next = 次へ
learn-next-chapter = 次の章：{ $name }
learn-right = 正解です。
learn-found = 正解です。{ $at }：{ $foul }。
learn-left = あと{ $count }つ。
learn-answer = 答え：{ $answers }
learn-allowed = 打てる
learn-first = 先に置いた方
learn-second = もう一方
learn-draw = 引き分け
learn-wrong-five = { $at } では勝ちの列ができません。
learn-wrong-open-four = { $at } では棒四になりません。
learn-wrong-stop = { $at } のあとも、相手は列を完成できます。
learn-wrong-hold = { $at } では止まりません。相手が棒四を作ります。
learn-wrong-force = { $at } では勝てません。受けがあります。
learn-wrong-fouls = { $at } は黒も打てます。
learn-wrong-legal = ここでは { $at } に打てません。
learn-wrong-legal-all = ここでは { $at } に打てません。
learn-wrong-twin = { $at } は別の形なので、候補にできます。
learn-wrong-six = { $at } では六連になりません。
learn-wrong-corner = { $at } は隅ではありません。
learn-wrong-gives-corner = { $at } のあと、白は隅を取れません。
learn-wrong-silence = { $at } のあとも、白に打てる所があります。
learn-wrong-trap = { $at } のあとも、赤は動けます。
learn-wrong-escape = { $at } では、赤はまだ両方を越えていません。
learn-wrong-best = { $at } では赤に抜けられます。
learn-wrong-reason = 違います。その石でできる列を数えてください。
learn-wrong-better = 違います。石がどこで協力しているか見てください。
learn-wrong-acts = 違います。もう一方です。
learn-wrong-needed = 違います。すべての狙いを止める石の数を数えてください。
learn-wrong-turned = 違います。八つの方向をすべて見てください。
learn-wrong-lead = 違います。石を数えてください。
learn-why-one-end = { $at } の四は五になる所が一つだけです。白が止めます。
learn-why-still-open = { $at } のあとも、黒は反対側に棒四を作れます。
learn-why-six = { $at } は六連です。このルールでは勝ちになりません。
learn-why-closed = { $at } の五連は両端を白に止められています。カロでは勝ちになりません。

learn-five = 五連
learn-five-1 = 黒と白が交互に空いた交点へ石を打ちます。先手は黒です。縦・横・斜めのどれかに自分の石を先に五つ並べた方が勝ちです。
learn-five-2 = 黒は四つ並び、黒の番です。勝ってください。
learn-five-3 = 列は間を埋めても完成します。黒の番：勝ってください。
learn-five-4 = 白は五を狙っています。黒の番：止めてください。
learn-five-5 = 両端の空いた四を棒四といい、止められません。必ずどちらかの端で五になります。黒の番：棒四を作ってください。
learn-five-6 = ですから、両端の空いた三にはすぐ応じなければなりません。白の番：三を止めてください。
learn-five-7 = 間の空いた三も同じように危険で、間に打って止めることもできます。白の番：止めてください。
learn-five-8 = 一石で二つの狙いを作れば、相手は一つしか止められません。黒の番：四と三を同時に作ってください。
learn-five-9 = 禁手なしでは、三を二つ同時に作っても勝ちです。黒の番：その点を見つけてください。

learn-rules = 禁手なし・スタンダード・カロ
learn-rules-1 = 禁手なしでは、もっと長い列でも勝ちです。黒の番：勝ってください。
learn-rules-2 = スタンダードではちょうど五連で勝ち、六連は数えません。黒の番：勝ってください。
learn-rules-3 = カロでは、両端を相手に止められた五連は勝ちになりません。黒の番：勝ってください。

learn-renju = 連珠：禁手
learn-renju-1 = 黒の初手は大きな利点です。そこで連珠は黒に三つのことを禁じます。一石で活三を二つ、一石で四を二つ、そして六連です。禁手の点には×が付きます。
learn-renju-2 = 六つ以上並ぶのが長連です。黒はどこに打てませんか。
learn-renju-3 = 一石で四を二つ作るのが四々です。黒はどこに打てませんか。
learn-renju-4 = 二つの四が一列の中にできることもあります。黒はどこに打てませんか。
learn-renju-5 = 一石で活三を二つ作るのが三々です。黒はどこに打てませんか。
learn-renju-6 = 今度は一方の列の端に白石があり、活三になりません。印の点は黒にとって何ですか。
learn-renju-7 = 五連は何よりも優先します。ちょうど五連になる石は、ほかに何ができても勝ちです。黒の番：勝ってください。
learn-renju-8 = 三は、棒四になれるときだけ三と数えます。ここでは縦の三の両端が四々で、黒は打てません。印の点は黒にとって何ですか。
learn-renju-9 = 白に禁手はなく、六連でも勝ちです。白の番：勝ってください。
learn-renju-10 = 白は黒を禁手に追い込めます。禁手でしか止められない四は勝ちです。白の番：勝ってください。

learn-swap = スワップ
learn-swap-1 = スワップは開局を公平にします。一方が黒・白・黒の3石を好きな所に置き、もう一方が色を選びます。
learn-swap-2 = もう一方が選び、次は白の番です。どちらの色を取りますか。
learn-swap-3 = 今度は石の置き方が違います。どちらの色を取りますか。

learn-swap2 = スワップ2
learn-swap2-1 = スワップ2も、まず3石を置きます。もう一方は、黒を取る、白を取る、さらに2石置いて相手に選ばせる、の三つから選びます。
learn-swap2-2 = この3石は互角ではありません。どちらの色を取りますか。
learn-swap2-3 = もう一方がさらに白と黒を1石ずつ置きました。いま色を選ぶのは誰ですか。

learn-rif = RIF（五珠二題打ち）
learn-rif-1 = RIFの開局は中央から始まります。1手目の黒は天元です。2手目の白はそれに接します。どこに打てますか。
learn-rif-2 = 3手目は中央の 5 × 5 の中です。打ってください。
learn-rif-3 = 3石が置かれ、ここで色を交換できます。決めるのは誰ですか。
learn-rif-4 = 白が4手目を打ち、黒が5手目を2題出して白が1つ選びます。1つ目と対称な点は別の候補になりません。黒は印の点を出しました。それと対称な点はどこですか。

learn-yamaguchi = 山口ルール
learn-yamaguchi-1 = 3石はRIFと同じです。次に、黒が5手目を何題出すかを告げます。告げるのは誰ですか。
learn-yamaguchi-2 = 3題と告げられました。いま色を交換できるのは誰ですか。
learn-yamaguchi-3 = 黒が5手目を3題出しました。1つを選ぶのは誰ですか。

learn-soosyrv-8 = ソーソロフ8
learn-soosyrv-8-1 = 3石はRIFと同じです。いま色を交換できるのは誰ですか。
learn-soosyrv-8-2 = 白は4手目を打ち、5手目の題数を1から8で告げます。ここではもう一方が白です。告げるのは誰ですか。
learn-soosyrv-8-3 = 4題と告げられました。色はもう一度交換できます。決めるのは誰ですか。

learn-taraguchi-10 = タラグチ10
learn-taraguchi-10-1 = 1手目は天元です。最初の石は1石ごとに、相手が色を交換できます。いま決めるのは誰ですか。
learn-taraguchi-10-2 = 範囲は順に広がります。2手目は 3 × 3、3手目は 5 × 5、4手目は 7 × 7 です。2手目を打ってください。
learn-taraguchi-10-3 = 4石が置かれました。黒は 9 × 9 の中に5手目を打ち、白はもう一度色を交換できます。または黒が5手目を10題出し、白が1つ選びます。
learn-taraguchi-10-4 = 黒が5手目を打ちました。いま色を交換できるのは誰ですか。

learn-connect6 = コネクト6
learn-connect6-1 = 黒が最初に1石打ち、そのあとは双方2石ずつ打ちます。六つ以上並べた方が勝ちです。
learn-connect6-2 = 黒の番：2石で勝ってください。
learn-connect6-3 = 斜めも同じで、打ち方は一つではありません。黒の番：勝ってください。
learn-connect6-4 = 狙いは、止めるのに要る石の数で数えます。白はもう一方の端を止めています。黒を止めるのに白石はいくつ要りますか。
learn-connect6-5 = 両端の空いた四を止めるには2石要ります。白の番：2石で黒を止めてください。
learn-connect6-6 = 白は2石しか打てないので、3石要る狙いは止められません。ここではいくつ要りますか。

learn-reversi = リバーシ
learn-reversi-1 = 直線の上で相手の石を挟むように打ちます。挟まれた石は裏返ります。黒の番：打てるマスを四つとも見つけてください。
learn-reversi-2 = すべての方向で同時に裏返ります。黒が印のマスに打つと、白石はいくつ裏返りますか。
learn-reversi-3 = 隅の石は二度と裏返りません。黒の番：隅を取ってください。
learn-reversi-4 = 空いた隅の隣は危険です。黒がどこに打つと、白に隅を取られますか。
learn-reversi-5 = 打てる所がなければパスです。ですから石の数より、打てる所の数が大切です。黒の番：白の打てる所をなくしてください。
learn-reversi-6 = 双方とも打てなくなると石を数え、多い方が勝ちです。どちらの勝ちですか。

learn-oxhorn = 牛角棋
learn-oxhorn-1 = 赤の駒は一つで、青の駒を二つとも越えれば勝ちです。青は赤を先端に閉じ込めようとします。駒は線に沿って空いた点へ動きます。赤が先手です：一歩動かしてください。
learn-oxhorn-2 = 青は先端の方へ、または同じ段で横へ動き、後ろへは下がれません。青の番：一歩動かしてください。
learn-oxhorn-3 = 赤の番号が青のどちらより大きくなれば赤の勝ちです。赤の番：勝ってください。
learn-oxhorn-4 = 赤の番に赤が動けなければ青の勝ちです。青の番：赤を閉じ込めてください。
learn-oxhorn-5 = 青は後ろへ下がれないので、不用意な一歩で赤に抜けられます。青の番：どの一歩なら守れますか。

puzzle-counts = 最初の間違い、ヒント、正解の表示でレートがすぐに下がります（始めのうちは大きく）。そのあと解けば解いた問題として数えます（正解を見た場合を除く）。
puzzle-all-solved = この中の問題はすべて正解済みです（{ $count }）。正解済みの問題がもう一度出ます。
puzzle-hint-area = ヒント：この手は { $from } と { $to } の間にあります。もう一度で表示します。
practice-rating = レート { $rating } ± { $deviation }
practice-changed = レート：{ $rating }（{ $change }）
practice-streak = { $days }日連続
practice-near = レベルに合わせて練習
practice-own = 問題のファイルを開く
practice-own-bad = 「{ $name }」は使えません：{ $why }
practice-own-line = { $line }行目：{ $why }
practice-damaged = このブラウザに残っていたものは使えません：{ $why }
practice-no-puzzle = その問題はありません。
practice-wrong-answers = これまでの解答はこの問題の正解ではありません。
practice-no-step = そのようなステップはありません。
practice-no-drill = この悪手はもう出題されていません。
drill-title = 練習する悪手
drill-played = ここで { $at } と打ちました（勝率 { $before } % → { $after } %）。
drill-made = { $colour }はここで { $at } と打ちました（勝率 { $before } % → { $after } %）。
drill-find = { $colour }の番：もっと良い手を見つけてください。
drill-reply = { $colour }の最善の応手：{ $at }。
drill-thinking = Kagetsuが { $at } を見ています…
drill-none = 今日練習する悪手はありません。
drill-left = 今日：{ $due }、全部で：{ $all }
drill-next = 次へ
