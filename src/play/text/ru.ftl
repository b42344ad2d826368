# Тексты Kagetsu на русском языке, в формате Fluent.
#
# Термины (как в русских правилах рэндзю и у игроков):
#   black, white = Чёрные, Белые     double three = вилка 3×3   double four = вилка 4×4
#   overline = длинный ряд           forbidden point = фол      five in a row = пятёрка
#   win by fours = победа четвёрками (VCF)                      threes and fours = VCT
#   puzzle = задача                  opening (named) = дебют    opening procedure = дебютный регламент
#   offered fifth moves = пятые ходы на выбор                   review = разбор
#   undo = взять назад               resign = сдаться           stone = камень
# Названия сторон стоят в именительном падеже, множественном числе: «Чёрные ходят».
program-name = Kagetsu
no-key = Эта страница открывается только по ссылке целиком, с частью после #: по той, что напечатала программа, или по той, что прислал друг. Если она больше не работает, попросите новую.
black = Чёрные
white = Белые
person = Вы
event-started = Новая партия началась.
event-moved = { $number }. { $colour }: { $at }.
event-passed = { $colour } пасуют.
event-keep = Цвета остаются прежними.
event-swap = Цвета поменялись.
event-place-two = Ставятся ещё два камня, затем соперник выбирает цвет.
event-offer-ten = На выбор даются десять пятых ходов.
event-announced = Пятых ходов на выбор: { $number }.
event-offered = На выбор: { $at }.
event-picked = Выбран ход { $at }.
event-taken-back = { $steps ->
    [one] { $steps } ход взят назад.
    [few] { $steps } хода взято назад.
    [many] { $steps } ходов взято назад.
   *[other] { $steps } хода взято назад.
}
event-end-taken-back = Партия продолжается.
event-brought-back = { $steps ->
    [one] { $steps } ход возвращён.
    [few] { $steps } хода возвращено.
    [many] { $steps } ходов возвращено.
   *[other] { $steps } хода возвращено.
}
event-draw-offered = Предложена ничья.
event-draw-declined = Ничья отклонена.
event-sides-exchanged = Игроки поменялись сторонами.
event-kagetsu-sits = Дальше играет Kagetsu: { $colour }.
event-hint = Подсказка: { $at }.
event-won = { $colour } победили: { $reason }.
event-drawn = Ничья: { $reason }.
reason-row = пять в ряд
reason-count = больше камней
reason-no-moves = ходов больше нет
reason-both-passed = обе стороны спасовали
reason-repetition = повторение позиции
reason-resigned = сдача партии
reason-time = время вышло
reason-agreed = по соглашению
reason-fault = сбой программы соперника
reason-recorded = по записи партии
foul-double-three = вилка 3×3
foul-double-four = вилка 4×4
foul-overline = длинный ряд
refused-text = Этот текст не открывается: { $why }
refused-other-game = Это другая игра: { $game }.
refused-untold-game = Не указано, что это гомоку или рэндзю: в SGF это GM[4].
refused-other-version = Это записано другой версией программы.
refused-damaged = Данные повреждены.
refused-damaged-line = Повреждена строка { $line }.
refused-too-large = Слишком большой объём.
refused-no-board = Такой доски не бывает: сторона — от { $least } до { $most } точек.
refused-wrong-side = Сейчас ход другой стороны.
refused-no-game = В этом тексте нет партии.
refused-text-part = «{ $part }» не подходит для позиции, например: renju 15 h8 i9 j10
refused-no-start = Здесь партии не начинаются с такой позиции.
refused-no-progress = Записей о тренировках здесь нет.
refused-not-in-this-form = Файл этого вида не может хранить эту партию.
refused-text-move = Ход { $number } этого текста невозможен: { $why }
refused-winning-row = Через { $at } уже проходит победный ряд: так начать нельзя.
refused-size = Сторона доски — от { $least } до { $most } точек, а не { $given }.
refused-opening-size = Для этого дебюта ({ $opening }) сторона доски — не меньше { $least } точек, а не { $given }.
refused-no-time = Время на ход или на партию должно быть больше нуля.
refused-game-over = Партия окончена.
refused-not-your-turn = Сейчас не ваш ход.
refused-stale = Партия за это время изменилась.
refused-not-allowed = В этой партии вам этого делать нельзя.
refused-not-a-move = «{ $text }» — не ход. Введите букву столбца и номер строки, например h8.
refused-off-board = { $at }: вне доски.
refused-occupied = { $at }: здесь уже стоит камень.
refused-forbidden = { $at }: фол для чёрных ({ $foul }).
refused-wrong-step = Сейчас нужно решить другое.
refused-outside-zone = { $at }: вне разрешённой области дебюта.
refused-symmetric-offer = { $at }: симметричен другому ходу на выбор.
refused-not-offered = { $at }: этого хода не было на выбор.
refused-number = { $given } — не число от 1 до { $most }.
refused-nothing-to-undo = Нечего брать назад.
refused-nothing-to-redo = Нечего возвращать.
refused-needs-consent = Нужно согласие соперника.
refused-no-draw-offer = Ничью не предлагали.
refused-offered-before = Снова предложить ничью можно через десять ходов после прошлого предложения.
ask-move = Ход: { $colour }.
ask-choose = Вы выбираете.
ask-choose-first = Выбирает первый игрок.
ask-choose-second = Выбирает второй игрок.
ask-waits = { $name } выбирает…
sending = Отправляю ход…
draw-waits = Вы предложили ничью, ждём ответа…
rematch-asked = Предложение сыграть ещё партию: { $colour }.
rematch-waits = Ещё партию? Жду соперника…
named-away = { $name } (нет на связи)
your-name = Ваше имя
name-ask = Как сопернику вас называть?
name-take = Это я
say = Сказать
said-line = { $colour }: { $text }
say-hello = Привет!
say-good-luck = Удачи!
say-good-move = Хороший ход!
say-oops = Ой!
say-one-moment = Минуту, пожалуйста.
say-well-played = Отличная игра!
say-thanks = Спасибо!
say-bye = Пока!
title-your-move = Ваш ход
title-asked = Вас спрашивают
edit-help = Нажатие ставит камень того же цвета, что и прошлый, второе меняет цвет, третье убирает камень.
invite-no-game = В этой партии нет места для удалённого игрока: другие могут только смотреть.
invite-new = Начать партию с другом
ask-announce = Сколько пятых ходов дать на выбор (от 1 до { $most })?
ask-offer = Укажите пятые ходы на выбор; осталось: { $left }.
ask-pick = Выберите один из пятых ходов.
ask-nothing = Партия окончена.
ask-your-move = Ваш ход: { $colour }.
ask-first-move = Ваш цвет: { $colour }. Поставьте первый камень.
ask-stone = Поставьте камень № { $number }: { $colour }.
thinking = Kagetsu думает…
choice-keep = Оставить цвета
choice-swap = Поменять цвета
choice-place-two = Поставить ещё два камня
choice-offer-ten = Дать десять пятых ходов
choice-colour = Выбрать: { $colour }
new-game = Новая игра
new-game-start = Начать
cancel = Отмена
rule = Правила
rule-freestyle = Фристайл: пять и больше
rule-standard = Стандарт: ровно пять
rule-renju = Рэндзю: у чёрных есть фолы
rule-caro = Каро: пятёрка, закрытая с двух концов, не в счёт
rule-caro-exact = Каро, ровно пять
size = Доска
opening = Дебют
opening-free = Без регламента
opening-swap = Своп: три камня, затем выбор
opening-swap2 = Своп-2
opening-rif = RIF: два пятых хода
opening-yamaguchi = Ямагути
opening-soosyrv-8 = Соосырв-8
opening-taraguchi-10 = Тарагути-10
opening-name = Дебют: { $name }
begins = Кто играет
begins-person = Вы начинаете против Kagetsu
begins-kagetsu = Начинает Kagetsu
begins-two = Двое за этим экраном
begins-watch = Kagetsu против себя
level = Уровень
level-auto = Автоматически
level-now = Уровень { $level }
kagetsu-at-level = Kagetsu (уровень { $level })
clock = Часы
clock-none = Без часов
clock-move-30 = 30 с на ход
clock-game-5 = 5 мин + 3 с на ход
clock-game-15 = 15 мин + 5 с на ход
undo = Назад
redo = Вернуть
hint = Совет
pass = Пас
resign = Сдаться
offer-draw = Предложить ничью
exchange-sides = Поменяться
play-on = Продолжить против Kagetsu
rematch = Реванш
rematch-as = Реванш: { $colour }
edit = Расставить позицию
edit-done = Играть отсюда
edit-clear = Очистить доску
edit-to-move = Чей ход
analyse = Анализ
stop = Стоп
play-kagetsu = Играть с Kagetsu
play-friend = Играть с другом
analyse-position = Анализ
other-games = Другие игры…
opening-line-swap = Своп: один ставит первые три камня, два чёрных и белый; другой выбирает цвет.
opening-line-swap2 = Своп-2: один ставит первые три камня, два чёрных и белый; другой выбирает цвет или ставит ещё два камня и возвращает выбор.
opening-line-rif = RIF: один ставит три камня известного дебюта, другой может поменять цвета; позже чёрные дают два пятых хода.
opening-line-yamaguchi = Ямагути: один ставит три камня и называет число пятых ходов; другой может поменять цвета.
opening-line-soosyrv-8 = Соосырв-8: после третьего и четвёртого хода цвета можно поменять; с четвёртым ходом белые называют число пятых.
opening-line-taraguchi-10 = Тарагути-10: первые камни ставятся в отмеченный квадрат, и после каждого цвета можно поменять.
you-begin = Вы начинаете
kagetsu-begins = Начинает Kagetsu
level-name-1 = новичок
level-name-2 = начинающий
level-name-3 = ученик
level-name-4 = играет изредка
level-name-5 = любитель
level-name-6 = опытный игрок
level-name-7 = клубный игрок
level-name-8 = сильный клубный игрок
level-name-9 = эксперт
level-name-10 = мастер
rule-line-freestyle = Побеждают пять и больше камней в ряд.
rule-line-standard = Побеждают ровно пять камней в ряд.
rule-line-renju = Чёрным нужно ровно пять, белым — пять и больше; чёрным запрещены вилки 3×3, 4×4 и длинный ряд.
rule-line-caro = Побеждают пять в ряд, если ряд не закрыт с двух концов; шесть и больше — всегда.
rule-line-caro-exact = Побеждают ровно пять в ряд, если ряд не закрыт с двух концов.
moves = Ходы
more = Ещё
actions = Что можно сделать
tabs = О партии
tab-study = Студия
tab-files = Файлы
you-won = Вы победили!
you-lost = Вы проиграли.
game-drawn = Ничья.
colour-won = { $colour } победили!
analysis = Анализ
analysis-move = Ход
analysis-rate = Шансы
analysis-depth = Глубина
analysis-line = Вариант
analysis-lines = Вариантов
win-rate-curve = Шансы чёрных по ходам
settings = Настройки
theme = Цвета
theme-auto = Как в системе
theme-light = Светлые
theme-dark = Тёмные
theme-contrast = Для дальтоников
board-look = Доска
board-wood = Светлое дерево
board-walnut = Орех
board-slate = Сланец
board-paper = Бумага
stones-look = Камни
stones-shaded = Объёмные
stones-flat = Плоские
coordinates = Координаты
move-numbers = Номера ходов
ahead-setting = Выбирать ход заранее, пока соперник думает
letters-setting = Клавиши из одной буквы (H, N, U…; список — по ?)
confirm-moves = Подтверждать ходы
confirm-on-touch = При касании
confirm-always = Всегда
confirm-never = Никогда
ahead-confirm = Следующий: { $at }
ahead-planned = Следующий ход: { $at }. Выберите его ещё раз, чтобы отменить.
ahead-dropped = Ход { $at }, выбранный заранее, не сделан: { $why }.
ahead-taken = пункт занят
ahead-asked = вас о чём-то спросили
ahead-asking = вы сами о чём-то спросили
ahead-changed = ходы изменились
language = Язык
confirm = Ход { $at }
board-label = Доска { $size } × { $size }. Стрелки двигают курсор, Enter — ход.
cell-empty = { $at }, пусто
cell-ahead = { $at }, следующий ход
cell-stone = { $at }, { $colour }
cell-forbidden = { $at }, фол: { $foul }
cell-last = { $cell }, последний ход
type-move = Ход, например h8
play = Ход
log = Что было
connection-lost = Связь с Kagetsu потеряна. Соединяюсь снова…
connection-gone = Возможно, Kagetsu закрыта. Когда она снова заработает, эта страница продолжит сама, если ссылка прежняя; иначе откройте новую ссылку.
key-anew = Kagetsu запущена заново и напечатала в терминале новую ссылку: откройте её. Неоконченная партия будет там в «Моих партиях».
bad-file = Файл не подходит: { $why }
not-saved = То, что здесь происходит, не сохраняется: { $why }
refused-no-help = Пока играет человек за другим экраном, помощи нет.
refused-only-watching = Вы только смотрите.
invite = Позвать
invite-note = Ссылкой может пользоваться любой, у кого она есть: посылайте её только тому, кому она предназначена. Шифрования нет.
link-player = Удалённый игрок { $number }
link-spectators = Зрители
qr-code = Ссылка в виде QR-кода
copy = Копировать
copied = Скопировано.
copy-by-hand = Скопируйте выделенный текст
close = Закрыть
begins-remote = Вы начинаете, друг по сети
begins-remote-first = Начинает друг по сети
begins-remote-both = Двое по сети
elsewhere = Удалённый игрок
elsewhere-away = Удалённый игрок (нет на связи)
host = Хозяин
watching = Вы смотрите. Ходят только игроки.
sound = Звук
threats = Угрозы обеих сторон
show-candidates = Ходы, о которых думает Kagetsu
steps = Просмотр прежних позиций
step-first = В начало
step-previous = Ход назад
step-next = Ход вперёд
step-last = В конец
line-step = вариант { $step } / { $all }
turn-board = Повернуть доску
mirror-board = Отразить доску
move-for-me = За меня
play-now = Ходить
proved-win = { $moves ->
    [one] Доказано: { $colour } побеждают за { $moves } ход.
    [few] Доказано: { $colour } побеждают за { $moves } хода.
    [many] Доказано: { $colour } побеждают за { $moves } ходов.
   *[other] Доказано: { $colour } побеждают за { $moves } хода.
}
wins-in = победа: { $moves }
loses-in = проигрыш: { $moves }
follow-line = Показать вариант от { $at }
teach = Обучение: сразу предлагать вернуть ошибку (партии без часов)
review = Разбор
reviewing = Просматриваю позиции: { $done } из { $all }…
blunders-found = { $count ->
    [one] { $count } грубая ошибка
    [few] { $count } грубые ошибки
    [many] { $count } грубых ошибок
   *[other] { $count } грубой ошибки
}
mistakes-found = { $count ->
    [one] { $count } ошибка
    [few] { $count } ошибки
    [many] { $count } ошибок
   *[other] { $count } ошибки
}
inaccuracies-found = { $count ->
    [one] { $count } неточность
    [few] { $count } неточности
    [many] { $count } неточностей
   *[other] { $count } неточности
}
own-found = Ваши ходы: { $counts }
lapse-inaccuracy = { $at } — неточность: шансы { $before } % → { $after } %. Лучше { $better }.
lapse-mistake = { $at } — ошибка: шансы { $before } % → { $after } %. Лучше { $better }.
lapse-blunder = { $at } — грубая ошибка: шансы { $before } % → { $after } %. Лучше { $better }.
after-move = Ход { $number }
curve-begin = До первого камня: у начинающего преимущество.
chances = { $colour } { $rate } %
board-legend = На доске: шансы на победу в процентах; #9 — победа своим девятым камнем отсюда, −#9 — так побеждает соперник.
mistake-offer = { $at } много теряет: шансы { $before } % → { $after } %. Взять назад?
take-back = Взять назад
go-on = Дальше
show-better = Показать лучший ход
better-move = Лучше { $at } (шансы { $rate } %).
try-again = Ошибка { $number } из { $all }: { $at } (шансы { $before } % → { $after } %).
try-find = Найдите ход лучше.
try-good = { $at } — хороший ход: шансы { $rate } %.
try-bad = { $at } — недостаточно: шансы { $rate } %. Попробуйте ещё.
next-mistake = Следующая ошибка
back-to-game = К партии
puzzles = Задачи
puzzle-kind = Вид
puzzle-grade = Ступень
puzzle-grade-all = Все ступени
puzzle-grade-now = Ступень { $grade }
puzzle-fours = Победа четвёрками
puzzle-threes = Победа тройками и четвёрками
puzzle-defend = Защита
puzzle-foul = Победа фолом
puzzle-goal-fours = { $colour } ходят и побеждают четвёрками.
puzzle-goal-threes = { $colour } ходят и побеждают тройками и четвёрками.
puzzle-goal-defend = { $colour } ходят: найдите единственную защиту.
puzzle-goal-foul = { $colour } ходят и побеждают четвёрками, которые чёрным нельзя закрыть.
puzzle-count = { $name } ({ $solved } / { $all })
puzzle-solved-of = Решено: { $solved } из { $all }
puzzle-next = Следующая
puzzle-again = Сначала
puzzle-choose = Выбрать задачу
puzzle-solution = Решение
puzzle-was-solved = решена
puzzle-wrong = { $at } — неверно. Попробуйте ещё.
puzzle-refuted = { $at } проигрывает; кнопки « ‹ › » покажут как. Попробуйте ещё.
puzzle-right = { $at } — верно. { $colour } отвечают { $reply }.
puzzle-solved = { $at } — верно. Решено!
puzzle-line = Решение: { $moves }. Смотрите по ходам кнопками « ‹ › ».
save-as = Формат файла
save = Сохранить
save-opening = В файле дебютные правила не продолжатся: останутся только камни.
save-study = В этом формате нет вариантов, заметок и меток. SGF их сохраняет.
load = Открыть файл
form-text = Текст
form-svg = Картинка (SVG)
form-png = Картинка (PNG)
form-gif = Анимация (GIF)
share = Поделиться партией
share-copy = Копировать картинку
share-copied = Картинка скопирована.
share-saved = Картинка сохранена: { $name }.
share-sheet = Поделиться…
games = Мои партии
no-games = Оконченные и оставленные партии хранятся здесь, в этом браузере.
delete-game = Удалить партию
won-short = { $colour } победили
own-won-short = победа
own-lost-short = поражение
drawn-short = ничья
moves-count = { $count ->
    [one] { $count } ход
    [few] { $count } хода
    [many] { $count } ходов
   *[other] { $count } хода
}
short-freestyle = Фристайл
short-standard = Стандарт
short-renju = Рэндзю
short-caro = Каро
short-caro-exact = Каро, ровно 5
position = Позиция текстом
position-text = Позиция, ссылка, SGF, psq или JSON
copy-text = Копировать текст
copy-link = Копировать ссылку
open-text = Открыть этот текст
clock-own = Другие часы
clock-per-move = Секунд на ход
clock-per-game = Минут на партию
clock-increment = Добавка за ход, с
accept-draw = Принять ничью
resign-sure = Точно?
no-seat-now = У этой ссылки сейчас нет места в партии. Вы смотрите.
red = Красные
blue = Синие
game = Игра
game-gomoku = Гомоку и рэндзю
game-connect6 = Connect6: шесть в ряд, по два камня за ход
game-reversi = Реверси
game-oxhorn = Бычий рог
short-connect6 = Шесть в ряд
short-reversi = Реверси
short-oxhorn = Бычий рог
about-connect6 = Чёрные начинают одним камнем; затем каждый ставит по два за ход. Побеждают шесть в ряд.
about-reversi = Зажимайте чужие фишки, чтобы перевернуть их. Побеждает тот, у кого фишек больше.
about-oxhorn = Красные хотят пройти мимо обеих синих фишек, синие — лишить красных хода. Начинают красные.
event-must-pass = { $colour } не имеют хода и пасуют.
event-stepped = { $number }. { $colour }: { $at }.
reason-six = шесть в ряд
reason-discs = больше фишек
reason-escaped = красные прошли мимо обеих синих фишек
reason-trapped = красные заперты
refused-no-flip = { $at }: ни одна фишка не перевернётся. Выберите отмеченную клетку.
refused-no-piece = { $at }: здесь нет вашей фишки.
refused-no-step = { $text }: правила не разрешают такой ход.
refused-no-pass = Ход есть, поэтому пасовать нельзя.
refused-stones = { $count ->
    [one] В этот ход ставится { $count } камень.
    [few] В этот ход ставится { $count } камня.
    [many] В этот ход ставится { $count } камней.
   *[other] В этот ход ставится { $count } камня.
}
refused-not-in-this-game = В этой игре так нельзя.
refused-not-a-move-connect6 = «{ $text }» — не ход. Введите две точки, например j10 k11.
refused-not-a-move-reversi = «{ $text }» — не ход. Введите букву столбца и номер строки, например f5.
refused-not-a-move-oxhorn = «{ $text }» — не ход. Введите две точки, например 0-2.
type-move-connect6 = Два камня, например j10 k11
type-move-reversi = Ход, например f5
type-move-oxhorn = Ход, например 0-2
ask-two-stones = Ваш ход, два камня: { $colour }.
ask-second-stone = Выбрано { $at }; теперь второй камень.
ask-step-from = Ваш ход: { $colour }. Выберите фишку.
ask-step-to = Выбрано { $at }: теперь куда.
ask-must-pass = { $colour } не имеют хода и должны пасовать.
cell-legal = { $at }, пусто, ход возможен; перевернётся: { $count }
cell-piece = { $at }, { $colour }, фишка
cell-chosen = { $at }, выбрано
confirm-step = Ход { $at }
board-label-oxhorn = Доска из десяти точек. Стрелки двигают курсор, Enter выбирает фишку и куда она идёт.
win-rate-curve-oxhorn = Шансы красных по ходам
begins-person-red = Вы начинаете красными
begins-kagetsu-red = Kagetsu начинает красными
discs = Фишек: { $count }
analysis-discs = Фишки
analysis-value = Оценка
event-takeback-asked = Просьба вернуть ход: { $colour }.
event-takeback-declined = Ход не возвращён.
event-left-out = { $moves ->
    [one] Пропущен { $moves } ход вариантов: он против правил или не помещается.
    [few] Пропущено { $moves } хода вариантов: они против правил или не помещаются.
    [many] Пропущено { $moves } ходов вариантов: они против правил или не помещаются.
   *[other] Пропущено { $moves } хода вариантов: они против правил или не помещаются.
}
event-comments-left-out = { $comments ->
    [one] Пропущена { $comments } заметка: она не помещается.
    [few] Пропущены { $comments } заметки: они не помещаются.
    [many] Пропущено { $comments } заметок: они не помещаются.
   *[other] Пропущено { $comments } заметки: они не помещаются.
}
refused-no-takeback = Никто не просит вернуть ход.
ask-takeback = Просить вернуть ход
takeback-asked = Просьба вернуть ({ $colour }): { $moves }.
takeback-waits = Вы просите вернуть ход, ждём ответа…
agree = Согласен
decline = Нет
refused-no-program = Программа «{ $name }» не указана при запуске.
refused-not-learned = { $name } знает только одну игру, без дебютного регламента: { $size }×{ $size }, { $rule }.
program-no-start = { $name } не запускается: { $why }
program-ended = { $name }: программа завершилась сама ({ $why }).
program-late = { $name }: нет ответа в срок ({ $why }).
program-greedy = { $name }: программа остановлена ({ $why }).
program-refused = { $name } отказывается от этой партии ({ $why }).
program-nonsense = { $name }: ответ без смысла ({ $why }).
program-illegal = { $name } хочет сходить { $why }, а это против правил.
program-stopped = { $name }: программа остановлена.
program-thinking = { $name } думает…
trouble-next = Партия не проиграна. Кто играет дальше вместо { $name }?
trouble-again = Спросить { $name } ещё раз
trouble-kagetsu = Kagetsu: { $level }
trouble-person = Я
opponent = Соперник
opponent-first = Первый игрок
opponent-second = Второй игрок
begins-opponent = Начинает { $name }
begins-against = Вы начинаете против { $name }
begins-programs = Программы между собой
refused-puzzle-columns = Нужно 6 или 10 столбцов через табуляцию, а не { $found }.
refused-puzzle-column = «{ $text }» не подходит для столбца «{ $column }».
puzzle-column-size = размер доски
puzzle-column-side = чей ход
puzzle-column-kind = вид
puzzle-column-rule = правила
puzzle-column-grade = ступень
puzzle-column-length = длина
refused-puzzle-kind = { $rule }: задач такого вида нет ({ $kind }).
refused-long-defence = Решение задачи на защиту — один ход.
refused-puzzle-not-won = Вариант не кончается победой. Это задача на защиту?
refused-no-puzzles = В этом файле нет задач.
refused-study-full = В студии больше нет места.
study = Варианты и заметки
study-hint = Вернитесь по партии и сделайте другой ход, чтобы проверить его.
study-comment = Заметка к этой позиции
study-marks = Метки
mark-none = Без метки: нажатие — ход
mark-triangle = Треугольник
mark-square = Квадрат
mark-circle = Круг
mark-cross = Крест
study-prune = Удалить вариант
mistake-item = { $number }. { $at }: { $before } % → { $after } %
accuracy = Точность: { $black } { $first }, { $white } { $second }
mistake-list = Ошибки
prove = Доказать победу
prove-fours = { $moves ->
    [one] { $colour } побеждают четвёрками за { $moves } ход.
    [few] { $colour } побеждают четвёрками за { $moves } хода.
    [many] { $colour } побеждают четвёрками за { $moves } ходов.
   *[other] { $colour } побеждают четвёрками за { $moves } хода.
}
prove-threats = { $moves ->
    [one] { $colour } побеждают угрозами за { $moves } ход.
    [few] { $colour } побеждают угрозами за { $moves } хода.
    [many] { $colour } побеждают угрозами за { $moves } ходов.
   *[other] { $colour } побеждают угрозами за { $moves } хода.
}
prove-none = { $colour } не могут победить угрозами.
prove-open = Победа не найдена ({ $colour }), просмотрено узлов: { $nodes }.
proving = Ищу победу…
prove-line = Показать вариант
database = База
known-none = Этой позиции в базе нет.
known-here = Эта позиция: { $value } { $text }
known-value = Оценка
known-text = Заметка
known-win = победа
known-loss = проигрыш
known-draw = ничья
compare = Сравнение движков
compare-left = Движок 1
compare-right = Движок 2
compare-time = Время каждому
compare-seconds = { $seconds } с
compare-start = Сравнить
compare-waiting = ждёт
compare-thinking = думает…
compare-answered = ответил
compare-stopped = остановлен
compare-failed = нет хода
compare-rate = шансы { $rate } %
compare-own-scale = { $value } (своя шкала)
compare-said = Его словами, с его обозначениями точек:
compare-running = Оба смотрят эту позицию, не дольше { $seconds } с.
compare-elsewhere = Два движка смотрят другую позицию.
compare-stopped-early = Остановлено.
compare-agree = Согласны: оба выбирают { $at }.
compare-differ = Расходятся: { $left } выбирает { $one }, { $right } — { $other }.
compare-no-verdict = Сравнивать нечего: двух ходов нет. Партия не изменилась.
analyst = Анализирует
analyst-alpha-beta = альфа-бета
analyst-tree = поиск по дереву методом Монте-Карло
analyst-network = { $name } (партий: { $games })
analyst-distilled = { $name } (дистиллированная; партий: { $games })
analysis-visits = Проходы
analysis-prior = Априори
board-legend-tree = На доске: шансы на победу в процентах, под ними число проходов по дереву; дуга — априорная вероятность, то есть насколько вероятным сеть считает ход.
walk-open = Поиск шаг за шагом
walk-title = Поиск по дереву методом Монте-Карло, шаг за шагом
walk-one = Один шаг
walk-ten = Десять проходов
walk-hundred = Сто
walk-anew = Сначала
walk-number = Проход { $number }
walk-phase-0 = Выбор
walk-phase-1 = Раскрытие
walk-phase-2 = Оценка
walk-phase-3 = Возврат
walk-select = От корня проход раз за разом идёт по ходу с наибольшей суммой Q + U: { $way }.
walk-select-none = У корня в дереве ещё нет ходов, поэтому проход на нём и кончается.
walk-expand = Позиция в конце новая: её ходы (всего { $count }) входят в дерево, каждый с априорной вероятностью P от сети.
walk-expand-known = Исход позиции в конце известен, поэтому в дерево ничего не входит.
walk-evaluate = Сеть оценивает эту позицию числом { $value } ({ $colour }), где −1 — поражение, а 1 — победа.
walk-evaluate-known = Известный исход считается числом { $value } ({ $colour }), и сеть не спрашивают.
walk-backup = Эта оценка прибавляется ко всем позициям на пути, с обратным знаком там, где ходит другая сторона, и поэтому меняются N и Q.
walk-root = Корень
walk-legend = N: проходы через ход. P: априорная вероятность от сети. Q: средняя оценка. U: надбавка за большое P и малое число проходов.
walk-solved = Исход корня известен: поиск окончен.
connection-sending = Ещё не отправлено: связь потеряна. Соединяюсь снова…
too-long = Слишком длинно.
file-too-long = «{ $name }» — слишком большой файл: здесь открываются файлы до 4 МиБ.
file-renlib = «{ $name }» — библиотека RenLib, страница её не открывает: сохраните партию в RenLib как текст или SGF или посмотрите командой analyse.
file-refused = «{ $name }» не открывается: { $why }
server-refused = Сервер отказал: { $why }.
page-fault = На странице произошла ошибка: { $why }. Попробуйте загрузить её снова.
not-kept = Если закрыть страницу, эта партия пропадёт: Kagetsu уже открыта на другой странице.
keeps-nothing = Этот браузер ничего не хранит: сохраните партию в файл.
network-missing = Нейросети Kagetsu для этой игры на этом устройстве ещё нет. Её нужно один раз загрузить из интернета; как только она появится, Kagetsu продолжит.
part-missing = Этой части страницы на этом устройстве ещё нет. Её нужно один раз загрузить из интернета: попробуйте снова, когда будет связь.
new-version = Готова новая версия этой страницы.
new-version-later = Готова новая версия этой страницы. Чтобы загрузить её, закройте другие страницы Kagetsu; нужен и интернет.
new-version-load = Загрузить
link-public = Ссылка открывает партию на общедоступной странице Kagetsu.
replace-title = Открыть эту позицию?
replace-note = Она заменит здешнюю партию (ход { $count }), а та останется в «Моих партиях»: { $text }
replace-keep = Оставить партию
replace-open = Открыть позицию
ends-game = Текущая партия (ход { $count }) закончится и останется в «Моих партиях».
ends-game-friend = Партия с { $name } закончится для обоих. Она останется в «Моих партиях».
unfinished-short = не окончена
invite-local = Ссылки на игру открываются только на этом компьютере. Чтобы пустить другие устройства, запустите программу так: pbrain-kagetsu web --listen 0.0.0.0:{ $port }
rules-title = Правила
learn = Обучение
learn-why = Почему?
learn-choice = Как играть
daily-puzzle = Задача дня
drills-due = { $count ->
    [one] { $count } ошибка для повторения
    [few] { $count } ошибки для повторения
    [many] { $count } ошибок для повторения
   *[other] { $count } ошибки для повторения
}
keep-mistakes = Повторять эти ошибки
practice-damaged-file = Файл «{ $file }» непригоден: { $why } Копия сохранена: «{ $copy }».
keys-title = Клавиши
key-board = К доске
key-cursor = На доске: двигать курсор
key-enter = Ход в точку курсора
key-arrows = Правая кнопка мыши: нарисовать круг или стрелку
key-steps = Вне доски: прежние позиции или шаги главы
key-escape = Отмена или выход из задачи, ошибки либо главы
aloud-title = Прочитать вслух
aloud-last = Последний ход
aloud-status = Что сейчас требуется
aloud-stones = Все камни
aloud-row = Ряд курсора
aloud-column = Столбец курсора
aloud-threats = Угрозы обеих сторон
aloud-clocks = Часы
aloud-empty = камней нет
aloud-no-threats = угроз нет
aloud-game-threats = Угрозы называются только в гомоку и рэндзю, для позиции, в которой идёт партия.
aloud-could-make = Можно построить:
threat-five = пятёрка
threat-open-four = открытая четвёрка или две четвёрки
threat-four = четвёрка
threat-three = открытая тройка
position-words = Доска словами
looking-back = Позиция после хода { $number }.
looking-own-turn = В партии ваш ход.
looking-before-end = Это позиция перед последним ходом: после него партия окончена.
looking-beside = Вариант: позиция после хода { $number }. Партия не изменилась.
looking-ahead = Вариант вне партии.
clocks-wait = Часы ждут следующего хода.
draw-asked = Предложение ничьей: { $colour }.
renju-d1 = Кансэй
renju-d2 = Кэйгэцу
renju-d3 = Сосэй
renju-d4 = Кагэцу
renju-d5 = Дзангэцу
renju-d6 = Угэцу
renju-d7 = Кинсэй
renju-d8 = Сёгэцу
renju-d9 = Кюгэцу
renju-d10 = Сингэцу
renju-d11 = Дзуйсэй
renju-d12 = Сангэцу
renju-d13 = Юсэй
renju-i1 = Тёсэй
renju-i2 = Кёгэцу
renju-i3 = Косэй
renju-i4 = Суйгэцу
renju-i5 = Рюсэй
renju-i6 = Унгэцу
renju-i7 = Хогэцу
renju-i8 = Рангэцу
renju-i9 = Гингэцу
renju-i10 = Мёдзё
renju-i11 = Сягэцу
renju-i12 = Мэйгэцу
renju-i13 = Суйсэй
