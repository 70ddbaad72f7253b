// Blanks within a text, as Moodle writes them: {1:SHORTANSWER:=right#feedback~%50%half}.
import type { Blank, BlankKey } from '../format.ts'
import { decimalOf, escaped, newPartId, partOf, percentOf, unescaped } from '../parts.ts'

const types = 'SHORTANSWER_C|SHORTANSWER|SAC|SA|MWC|MW|MULTICHOICE_\\w+|MULTICHOICE|MULTIRESPONSE\\w*|MC\\w{0,2}|MR\\w{0,2}|NUMERICAL|NM'
const gap = new RegExp(`\\{(\\d*):(${types}):((?:[^{}\\\\]|\\\\.)*)\\}`, 'g')

export type Cloze = { stem: string; blanks: Blank[]; key: Record<string, BlankKey>; left: number }

/** The text with `[[id]]` where blanks stand; `left`: answers that could not be taken over, those to several choices in one blank too. */
export function readCloze(html: string): Cloze {
  const blanks: Blank[] = []
  const key: Record<string, BlankKey> = {}
  let left = 0
  const stem = html.replaceAll(gap, (_, weight: string, type: string, body: string) => {
    const id = newPartId()
    const answers = body
      .split(/(?<!\\)~/)
      .filter(Boolean)
      .map(answerOf)
    const worth = Math.min(100, Number(weight) || 1)
    const shared = worth > 1 ? { weight: worth } : {}
    if (/^N/.test(type)) {
      const numbers = answers.flatMap(({ text, percent, feedback }) => {
        const [number = '', within = '0'] = text.split(':')
        const [value, tolerance] = [decimalOf(number), decimalOf(within)]
        return value !== undefined && tolerance !== undefined ? [{ value, tolerance, percent, ...(feedback && { feedback }) }] : []
      })
      left += answers.length - numbers.length
      blanks.push({ id, kind: 'number' })
      key[id] = { ...shared, numbers }
    } else if (/^(SA|SHORT|MW)/.test(type)) {
      blanks.push({ id, kind: 'text' })
      const texts = answers.map(({ text, percent, feedback }) => ({ text: text.slice(0, 500), percent, ...(feedback && { feedback }) }))
      key[id] = {
        ...shared,
        texts: texts.filter(({ text }) => text !== ''),
        accent_sensitive: true,
        ...(/C$/.test(type) && { case_sensitive: true }),
      }
    } else {
      if (/^(MR|MULTIR)/.test(type)) left++
      const options = answers.map(({ text, percent }) => ({ part: partOf(escaped(text)), percent }))
      blanks.push({ id, kind: 'choice', options: options.map(({ part }) => part) })
      key[id] = { ...shared, options: Object.fromEntries(options.map(({ part, percent }) => [part.id, percent])) }
    }
    return `[[${id}]]`
  })
  return { stem, blanks, key, left }
}

function answerOf(given: string): { text: string; percent: string; feedback: string } {
  const [answer = '', feedback = ''] = given.split(/(?<!\\)#/)
  const [, sign, percent, text = ''] = /^\s*(=|%-?[\d.]+%)?(?:%(-?[\d.]+)%)?([\s\S]*)$/.exec(answer) ?? []
  const share = sign === '=' ? 100 : Number((sign ?? '%0%').replaceAll('%', '')) || Number(percent ?? 0)
  const plain = (one: string) => unescaped(one.replaceAll(/\\([~#}{\\"/=])/g, '$1')).trim()
  return { text: plain(text.replaceAll(/<[^>]*>/g, '')), percent: percentOf(share), feedback: escaped(plain(feedback)) }
}

const safe = (text: string) => escaped(text).replaceAll(/[~#}{\\]/g, '\\$&')

/** The text with blanks in Moodle's writing. */
export const writeCloze = (stem: string, blanks: readonly Blank[], key: Record<string, BlankKey>): string =>
  stem.replaceAll(/\[\[([a-z0-9]{6,12})\]\]/g, (all, id: string) => {
    const blank = blanks.find((one) => one.id === id)
    const { weight = 1, texts = [], numbers = [], options = {}, case_sensitive } = key[id] ?? {}
    if (!blank) return all
    const share = (percent: string | undefined) => (Number(percent) === 100 ? '=' : `%${percent ?? 0}%`)
    const answers =
      blank.kind === 'number'
        ? numbers.map(({ value, tolerance, percent }) => `${share(percent)}${value}:${tolerance}`)
        : blank.kind === 'text'
          ? texts.map(({ text, percent }) => `${share(percent)}${safe(text)}`)
          : (blank.options ?? []).map(({ id, text }) => `${share(options[id])}${safe(unescaped(text.replaceAll(/<[^>]*>/g, '')))}`)
    const type =
      blank.kind === 'number' ? 'NUMERICAL' : blank.kind === 'choice' ? 'MULTICHOICE' : case_sensitive ? 'SHORTANSWER_C' : 'SHORTANSWER'
    return `{${weight}:${type}:${answers.join('~')}}`
  })
