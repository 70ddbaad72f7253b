// Words that are certainly wrong in a language: politeness that only lengthens, the neighbour's word, the other script. A word stands
// here only if no text could use it rightly; the rest is for docs/glossary.md and a reader.

// The two scripts are told apart by the character sets of the two places: what GB 2312 has and Big5 has not is simplified only.
const characters = (encoding, leads, trails) => {
  const decoder = new TextDecoder(encoding)
  const span = ([from, to]) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
  const pairs = span(leads).flatMap((lead) => trails.flatMap(span).flatMap((trail) => [lead, trail]))
  return new Set([...decoder.decode(Uint8Array.from(pairs))].filter((one) => /\p{Script=Han}/u.test(one)))
}
const gb2312 = characters('gbk', [0xb0, 0xf7], [[0xa1, 0xfe]])
const big5 = characters(
  'big5',
  [0xa4, 0xf9],
  [
    [0x40, 0x7e],
    [0xa1, 0xfe],
  ],
)
const script = { 'zh-CN': big5.difference(gb2312), 'zh-TW': gb2312.difference(big5) }

const words = {
  en: [/\bplease\b/i],
  'zh-CN': [/(?<![申邀])请(?!求)/, /[「」]/],
  'zh-TW': [
    /(?<![申邀])請(?!求)/,
    /[“”]/,
    // the mainland's words, in Taiwan's characters
    /視頻|音頻|文檔|文件夾|軟件|硬件|信息|短信|登錄|註銷|網絡|默認|用戶|服務器|鏈接|鼠標|屏幕|打印|設置|程序|數據庫|字符|字節|加載|搜索|模塊|在線|緩存|訪問碼|賬|郵箱|視圖|剪貼板|支持(?!者)/,
  ],
  th: [/โปรด|กรุณา|ครับ|ค่ะ/, /ๆ(?=[ก-ฮเแโใไ])/],
  id: [
    /\b(silakan|silahkan|mohon|harap|tolong)\b/i,
    /\b(fail|muat naik|muat turun|kata laluan|tetapan|pautan|pelajar|aktiviti|e-mel|kerana|baharu|minit|dalam talian|ahli|nombor|storan|senarai|log masuk|log keluar|penapis|sari kata|skrin|perkhidmatan|padam|pelayar|pelayan|semak|anda belum|daripada|tugasan|jabatan|kuiz|peratus)\b/,
  ],
  ms: [
    /\b(sila|mohon|harap|tolong)\b/i,
    /\b(berkas|unggah\w*|mengunggah|unduh\w*|kata sandi|pengaturan|tautan|mahasiswa|aktivitas|email|karena|bisa|menit|detik|daring|anggota|nomor|penyimpanan|daftar|peramban|hapus|menghapus|layanan|kuis|persen|tidak bisa|coba|rumus)\b/i,
    /\bbaru\b(?! sahaja)/i,
    /(?<!^)(?<![.!?:;“] )\bAnda\b/,
  ],
}

/** The faults of one text in its language, as words to print. */
export function wrongWords(locale, text) {
  const bare = text.replace(/\{\{?\w+\}?\}/g, '')
  const found = (words[locale] ?? []).map((one) => one.exec(bare)?.[0]).filter((one) => one !== undefined)
  const foreign = script[locale] ? [...bare].filter((one) => script[locale].has(one)) : []
  return [...found, ...new Set(foreign), ...(/[!！]/.test(bare) ? ['!'] : [])]
}
