# 장(src/play/learn/chapters.json)의 한국어 글.
learn-chapters = 차례
learn-step = { $number } / { $all }
learn-back = 이전
learn-next = 다음
learn-next-chapter = 다음 장: { $name }
learn-right = 맞습니다.
learn-found = 맞습니다. { $at }: { $foul }.
learn-left = { $count }개 남았습니다.
learn-answer = 답: { $answers }
learn-allowed = 둘 수 있음
learn-first = 먼저 놓은 사람
learn-second = 상대
learn-draw = 무승부
learn-wrong-five = { $at }: 이기는 줄이 되지 않습니다.
learn-wrong-open-four = { $at }: 열린 사가 되지 않습니다.
learn-wrong-stop = { $at } 뒤에도 상대가 줄을 완성합니다.
learn-wrong-hold = { $at }: 막지 못합니다. 상대가 열린 사를 만듭니다.
learn-wrong-force = { $at }: 이기지 못합니다. 막는 수가 있습니다.
learn-wrong-fouls = { $at }: 흑도 둘 수 있습니다.
learn-wrong-legal = { $at }: 여기서는 둘 수 없습니다.
learn-wrong-legal-all = { $at }: 여기서는 둘 수 없습니다.
learn-wrong-twin = { $at }: 모양이 달라서 후보가 될 수 있습니다.
learn-wrong-six = { $at }: 여섯 개가 되지 않습니다.
learn-wrong-corner = { $at }: 귀퉁이가 아닙니다.
learn-wrong-gives-corner = { $at } 뒤에 백은 귀퉁이를 차지할 수 없습니다.
learn-wrong-silence = { $at } 뒤에도 백은 둘 곳이 있습니다.
learn-wrong-trap = { $at } 뒤에도 빨강은 움직일 수 있습니다.
learn-wrong-escape = { $at }: 빨강이 아직 둘을 지나가지 못했습니다.
learn-wrong-best = { $at }: 빨강이 빠져나갑니다.
learn-wrong-reason = 아닙니다. 그 돌이 만드는 줄을 세어 보세요.
learn-wrong-better = 아닙니다. 돌들이 어디서 힘을 합치는지 보세요.
learn-wrong-acts = 아닙니다. 다른 쪽입니다.
learn-wrong-needed = 아닙니다. 모든 위협을 막는 데 드는 돌을 세어 보세요.
learn-wrong-turned = 아닙니다. 여덟 방향을 모두 보세요.
learn-wrong-lead = 아닙니다. 돌을 세어 보세요.
learn-why-one-end = { $at }: 다섯이 될 곳이 하나뿐인 사라서 백이 막습니다.
learn-why-still-open = { $at } 뒤에도 흑은 반대쪽에 열린 사를 만듭니다.
learn-why-six = { $at }: 여섯 개가 됩니다. 이 규칙에서는 이기지 못합니다.
learn-why-closed = { $at }: 양 끝이 백에게 막힌 다섯입니다. 카로에서는 이기지 못합니다.

learn-five = 다섯 잇기
learn-five-1 = 흑과 백이 번갈아 빈 교차점에 돌을 놓으며, 흑이 먼저 둡니다. 가로, 세로, 대각선 중 한 방향으로 자기 돌 다섯 개를 먼저 이으면 이깁니다.
learn-five-2 = 흑이 넷을 이었고 흑의 차례입니다. 이기세요!
learn-five-3 = 가운데를 채워도 줄이 됩니다. 흑의 차례: 이기세요.
learn-five-4 = 백이 다섯을 노립니다. 흑의 차례: 막으세요.
learn-five-5 = 양 끝이 빈 넷을 열린 사라 하며 막을 수 없습니다. 어느 한 끝에서 다섯이 됩니다. 흑의 차례: 열린 사를 만드세요.
learn-five-6 = 그래서 양 끝이 빈 삼은 바로 막아야 합니다. 백의 차례: 삼을 막으세요.
learn-five-7 = 가운데가 빈 삼도 똑같이 위험하며, 빈 곳에 두어 막을 수도 있습니다. 백의 차례: 막으세요.
learn-five-8 = 한 수로 두 가지를 노리면 상대는 하나만 막을 수 있습니다. 흑의 차례: 사와 삼을 한꺼번에 만드세요.
learn-five-9 = 자유룰에서는 삼 두 개를 한꺼번에 만들어도 이깁니다. 흑의 차례: 그 점을 찾으세요.

learn-rules = 자유룰, 표준룰, 카로
learn-rules-1 = 자유룰에서는 더 긴 줄도 이깁니다. 흑의 차례: 이기세요.
learn-rules-2 = 표준룰에서는 정확히 다섯 개여야 이기고 여섯 개는 세지 않습니다. 흑의 차례: 이기세요.
learn-rules-3 = 카로에서는 양 끝이 상대에게 막힌 다섯은 이기지 못합니다. 흑의 차례: 이기세요.

learn-renju = 렌주룰: 금수
learn-renju-1 = 흑의 첫 수는 큰 이점이라 렌주룰은 흑에게 세 가지를 금합니다. 한 수로 열린 삼 두 개, 한 수로 사 두 개, 그리고 여섯 개 잇기입니다. 금수점에는 가위표가 있습니다.
learn-renju-2 = 여섯 개 이상 이으면 장목입니다. 흑은 어디에 둘 수 없습니까?
learn-renju-3 = 한 수로 사 두 개를 만들면 쌍사입니다. 흑은 어디에 둘 수 없습니까?
learn-renju-4 = 사 두 개가 한 줄에 생기기도 합니다. 흑은 어디에 둘 수 없습니까?
learn-renju-5 = 한 수로 열린 삼 두 개를 만들면 쌍삼입니다. 흑은 어디에 둘 수 없습니까?
learn-renju-6 = 이번에는 한 줄의 끝에 백돌이 있어 열린 삼이 아닙니다. 표시된 점은 흑에게 무엇입니까?
learn-renju-7 = 다섯은 무엇보다 먼저입니다. 정확히 다섯이 되는 수는 다른 무엇이 되더라도 이깁니다. 흑의 차례: 이기세요.
learn-renju-8 = 열린 사가 될 수 있는 삼만 삼으로 셉니다. 여기서 세로 삼의 양 끝은 쌍사라서 흑이 둘 수 없습니다. 표시된 점은 흑에게 무엇입니까?
learn-renju-9 = 백에게는 금수가 없고 여섯 개로도 이깁니다. 백의 차례: 이기세요.
learn-renju-10 = 백은 흑을 금수로 몰 수 있습니다. 금수로만 막을 수 있는 사는 이깁니다. 백의 차례: 이기세요.

learn-swap = 스왑
learn-swap-1 = 스왑은 개국을 공평하게 합니다. 한 사람이 흑, 백, 흑 세 수를 아무 데나 놓고, 상대가 색을 고릅니다.
learn-swap-2 = 상대가 고르고, 다음은 백의 차례입니다. 어느 색을 고르겠습니까?
learn-swap-3 = 이번에는 돌이 다르게 놓였습니다. 어느 색을 고르겠습니까?

learn-swap2 = 스왑2
learn-swap2-1 = 스왑2도 먼저 세 수를 놓습니다. 상대는 흑을 고르거나, 백을 고르거나, 두 수를 더 놓고 선택을 넘길 수 있습니다.
learn-swap2-2 = 이 세 수는 공평하지 않습니다. 어느 색을 고르겠습니까?
learn-swap2-3 = 상대가 백 하나와 흑 하나를 더 놓았습니다. 이제 누가 색을 고릅니까?

learn-rif = RIF(5수 두 곳)
learn-rif-1 = RIF 개국은 가운데에서 시작합니다. 첫 흑돌은 천원이고, 백돌은 그것에 붙어야 합니다. 어디에 둘 수 있습니까?
learn-rif-2 = 셋째 돌은 가운데 5 × 5 안에 둡니다. 두세요.
learn-rif-3 = 세 수가 놓였고 이제 색을 바꿀 수 있습니다. 누가 정합니까?
learn-rif-4 = 백이 넷째 수를 두었고, 흑이 5수를 두 곳 제시하면 백이 하나를 고릅니다. 첫째와 대칭인 점은 다른 후보가 아닙니다. 흑이 표시된 점을 제시했습니다. 그 대칭점은 어디입니까?

learn-yamaguchi = 야마구치
learn-yamaguchi-1 = 세 수는 RIF와 같습니다. 다음으로 흑이 5수를 몇 곳 제시할지 말합니다. 누가 말합니까?
learn-yamaguchi-2 = 세 곳이라고 말했습니다. 이제 누가 색을 바꿀 수 있습니까?
learn-yamaguchi-3 = 흑이 5수를 세 곳 제시했습니다. 누가 하나를 고릅니까?

learn-soosyrv-8 = 소소르브-8
learn-soosyrv-8-1 = 세 수는 RIF와 같습니다. 이제 누가 색을 바꿀 수 있습니까?
learn-soosyrv-8-2 = 백은 넷째 수를 두고 5수 후보의 수를 하나에서 여덟까지 말합니다. 여기서는 상대가 백입니다. 누가 말합니까?
learn-soosyrv-8-3 = 네 곳이라고 말했습니다. 색을 한 번 더 바꿀 수 있습니다. 누가 정합니까?

learn-taraguchi-10 = 타라구치-10
learn-taraguchi-10-1 = 첫 수는 천원입니다. 처음 몇 수는 한 수마다 상대가 색을 바꿀 수 있습니다. 이제 누가 정합니까?
learn-taraguchi-10-2 = 범위가 점점 넓어집니다. 둘째는 3 × 3, 셋째는 5 × 5, 넷째는 7 × 7입니다. 둘째 수를 두세요.
learn-taraguchi-10-3 = 네 수가 놓였습니다. 흑이 9 × 9 안에 5수를 두면 백이 한 번 더 색을 바꿀 수 있습니다. 또는 흑이 5수를 열 곳 제시하고 백이 하나를 고릅니다.
learn-taraguchi-10-4 = 흑이 5수를 두었습니다. 이제 누가 색을 바꿀 수 있습니까?

learn-connect6 = 육목
learn-connect6-1 = 흑이 한 수를 먼저 두고, 그 뒤로는 서로 두 수씩 둡니다. 여섯 개 이상을 이으면 이깁니다.
learn-connect6-2 = 흑의 차례: 두 수로 이기세요.
learn-connect6-3 = 대각선도 같으며 방법이 하나가 아닙니다. 흑의 차례: 이기세요.
learn-connect6-4 = 위협은 막는 데 드는 돌로 셉니다. 백이 한쪽 끝을 이미 막았습니다. 흑을 막는 데 백돌이 몇 개 듭니까?
learn-connect6-5 = 양 끝이 빈 넷을 막는 데는 두 수가 듭니다. 백의 차례: 두 수로 흑을 막으세요.
learn-connect6-6 = 백은 두 수뿐이므로 세 수가 드는 위협은 막을 수 없습니다. 여기서는 몇 개가 듭니까?

learn-reversi = 리버시
learn-reversi-1 = 곧은 줄에서 상대 돌을 사이에 끼우게 둡니다. 끼인 돌은 뒤집힙니다. 흑의 차례: 둘 수 있는 칸 넷을 모두 찾으세요.
learn-reversi-2 = 모든 방향에서 한꺼번에 뒤집힙니다. 흑이 표시된 칸에 두면 백돌이 몇 개 뒤집힙니까?
learn-reversi-3 = 귀퉁이의 돌은 다시 뒤집히지 않습니다. 흑의 차례: 귀퉁이를 차지하세요.
learn-reversi-4 = 빈 귀퉁이의 옆 칸은 위험합니다. 흑이 어디에 두면 백이 귀퉁이를 차지합니까?
learn-reversi-5 = 둘 곳이 없으면 쉽니다. 그래서 돌의 수보다 둘 곳의 수가 중요합니다. 흑의 차례: 백이 둘 곳을 없애세요.
learn-reversi-6 = 양쪽 모두 둘 곳이 없으면 돌을 세고, 많은 쪽이 이깁니다. 누가 이겼습니까?

learn-oxhorn = 쇠뿔 장기
learn-oxhorn-1 = 빨강은 말이 하나이고 파랑 말 둘을 지나가려 합니다. 파랑은 빨강을 뿔 끝에 가두려 합니다. 말은 줄을 따라 빈 점으로 갑니다. 빨강이 먼저 둡니다: 한 칸 움직이세요.
learn-oxhorn-2 = 파랑은 뿔 끝 쪽으로, 또는 같은 줄에서 옆으로만 가며 물러날 수 없습니다. 파랑의 차례: 한 칸 움직이세요.
learn-oxhorn-3 = 빨강의 번호가 파랑 말 둘보다 크면 빨강이 이깁니다. 빨강의 차례: 이기세요.
learn-oxhorn-4 = 빨강 차례에 갈 곳이 없으면 파랑이 이깁니다. 파랑의 차례: 빨강을 가두세요.
learn-oxhorn-5 = 파랑은 물러날 수 없으므로 한 칸을 잘못 가면 빨강이 빠져나갑니다. 파랑의 차례: 어느 수라야 지킵니까?

puzzle-counts = 첫 틀린 답, 힌트, 정답 보기에는 레이팅이 바로 내려갑니다(처음에는 많이). 그 뒤에 풀면 푼 문제로 셉니다(정답을 본 경우 제외).
puzzle-all-solved = 이 문제들은 모두 풀었습니다({ $count }). 푼 문제가 다시 나옵니다.
puzzle-hint-area = 힌트: { $from } – { $to } 안에 있습니다. 한 번 더 하면 보여 줍니다.
practice-rating = 레이팅 { $rating } ± { $deviation }
practice-changed = 레이팅: { $rating } ({ $change })
practice-streak = { $days }일 연속
practice-near = 수준에 맞춰 연습
practice-own = 문제 파일 열기
practice-own-bad = “{ $name }”: 쓸 수 없습니다({ $why })
practice-own-line = { $line }번째 줄: { $why }
practice-damaged = 이 브라우저에 남아 있던 것을 쓸 수 없습니다: { $why }
practice-no-puzzle = 그런 문제가 없습니다.
practice-wrong-answers = 지금까지의 답은 이 문제의 정답이 아닙니다.
practice-no-step = 그런 단계는 없습니다.
practice-no-drill = 이 실수는 더 이상 묻지 않습니다.
drill-title = 연습할 실수
drill-played = 여기서 { $at }에 두었습니다(승률 { $before } % → { $after } %).
drill-made = { $colour }: 여기서 { $at }에 두었습니다(승률 { $before } % → { $after } %).
drill-find = { $colour } 차례: 더 좋은 수를 찾으세요.
drill-reply = { $colour }의 최선의 응수: { $at }.
drill-thinking = Kagetsu가 { $at } 수를 보고 있습니다…
drill-none = 오늘 연습할 실수가 없습니다.
drill-left = 오늘: { $due }, 모두: { $all }
drill-next = 다음
