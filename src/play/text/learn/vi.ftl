# Lời của các chương (src/play/learn/chapters.json) bằng tiếng Việt.
learn-chapters = Các chương
learn-step = { $number } / { $all }
learn-back = Lùi lại
learn-next = Tiếp
learn-next-chapter = Chương sau: { $name }
learn-right = Đúng.
learn-found = Đúng. { $at }: { $foul }.
learn-left = Còn { $count } nữa.
learn-answer = Đáp án: { $answers }
learn-allowed = được đi
learn-first = người đặt trước
learn-second = người kia
learn-draw = không ai
learn-wrong-five = { $at } không tạo thành hàng thắng.
learn-wrong-open-four = { $at } không tạo thành bốn mở.
learn-wrong-stop = Sau { $at } đối thủ vẫn hoàn thành hàng.
learn-wrong-hold = { $at } không chặn được: đối thủ sẽ tạo bốn mở.
learn-wrong-force = { $at } không thắng: vẫn có cách đỡ.
learn-wrong-fouls = Đen được đi { $at }.
learn-wrong-legal = Ở đây không được đi { $at }.
learn-wrong-legal-all = Ở đây không được đi { $at }.
learn-wrong-twin = { $at } là hình khác: có thể đề nghị.
learn-wrong-six = { $at } không tạo thành sáu.
learn-wrong-corner = { $at } không phải là góc.
learn-wrong-gives-corner = Sau { $at } Trắng không chiếm được góc.
learn-wrong-silence = Sau { $at } Trắng vẫn còn nước đi.
learn-wrong-trap = Sau { $at } Đỏ vẫn đi được.
learn-wrong-escape = Ở { $at } Đỏ chưa vượt qua cả hai quân.
learn-wrong-best = { $at } để Đỏ lọt qua.
learn-wrong-reason = Không. Hãy đếm các hàng mà quân ấy tạo ra.
learn-wrong-better = Không. Hãy xem các quân phối hợp ở đâu.
learn-wrong-acts = Không, là người kia.
learn-wrong-needed = Không. Hãy đếm số quân cần để chặn mọi đe dọa.
learn-wrong-turned = Không. Hãy nhìn cả tám hướng.
learn-wrong-lead = Không. Hãy đếm quân.
learn-why-one-end = { $at } tạo bốn chỉ có một chỗ thành năm: Trắng chặn được.
learn-why-still-open = Sau { $at } Đen vẫn tạo bốn mở ở phía bên kia.
learn-why-six = { $at } tạo thành sáu: theo luật này không thắng.
learn-why-closed = { $at } tạo năm bị Trắng chặn cả hai đầu: trong Caro không thắng.

learn-five = Năm quân liền
learn-five-1 = Đen và Trắng lần lượt đặt quân lên giao điểm trống; Đen đi trước. Ai có năm quân của mình liền nhau trước thì thắng: ngang, dọc hoặc chéo.
learn-five-2 = Đen có bốn quân liền và đến lượt Đen. Hãy thắng!
learn-five-3 = Cũng có thể lấp chỗ ở giữa hàng. Đến lượt Đen: hãy thắng.
learn-five-4 = Trắng dọa thành năm. Đến lượt Đen: hãy chặn.
learn-five-5 = Bốn quân có hai đầu trống, bốn mở, không thể chặn: nó thành năm ở đầu này hoặc đầu kia. Đến lượt Đen: hãy tạo bốn mở.
learn-five-6 = Vì thế ba có hai đầu trống phải được đáp lại ngay. Đến lượt Trắng: hãy chặn ba.
learn-five-7 = Ba có khoảng trống ở giữa cũng nguy hiểm như vậy, và có thể chặn vào khoảng trống. Đến lượt Trắng: hãy chặn.
learn-five-8 = Một quân có thể đe dọa hai nơi, mà đối thủ chỉ chặn được một. Đến lượt Đen: hãy tạo bốn và ba cùng lúc.
learn-five-9 = Trong luật tự do, hai ba cùng lúc cũng thắng. Đến lượt Đen: hãy tìm điểm đó.

learn-rules = Tự do, chuẩn, Caro
learn-rules-1 = Trong luật tự do, hàng dài hơn cũng thắng. Đến lượt Đen: hãy thắng.
learn-rules-2 = Trong luật chuẩn, đúng năm mới thắng, sáu không tính. Đến lượt Đen: hãy thắng.
learn-rules-3 = Trong Caro, năm quân bị đối phương chặn cả hai đầu thì không thắng. Đến lượt Đen: hãy thắng.

learn-renju = Renju: điểm cấm
learn-renju-1 = Nước đầu của Đen là lợi thế lớn, nên renju cấm Đen ba điều: một quân tạo hai ba mở, một quân tạo hai bốn, và sáu quân liền. Điểm như vậy được đánh dấu chéo.
learn-renju-2 = Từ sáu quân liền trở lên là quá năm. Đen không được đi ở đâu?
learn-renju-3 = Một quân tạo hai bốn là bốn đôi. Đen không được đi ở đâu?
learn-renju-4 = Hai bốn có thể nằm trên cùng một hàng. Đen không được đi ở đâu?
learn-renju-5 = Một quân tạo hai ba mở là ba đôi. Đen không được đi ở đâu?
learn-renju-6 = Bây giờ có quân trắng ở đầu một hàng, nên đó không phải ba mở. Điểm được đánh dấu là gì với Đen?
learn-renju-7 = Năm được ưu tiên trước hết: quân tạo đúng năm thì thắng, dù còn tạo gì khác. Đến lượt Đen: hãy thắng.
learn-renju-8 = Ba chỉ tính khi có thể thành bốn mở. Ở đây hai đầu của ba dọc là bốn đôi, nên Đen không đi vào đó được. Điểm được đánh dấu là gì với Đen?
learn-renju-9 = Trắng không bị cấm gì, và sáu cũng thắng. Đến lượt Trắng: hãy thắng.
learn-renju-10 = Trắng có thể ép Đen vào điểm cấm: bốn mà chỉ quân cấm mới chặn được thì thắng. Đến lượt Trắng: hãy thắng.

learn-swap = Swap: chọn màu
learn-swap-1 = Swap làm khai cuộc công bằng. Người đầu đặt ba quân ở đâu tùy ý, đen, trắng, đen; người kia chọn màu.
learn-swap-2 = Người kia chọn, và đến lượt Trắng. Bạn lấy màu nào?
learn-swap-3 = Các quân nằm khác đi. Bạn lấy màu nào?

learn-swap2 = Swap2: chọn màu hai lần
learn-swap2-1 = Trong Swap2, người đầu cũng đặt ba quân. Người kia có ba cách: lấy Đen, lấy Trắng, hoặc đặt thêm hai quân rồi để người đầu chọn.
learn-swap2-2 = Ba quân này không cân bằng. Bạn lấy màu nào?
learn-swap2-3 = Người kia đã đặt thêm hai quân, một trắng một đen. Bây giờ ai chọn màu?

learn-rif = RIF: hai nước thứ năm
learn-rif-1 = Khai cuộc RIF bắt đầu ở giữa: quân đen đầu ở tâm. Quân trắng phải chạm vào nó. Có thể đặt ở đâu?
learn-rif-2 = Quân thứ ba nằm trong 5 × 5 quanh tâm. Hãy đặt nó.
learn-rif-3 = Ba quân đã nằm đó, và bây giờ có thể đổi màu. Ai quyết định?
learn-rif-4 = Trắng đã đi nước thứ tư; Đen đề nghị hai nước thứ năm để Trắng chọn một. Điểm đối xứng không phải là nước khác. Đen đã đề nghị điểm được đánh dấu: điểm đối xứng của nó ở đâu?

learn-yamaguchi = Luật Yamaguchi
learn-yamaguchi-1 = Ba quân đặt như trong RIF. Sau đó có người nói Đen sẽ đề nghị mấy nước thứ năm. Ai nói?
learn-yamaguchi-2 = Đã nói ba nước thứ năm. Bây giờ ai được đổi màu?
learn-yamaguchi-3 = Đen đã đề nghị ba nước thứ năm. Ai chọn nước ở lại?

learn-soosyrv-8 = Luật Soosyrv-8
learn-soosyrv-8-1 = Ba quân đặt như trong RIF. Bây giờ ai được đổi màu?
learn-soosyrv-8-2 = Trắng đặt quân thứ tư và nói số nước thứ năm, từ một đến tám. Ở đây người kia cầm Trắng: ai nói số ấy?
learn-soosyrv-8-3 = Đã nói bốn nước thứ năm. Có thể đổi màu lần nữa. Ai quyết định?

learn-taraguchi-10 = Luật Taraguchi-10
learn-taraguchi-10-1 = Quân đầu ở tâm. Sau mỗi quân trong các quân đầu, người kia có thể đổi màu. Bây giờ ai quyết định?
learn-taraguchi-10-2 = Vùng rộng dần: 3 × 3 cho quân thứ hai, 5 × 5 cho quân thứ ba, 7 × 7 cho quân thứ tư. Hãy đặt quân thứ hai.
learn-taraguchi-10-3 = Bốn quân đã nằm đó. Đen đặt quân thứ năm trong 9 × 9 và Trắng có thể đổi màu lần nữa; hoặc Đen đề nghị mười nước thứ năm và Trắng chọn một.
learn-taraguchi-10-4 = Đen đã đặt quân thứ năm. Bây giờ ai được đổi màu?

learn-connect6 = Cờ sáu quân
learn-connect6-1 = Đen đặt một quân trước; sau đó mỗi bên đặt hai quân mỗi lượt. Từ sáu quân liền trở lên là thắng.
learn-connect6-2 = Đến lượt Đen: hãy thắng bằng hai quân.
learn-connect6-3 = Hàng chéo cũng vậy, và không chỉ một cách. Đến lượt Đen: hãy thắng.
learn-connect6-4 = Đe dọa được đếm bằng số quân cần để chặn. Trắng đã chặn một đầu: cần mấy quân trắng để chặn Đen?
learn-connect6-5 = Bốn có hai đầu trống cần hai quân để chặn. Đến lượt Trắng: hãy chặn Đen bằng hai quân.
learn-connect6-6 = Đe dọa cần ba quân thì không chặn nổi, vì Trắng chỉ có hai. Ở đây cần mấy quân?

learn-reversi = Cờ lật
learn-reversi-1 = Quân mới phải kẹp quân đối phương trên một đường thẳng. Những quân đó lật màu. Đến lượt Đen: hãy tìm cả bốn ô đi được.
learn-reversi-2 = Quân lật theo mọi hướng cùng lúc. Đen đi vào ô được đánh dấu thì lật mấy quân trắng?
learn-reversi-3 = Quân ở góc không bao giờ bị lật. Đến lượt Đen: hãy chiếm góc.
learn-reversi-4 = Các ô cạnh góc trống rất nguy hiểm. Nước nào của Đen để Trắng chiếm góc?
learn-reversi-5 = Ai hết nước thì bỏ lượt; vì thế nhiều nước đi quan trọng hơn nhiều quân. Đến lượt Đen: hãy làm Trắng hết nước.
learn-reversi-6 = Khi cả hai hết nước thì đếm quân, ai nhiều hơn sẽ thắng. Ai đã thắng?

learn-oxhorn = Cờ sừng bò
learn-oxhorn-1 = Đỏ có một quân và muốn vượt qua cả hai quân xanh; Xanh muốn nhốt nó ở đầu sừng. Quân đi theo đường nối đến điểm trống. Đỏ đi trước: hãy đi một bước.
learn-oxhorn-2 = Xanh đi về phía đầu sừng, hoặc đi ngang trong hàng của mình, không bao giờ lùi. Đến lượt Xanh: hãy đi một bước.
learn-oxhorn-3 = Đỏ thắng khi số của nó lớn hơn cả hai quân xanh. Đến lượt Đỏ: hãy thắng.
learn-oxhorn-4 = Xanh thắng khi đến lượt Đỏ mà Đỏ hết đường đi. Đến lượt Xanh: hãy nhốt Đỏ.
learn-oxhorn-5 = Xanh không lùi được, nên một bước bất cẩn sẽ để Đỏ lọt qua. Đến lượt Xanh: bước nào giữ được?

puzzle-counts = Trả lời sai lần đầu, xem gợi ý hay xem lời giải thì điểm giảm ngay, lúc đầu giảm nhiều nhất. Sau đó giải được thì bài vẫn tính là đã giải, trừ khi đã xem lời giải.
puzzle-all-solved = Các bài này đã giải hết ({ $count }): bài đã giải sẽ ra lại.
puzzle-hint-area = Gợi ý: nước đi nằm giữa { $from } và { $to }. Thêm lần nữa sẽ thấy nước đó.
practice-rating = Điểm { $rating } ± { $deviation }
practice-changed = Điểm: { $rating } ({ $change })
practice-streak = { $days } ngày liên tiếp
practice-near = Luyện tập vừa sức
practice-own = Mở tệp cờ thế
practice-own-bad = Không dùng được “{ $name }”: { $why }
practice-own-line = dòng { $line }: { $why }
practice-damaged = Không dùng được những gì trình duyệt này đã giữ: { $why }
practice-no-puzzle = Không có thế cờ như vậy.
practice-wrong-answers = Các nước trả lời trước đó không giải được thế cờ này.
practice-no-step = Không có bước như vậy.
practice-no-drill = Lỗi này không còn được hỏi nữa.
drill-title = Lỗi cần luyện
drill-played = Ở đây bạn đã đi { $at } (cơ hội thắng { $before } % → { $after } %).
drill-made = { $colour } đã đi { $at } ở đây (cơ hội thắng { $before } % → { $after } %).
drill-find = Đến lượt { $colour }: hãy tìm nước tốt hơn.
drill-reply = { $colour } sẽ đáp lại { $at }.
drill-thinking = Kagetsu đang xem { $at } …
drill-none = Hôm nay không có lỗi nào cần luyện.
drill-left = Hôm nay: { $due }, tất cả: { $all }
drill-next = Tiếp
