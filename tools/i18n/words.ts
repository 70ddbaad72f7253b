// Words that are certainly wrong in a language: politeness that only lengthens, the neighbour's word, the other script. A word is listed only if no
// text could use it rightly; docs/glossary.md and a reader cover the rest.
import type { Locale } from './text-files.ts'

// The character sets of the two places separate the scripts: a character in GB 2312 and not in Big5 is simplified only.
type Span = [from: number, to: number]
const characters = (encoding: string, leads: Span, trails: Span[]) => {
  const decoder = new TextDecoder(encoding)
  const span = ([from, to]: Span) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
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
const script: Partial<Record<Locale, Set<string>>> = { 'zh-CN': big5.difference(gb2312), 'zh-TW': gb2312.difference(big5) }

const words: Record<Locale, RegExp[]> = {
  en: [/\bplease\b/i],
  'zh-CN': [
    /(?<![申邀])请(?!求)/,
    /[「」]/,
    // Taiwan's words, in simplified characters
    /网路|软体|硬体|滑鼠|萤幕|伺服器|搜寻|视窗|资料夹|字元|位元组|行动装置/,
  ],
  'zh-TW': [
    /(?<![申邀])請(?!求)/,
    /[“”]/,
    // the mainland's words, in Taiwan's characters
    /視頻|音頻|文檔|文件夾|軟件|硬件|信息|短信|登錄|註銷|網絡|默認|用戶|服務器|鏈接|鼠標|屏幕|打印|設置|程序|數據庫|字符|字節|加載|搜索|模塊|在線|緩存|訪問碼|賬|郵箱|視圖|剪貼板|支持(?!者)|時長|跳轉|拖拽|重命名|激活|二維碼|光標|硬盤|帶寬|字段|編程|服務端/,
  ],
  th: [
    /โปรด|กรุณา|ครับ|ค่ะ/,
    /(?<! )ๆ|ๆ(?=[ก-ฮเแโใไ])/,
    /[\u0e00-\u0e7f]{3}\.$/,
    /หรือไม่\?/,
    // two characters that look like one
    /\u0e4d\u0e32|เเ/,
  ],
  id: [
    /\b(silakan|silahkan|mohon|harap|tolong)\b/i,
    // “dapat” is right here
    /\bbisa\b/i,
    // kursus is training outside a university
    /\b(kursus|fail|muat naik|muat turun|kata laluan|tetapan|pautan|pelajar|aktiviti|e-mel|kerana|baharu|minit|dalam talian|nombor|storan|senarai|log masuk|log keluar|penapis|sari kata|skrin|perkhidmatan|padam|pelayar|pelayan|semak|anda belum|tugasan|kuiz|peratus)\b/,
  ],
  ms: [
    /\b(sila|mohon|harap|tolong)\b/i,
    /\b(berkas|unggah\w*|mengunggah|unduh\w*|kata sandi|pengaturan|tautan|mahasiswa|aktivitas|email|karena|bisa|menit|detik|daring|anggota|nomor|penyimpanan|peramban|hapus|menghapus|kuis|persen|tidak bisa|coba)\b/i,
    /\bbaru\b(?! sahaja)/i,
    /(?<!^)(?<![.!?:;“] )\bAnda\b/,
  ],
}

// Signs. A value fits every sign: the page spaces it by its type.
const everywhere = [/["']/, /\.\.\./, / {2}|^ | $/, / …/, /(?<!\() [,;:?](?!\))/]
const chinese = [
  /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u,
  /\p{Script=Han}[,;:?()]|\p{Script=Han}\.(?![a-z])|[,;:?()]\p{Script=Han}/u,
  /\p{Script=Han} \p{Script=Han}/u,
  / [，。；：？、（）“”「」《》]|[，。；：？、（）“”「」《》] /u,
]
// A format of typed dates and times is no sentence: its signs are those of the keyboard.
const form = /^[年月日时時分.: ]+$/
const signs = (locale: Locale, text: string) => (locale.startsWith('zh') && !form.test(text) ? [...everywhere, ...chinese] : everywhere)

// English is in sentence case: a capital after a small word belongs to a name. The names and keys are:
const names = /^(Lyceum|Feishu|Lark|Moodle|Chrome|Vimeo|Bilibili|Tencent|Meeting|Youku|Escape|Tab|Space|Ctrl|Autumn|Buddhist|I|A|Z)$/
const capitals = (text: string) =>
  [...text.matchAll(/(?<=\p{Ll}[,;]? )[A-Z][a-z]*(?![\w.-])/gu)].map(([one]) => one).filter((one) => !names.test(one))

/** Compares the end with that of the English text: a sentence stays a sentence, a question a question. Thai ends both without a sign. */
export function endsOtherwise(locale: Locale, text: string, english: string): boolean {
  if (locale === 'th') return false
  const ends: Record<string, string> = { '。': '.', '？': '?' }
  const end = (one: string) => ends[one.at(-1) ?? ''] ?? one.at(-1)
  return ['.', '?'].some((sign) => (end(text) === sign) !== (end(english) === sign))
}

/** The faults of one text in its language, as printed words. */
export function wrongWords(locale: Locale, text: string): string[] {
  const bare = text.replace(/\{\{?\w+\}?\}/g, '')
  const found = words[locale].map((one) => one.exec(bare)?.[0]).filter((one) => one !== undefined)
  const foreign = [...bare].filter((one) => script[locale]?.has(one))
  const filled = text.replace(/\{\{?\w+\}?\}/g, '●')
  const marks = signs(locale, text).flatMap((one) => one.exec(filled)?.[0] ?? [])
  return [...found, ...new Set(foreign), ...marks, ...(locale === 'en' ? capitals(bare) : []), ...(/[!！]/.test(bare) ? ['!'] : [])]
}
