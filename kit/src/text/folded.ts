// Texts as a search compares them: in one width, case and order of marks, without accents of Latin letters. For servers and pages; PostgreSQL
// does the same by kit.folded, of kit/migrations.

/** Scripts whose words no blanks part: Thai, Lao, Burmese, Khmer, Japanese, Chinese, Korean. */
const unspaced =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'
const spaced = 'a-z\\u0370-\\u058f'

/** Capitals that stand by themselves once accents and width are taken off; beyond these scripts there are hardly any. */
function capitals(): Map<string, string> {
  const small = new Map<string, string>()
  for (const [from, to] of [
    [0x41, 0x24f],
    [0x370, 0x587],
    [0x1e00, 0x1eff],
  ] as const)
    for (let code = from; code <= to; code++) {
      const letter = String.fromCharCode(code)
      const lower = letter.toLowerCase()
      if (letter.normalize('NFKD') === letter && lower !== letter && lower.length === 1) small.set(letter, lower)
    }
  return small
}
/** Letters that people type without their stroke. */
const strokes = { ð: 'd', đ: 'd', ħ: 'h', ı: 'i', ł: 'l', ŋ: 'n', ø: 'o', ŧ: 't', ς: 'σ' }
const pairs = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }
const changed = new Map<string, string>([...capitals(), ...Object.entries({ ...strokes, ...pairs })])
for (const [letter, lower] of changed) changed.set(letter, changed.get(lower) ?? lower)

const small = new Map([...capitals(), ['ς', 'σ']])
const capitalLetters = new RegExp(`[${[...small.keys()].join('')}]`, 'g')
const letters = new RegExp(`[${[...changed.keys()].join('')}]`, 'g')
const beyondAscii = /[^\0-\x7f]/

/** One case and width: texts of which there is one each, as codes and user numbers. Accents count. PostgreSQL does the same by kit.caseless. */
export const caseless = (text: string): string =>
  beyondAscii.test(text)
    ? text
        .normalize('NFKD')
        .replaceAll(capitalLetters, (letter) => small.get(letter)!)
        .normalize('NFKC')
    : text.toLowerCase()

/** Words stay apart as they are written. */
export function plainText(text: string): string {
  let made = text.replaceAll(/[`´‘’‚‛ʹʼʹ′‵]/g, "'")
  if (beyondAscii.test(made))
    made = made
      .replaceAll(/[“”„‟″]/g, '"')
      .replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
      .normalize('NFKD')
      .replaceAll(letters, (letter) => changed.get(letter)!)
      // only of Latin letters: in Thai such marks are vowels and tones, and й is a letter of its own
      .replaceAll(/([a-zµ-ɏ])[\u0300-\u036f]+/g, '$1')
      // Thai and Lao marks look the same in any order, and two เ like แ
      .replaceAll(/([\u0e48-\u0e4e\u0ec8-\u0ecd]+)([\u0e31\u0e34-\u0e3a\u0e47\u0eb1\u0eb4-\u0ebb]+)/g, '$2$1')
      .replaceAll(/([\u0e4c-\u0e4e\u0ecc\u0ecd]+)([\u0e48-\u0e4b\u0ec8-\u0ecb]+)/g, '$2$1')
      .replaceAll(/(\u0e4d\u0e32|\u0ecd\u0eb2)([\u0e48-\u0e4b\u0ec8-\u0ecb])/g, '$2$1')
      .replaceAll('เเ', 'แ')
      .normalize('NFKC')
      .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
  else made = made.toLowerCase()
  return made.replaceAll(/[\t-\r \u1680\u2028\u2029]+/g, ' ').replaceAll(/^ | $/g, '')
}

/** Signs and blanks that a word is the same without. */
export const joints: readonly RegExp[] = [
  new RegExp(`(?<=[${spaced}${unspaced}0-9])[-_]+(?=[${spaced}${unspaced}0-9])`, 'gu'),
  new RegExp(`(?<=[${spaced}]) (?=[0-9])|(?<=[0-9]) (?=[${spaced}])`, 'gu'),
  new RegExp(` (?=[${unspaced}])|(?<=[${unspaced}]) `, 'gu'),
]

/** The form in which any part of a text is found: a code is the same with a hyphen, an underscore, a blank and without, and so is a Chinese name. */
export const folded = (text: string): string => joints.reduce((made, joint) => made.replaceAll(joint, ''), plainText(text))

/** The words of what somebody seeks, folded, of which at most 8 count. */
export const wordsOf = (sought: string): string[] =>
  plainText(sought)
    .split(' ', 8)
    .filter(Boolean)
    .map((word) => folded(word.replaceAll(/^[-_]+(?=[^-_])|(?<=[^-_])[-_]+$/g, '')))

/** Their runs of scripts without blanks, of which an index of words knows each pair of neighbours. */
export const unspacedOf = (sought: string): string =>
  wordsOf(sought)
    .flatMap((word) => word.match(runs) ?? [])
    .join(' ')
const runs = new RegExp(`[${unspaced}]+`, 'gu')

/** A filter for texts that hold every word, wherever it stands; without a word all do. */
export function holding(sought: string): (...texts: readonly (string | null | undefined)[]) => boolean {
  const words = wordsOf(sought)
  return (...texts) => {
    if (words.length === 0) return true
    const text = folded(texts.map((one) => one ?? '').join('\u001f'))
    return words.every((word) => text.includes(word))
  }
}
