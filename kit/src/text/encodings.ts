// The encoding of a text file: byte order marks and UTF-8 are certain, among the others the likeliest letters decide. For servers and pages. Pure.
import { commonHan, commonHangul, type EastAsian, frequentHan, languages, type SingleByte, thai } from './letter-frequencies.ts'

export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1254',
  // declared or chosen, never guessed
  'iso-8859-2',
  'koi8-r',
  'euc-jp',
] as const
export type Encoding = (typeof encodings)[number]

/** The encodings of files in a language, which win where two are as likely. */
const ofLanguage: Record<string, Encoding> = { 'zh-CN': 'gb18030', 'zh-TW': 'big5', th: 'windows-874' }
const guessed = encodings.slice(encodings.indexOf('gb18030'), encodings.indexOf('iso-8859-2'))
/** Encodings that are met more often than others. */
const priors: Partial<Record<Encoding, number>> = { 'windows-1252': 2, gb18030: 1.5, big5: 0.5 }
/** Natural logarithm of the odds that a language gives to its encoding. */
const favour = 3

/** UTF-16 without a byte order mark: every other byte of Latin letters, digits and separators is zero. */
function utf16Without(bytes: Uint8Array): Encoding | undefined {
  const head = bytes.subarray(0, 400)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]!++
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < head.length / 8) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** `cut`: the bytes end within the file, so that half a character at their end is no error. */
const tryDecode = (bytes: Uint8Array, encoding: Encoding, cut: boolean): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return undefined
  }
}

/** UTF-8 with some damaged bytes: it has far more letters of several bytes than bytes that belong to none. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  const [damaged, whole] = [text.match(/\ufffd/g)?.length ?? 0, text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0]
  return whole > 2 * damaged
}

/**
 * The encoding of a file, or of its beginning (`part`). `declared`: the name that the file itself has for it, which counts where the
 * bytes can be read so; `language`: that of the organisation or the page, which decides between two that are as likely.
 */
export function detectEncoding(
  bytes: Uint8Array,
  { declared, language, part = false }: { declared?: string | undefined; language?: string | undefined; part?: boolean } = {},
): Encoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 64 * 1024)
  const wide = utf16Without(head)
  if (wide) return wide
  const cut = part || head.length < bytes.length
  const named = encodingNamed(declared)
  if (named && tryDecode(head, named, cut) !== undefined) return named
  if (tryDecode(bytes, 'utf-8', part) !== undefined || isDamagedUtf8(head)) return 'utf-8'
  let best: { encoding: Encoding; likelihood: number } = { encoding: 'windows-1252', likelihood: Number.NEGATIVE_INFINITY }
  for (const encoding of guessed) {
    const text = tryDecode(head, encoding, cut)
    if (text === undefined) continue
    const likelihood = likelihoodOf(text, encoding) + (priors[encoding] ?? 0) + (ofLanguage[language ?? ''] === encoding ? favour : 0)
    if (likelihood > best.likelihood) best = { encoding, likelihood }
  }
  return best.encoding
}

/** The encoding of a name as files and people write it; undefined for others. */
export function encodingNamed(name: string | undefined): Encoding | undefined {
  if (!name) return undefined
  try {
    const known = new TextDecoder(name.trim()).encoding
    const same = known === 'gbk' ? 'gb18030' : known
    return encodings.find((one) => one === same)
  } catch {
    return undefined
  }
}

/** The name of an encoding in the first bytes of a document: XML, HTML or CSS. */
export function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  return (
    /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ??
    /^@charset "([\w-]+)"/.exec(head)?.[1] ??
    /^\s*(?:<!doctype html|<html|<head|<meta)\b[\s\S]*?<meta\b[^>]*\bcharset\s*=\s*["']?([\w-]+)/i.exec(
      head.replace(/^\s*<meta/i, '<head><meta'),
    )?.[1]
  )
}

/**
 * The text in an encoding. Bytes that are no letter of it become U+FFFD, those of one letter together: a decoder makes one for each that the damaged
 * byte has left alone. `part`: the bytes may end within a character.
 */
export function decode(bytes: Uint8Array, encoding: Encoding, { part = false } = {}): string {
  const whole = encoding === 'utf-8' ? tryDecode(bytes, encoding, part) : undefined
  if (whole !== undefined) return whole
  const text = new TextDecoder(encoding).decode(bytes, { stream: part })
  // letters of other scripts than ours have three bytes
  return encoding === 'utf-8' ? text.replace(/\ufffd{2,}/g, (run) => '\ufffd'.repeat(Math.ceil(run.length / 3))) : text
}

/** Natural logarithms of how unlikely something is. */
const cost = { stranger: 9, symbol: 3, inWord: 6, neighbour: 3.5, rareHan: 11, han: 8.2, private: 14 }
const isLatin = (letter: string | undefined) => letter !== undefined && /[A-Za-z]/.test(letter)

function likelihoodOf(text: string, encoding: Encoding): number {
  if (encoding === 'gb18030' || encoding === 'big5' || encoding === 'shift_jis' || encoding === 'euc-kr') return eastAsian(text, encoding)
  return singleByte(text, encoding as SingleByte)
}

/** A letter of ASCII, of which another encoding may make the second half of its own. */
function costOfAscii(letter: string, before: string | undefined): number {
  if (letter < '@' || letter > '~') return 0
  if (/[a-z]/.test(letter)) return 2.8
  if (/[A-Z]/.test(letter)) return before !== undefined && /[a-z\u0080-\uffff]/.test(before) ? 6 : 3.8
  return 6
}

const plainSigns = '，。、；：？！「」『』“”‘’（）《》〈〉【】…—・～　'
function eastAsian(text: string, encoding: EastAsian): number {
  let sum = 0
  const letters = [...text]
  for (const [at, letter] of letters.entries()) {
    if (letter < '\u0080') {
      sum -= costOfAscii(letter, letters[at - 1])
      continue
    }
    // a sentence goes from one script to the other by a sign or a blank
    if (isLatin(letters[at - 1])) sum -= cost.inWord
    if (isLatin(letters[at + 1])) sum -= cost.inWord
    sum -= costOfEastAsian(letter, encoding)
  }
  return sum
}

function costOfEastAsian(letter: string, encoding: EastAsian): number {
  if (plainSigns.includes(letter)) return 4
  if (encoding === 'euc-kr') return commonHangul.has(letter) ? 5 : /[가-힣]/.test(letter) ? 8.6 : cost.rareHan
  if (encoding === 'shift_jis') {
    if (/[ぁ-んァ-ヶー]/.test(letter)) return 4.5
    if (/[\uff61-\uff9f]/.test(letter)) return 6
  }
  if (/[\ue000-\uf8ff]/.test(letter)) return cost.private
  if (!/\p{Script=Han}/u.test(letter)) return cost.rareHan
  return frequentHan.has(letter) ? 5.8 : commonHan(encoding).has(letter) ? 8.4 : cost.rareHan
}

/** Each word by itself: it is of one language of the encoding, a file may have several. */
function singleByte(text: string, encoding: SingleByte): number {
  let sum = 0
  for (const [at, letter] of [...text].entries()) sum -= costOfAscii(letter, text[at - 1])
  for (const [word] of text.matchAll(/[^\s!-@[-`{-~]+/g)) if (/[^\0-\x7f]/.test(word)) sum -= costOfWord(word, encoding)
  return sum
}

function costOfWord(word: string, encoding: SingleByte): number {
  if (encoding === 'windows-874') return costOfThai(word)
  let least = Number.POSITIVE_INFINITY
  for (const { letters, wordy, rarity } of languages[encoding]) {
    let sum = Math.log(languages[encoding].length) + rarity
    let before = ''
    for (const [at, letter] of [...word].entries()) {
      const isOther = letter >= '\u0080'
      if (isOther) {
        const known = letters.get(letter)
        sum += known ?? (/\p{L}/u.test(letter) ? cost.stranger : isLatin(before) ? cost.inWord + cost.symbol : cost.symbol + 2)
        if (!wordy) sum += costOfPlace(letter, before, word[at + 1] ?? '', encoding)
        // accents are seldom side by side, and capitals are at the begin
        if (!wordy && before >= '\u0080') sum += cost.neighbour
        if (/\p{Lu}/u.test(letter) && /\p{Ll}/u.test(before)) sum += cost.inWord
        if (wordy && isLatin(before)) sum += cost.inWord
      } else if (wordy && before >= '\u0080' && isLatin(letter)) sum += cost.inWord
      before = letter
    }
    least = Math.min(least, sum)
  }
  return least
}

const isVowel = (letter: string) => /[aeiouyæøœıåąę]/.test(letter.normalize('NFD').slice(0, 1).toLowerCase())
const isConsonant = (letter: string) => /\p{L}/u.test(letter) && !isVowel(letter)
/** An accented consonant seldom stands between two consonants, and ñ never before one. */
function costOfPlace(letter: string, before: string, after: string, encoding: Encoding): number {
  // Portuguese has õ before e, French û before t, r, l, c and e: elsewhere they are the ő and ű of Hungarian
  if (encoding === 'windows-1252' && /õ/i.test(letter) && !/e/i.test(after)) return 4
  if (encoding === 'windows-1252' && /û/i.test(letter) && !/[trlce]/i.test(after)) return 3
  if (!isConsonant(letter)) return isVowel(letter) && isVowel(after) && !/[ãõëïé]/i.test(letter) ? 1 : 0
  if (/ñ/i.test(letter) && !isVowel(after)) return 5
  return isConsonant(before) && isConsonant(after) ? 2.5 : 0
}

/** Marks stand over a letter; long runs of consonants are no words. */
function costOfThai(word: string): number {
  let sum = 0
  let before = ''
  let consonants = 0
  for (const letter of word) {
    if (letter >= '\u0080') {
      sum += thai.letters.get(letter) ?? cost.stranger
      if (isLatin(before)) sum += cost.inWord
      if (thai.marks.has(letter) && !(thai.consonants.has(before) || thai.marks.has(before))) sum += cost.stranger
      consonants = thai.consonants.has(letter) ? consonants + 1 : 0
      if (consonants > 3) sum += cost.neighbour
    } else if (before >= '\u0080' && isLatin(letter)) sum += cost.inWord
    before = letter
  }
  return sum
}
