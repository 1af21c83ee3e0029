package lessons

// faults are the sentences of the grader in one language. Each says one fact of the trace.
type faults struct {
	fetchOpens map[bool]string // the fetch in words
	robotsTxt  string
	noGroup    string // crawler
	otherGroup string // line, crawler, user-agent lines
	andLine    string // between those
	unread     string // line, crawler
	noRule     string // line
	lines      string // how many
	respelt    string // path, its form, line, form of the rule
	matches    string // line, octets
	noMatch    string // crawler
	void       string // line
	missEnd    string // line, rest of the path
	missPiece  string // line, piece, path before it
	missShort  string // line, rest of the rule
	missOctet  string // line, octet, of the rule, of the path
	shorter    string // line, octets, deciding line, its octets
	copy       string // line, deciding line
	first      string // deciding line
	tie        string // losing line, deciding line, octets
	noTie      string // deciding line
	decides    string // line
	wish       string // URL, crawler, verdict
	under      string // path, prefix
}

var englishFaults = faults{
	fetchOpens: map[bool]string{
		true:  "After %s there are no rules to obey, so everything is allowed.",
		false: "After %s the rules are unknown, so everything counts as disallowed.",
	},
	robotsTxt:  "/robots.txt itself is always allowed, whatever the file says.",
	noGroup:    "No group applies to %s, so everything is allowed.",
	otherGroup: "Line %d stands in another group. %s reads only what stands under line %s.",
	andLine:    " and line ",
	unread:     "Line %d stands in a group that %s does not read, and no other group applies.",
	noRule:     "Line %d is not a rule that is read: only allow and disallow lines of the right group take part.",
	lines:      "The file has %d lines.",
	respelt:    "Before they are compared, %s becomes %s, and line %d becomes %s.",
	matches:    "Line %d matches, with %s, and decides.",
	noMatch:    "No rule that %s reads matches, and what no rule matches is allowed.",
	void:       "Line %d can match nothing: its value is empty, or there is a blank inside it.",
	missEnd:    "Line %d does not match: $ wants the end of the path where it goes on with %s.",
	missPiece:  "Line %d does not match: %s is not found where the rule needs it, after %s.",
	missShort:  "Line %d does not match: the path ends where the rule goes on with %s.",
	missOctet:  "Line %d does not match: at octet %d the rule has %s and the path has %s.",
	shorter:    "Line %d matches with %s, but line %d matches with %s. The most octets win.",
	copy:       "Line %d says the same as line %d, and the first of equals is named.",
	first:      "Here the first rule that matches decides, and that is line %d.",
	tie:        "Line %d and line %d match with %s each. A tie goes to Allow.",
	noTie:      "Line %d decides, but not on a tie.",
	decides:    "Line %d decides here.",
	wish:       "%s for %s should be %s.",
	under:      "%s does not begin with %s.",
}

var indonesianFaults = faults{
	fetchOpens: map[bool]string{
		true:  "Setelah %s tidak ada aturan yang harus dipatuhi, jadi semuanya diizinkan.",
		false: "Setelah %s aturannya tidak diketahui, jadi semuanya dianggap dilarang.",
	},
	robotsTxt:  "/robots.txt sendiri selalu diizinkan, apa pun isi berkasnya.",
	noGroup:    "Tidak ada grup yang berlaku untuk %s, jadi semuanya diizinkan.",
	otherGroup: "Baris %d ada di grup lain. %s hanya membaca yang ada di bawah baris %s.",
	andLine:    " dan baris ",
	unread:     "Baris %d ada di grup yang tidak dibaca oleh %s, dan tidak ada grup lain yang berlaku.",
	noRule:     "Baris %d bukan aturan yang dibaca: yang ikut hanya baris allow dan disallow dari grup yang tepat.",
	lines:      "Berkas ini punya %d baris.",
	respelt:    "Sebelum dibandingkan, %s menjadi %s, dan baris %d menjadi %s.",
	matches:    "Baris %d cocok, dengan %s, dan menentukan.",
	noMatch:    "Tidak ada aturan yang dibaca %s yang cocok, dan yang tidak cocok dengan aturan mana pun diizinkan.",
	void:       "Baris %d tidak bisa cocok dengan apa pun: nilainya kosong, atau ada spasi di dalamnya.",
	missEnd:    "Baris %d tidak cocok: $ meminta akhir path, padahal path masih berlanjut dengan %s.",
	missPiece:  "Baris %d tidak cocok: %s tidak ditemukan di tempat yang diminta aturan, setelah %s.",
	missShort:  "Baris %d tidak cocok: path sudah berakhir, padahal aturannya berlanjut dengan %s.",
	missOctet:  "Baris %d tidak cocok: di oktet %d aturannya berisi %s, path-nya berisi %s.",
	shorter:    "Baris %d cocok dengan %s, tetapi baris %d cocok dengan %s. Oktet terbanyak yang menang.",
	copy:       "Baris %d sama dengan baris %d, dan dari yang sama disebut yang pertama.",
	first:      "Di sini aturan pertama yang cocok yang menentukan, yaitu baris %d.",
	tie:        "Baris %d dan baris %d sama-sama cocok dengan %s. Kalau seri, Allow yang menang.",
	noTie:      "Baris %d menentukan, tetapi bukan karena seri.",
	decides:    "Di sini baris %d yang menentukan.",
	wish:       "%s untuk %s seharusnya %s.",
	under:      "%s tidak diawali %s.",
}

var brazilianFaults = faults{
	fetchOpens: map[bool]string{
		true:  "Depois de %s não há regras a obedecer, então tudo é permitido.",
		false: "Depois de %s as regras são desconhecidas, então tudo conta como bloqueado.",
	},
	robotsTxt:  "O próprio /robots.txt é sempre permitido, diga o arquivo o que disser.",
	noGroup:    "Nenhum grupo vale para %s, então tudo é permitido.",
	otherGroup: "A linha %d está em outro grupo. %s só lê o que está sob a linha %s.",
	andLine:    " e a linha ",
	unread:     "A linha %d está num grupo que %s não lê, e nenhum outro grupo vale.",
	noRule:     "A linha %d não é uma regra que se leia: só entram as linhas allow e disallow do grupo certo.",
	lines:      "O arquivo tem %d linhas.",
	respelt:    "Antes da comparação, %s vira %s, e a linha %d vira %s.",
	matches:    "A linha %d casa, com %s, e decide.",
	noMatch:    "Nenhuma regra que %s lê casa, e o que não casa com regra alguma é permitido.",
	void:       "A linha %d não casa com nada: o valor está vazio ou tem um espaço no meio.",
	missEnd:    "A linha %d não casa: o $ pede o fim do caminho onde ele continua com %s.",
	missPiece:  "A linha %d não casa: %s não aparece onde a regra precisa, depois de %s.",
	missShort:  "A linha %d não casa: o caminho acaba onde a regra continua com %s.",
	missOctet:  "A linha %d não casa: no octeto %d a regra tem %s e o caminho tem %s.",
	shorter:    "A linha %d casa com %s, mas a linha %d casa com %s. Ganha quem tem mais octetos.",
	copy:       "A linha %d diz o mesmo que a linha %d, e entre iguais vale citar a primeira.",
	first:      "Aqui decide a primeira regra que casa, e essa é a linha %d.",
	tie:        "A linha %d e a linha %d casam com %s cada uma. No empate, vale o Allow.",
	noTie:      "A linha %d decide, mas não por empate.",
	decides:    "Aqui quem decide é a linha %d.",
	wish:       "%s para %s deveria ser %s.",
	under:      "%s não começa com %s.",
}

func faultsOf(language string) *faults {
	switch language {
	case "id":
		return &indonesianFaults
	case "pt-BR":
		return &brazilianFaults
	}
	return &englishFaults
}
