// Places of a text in which sought words stand, found in its folded form. For servers and pages.
import { folded, joints, plainText, wordsOf } from './folded.ts'

export type Hit = { from: number; to: number }
export type Piece = { text: string; hit: boolean }

/** A letter with its marks. */
const letters = /(?:\P{M}|^)\p{M}*/gsu
const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The folded text, each unit with the place of the letter that it comes from. */
type Form = { text: string; from: number[]; to: number[] }
function formOf(text: string, lines = false): Form {
  const form: Form = { text: '', from: [], to: [] }
  const known = new Map<string, string>()
  for (const { 0: letter, index } of text.matchAll(letters)) {
    let plain = known.get(letter)
    if (plain === undefined) known.set(letter, (plain = lines && letter === '\n' ? letter : /^\s/.test(letter) ? ' ' : plainText(letter)))
    if (plain === ' ' && form.text.endsWith(' ')) continue
    form.text += plain
    for (let unit = 0; unit < plain.length; unit++) {
      form.from.push(index)
      form.to.push(index + letter.length)
    }
  }
  return joints.reduce(without, form)
}
function without({ text, from, to }: Form, joint: RegExp): Form {
  const gone = new Set([...text.matchAll(joint)].flatMap(({ 0: signs, index }) => [...signs].map((_, nth) => index + nth)))
  if (gone.size === 0) return { text, from, to }
  const stays = (_: unknown, unit: number) => !gone.has(unit)
  return { text: text.split('').filter(stays).join(''), from: from.filter(stays), to: to.filter(stays) }
}

/** In their order; no two overlap. */
export function hitsOf(text: string, sought: string): Hit[] {
  const words = wordsOf(sought)
  if (words.length === 0) return []
  const any = new RegExp(
    words
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join('|'),
    'gu',
  )
  const hits: Hit[] = []
  for (const hit of placesIn(formOf(text), any)) {
    const last = hits.at(-1)
    if (last && hit.from < last.to) last.to = hit.to
    else hits.push(hit)
  }
  return hits
}

/** Every place of the whole query, also across a broken line: a line may break between any two letters, as Chinese has no blanks. */
export function placesOf(text: string, sought: string): Hit[] {
  const whole = folded(sought)
  if (whole === '') return []
  const form = formOf(text, true)
  const broken = Array.from(whole, (letter) => (letter === ' ' ? '[ \\n]+' : escaped(letter))).join('\\n?')
  return placesIn(form, new RegExp(broken, 'gu'))
}
const placesIn = ({ text, from, to }: Form, pattern: RegExp): Hit[] =>
  Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({ from: from[index]!, to: to[index + word.length - 1]! }))

/** The pieces of a text, or of a part of it, each a hit or not. */
export function piecesOf(text: string, hits: readonly Hit[], from = 0, to = text.length): Piece[] {
  const pieces: Piece[] = []
  const put = (start: number, end: number, hit: boolean) => {
    if (start < end) pieces.push({ text: text.slice(start, end), hit })
  }
  let end = from
  for (const hit of hits) {
    if (hit.from < from || hit.to > to) continue
    put(end, hit.from, false)
    put(hit.from, hit.to, true)
    end = hit.to
  }
  put(end, to, false)
  return pieces
}
