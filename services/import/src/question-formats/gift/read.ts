// Reads GIFT (docs.moodle.org/en/GIFT_format): questions in plain text, an empty line between two.
import type { Accepted, AcceptedNumber, NeutralFileOfQuestions, NeutralQuestion, Note } from '../format.ts'
import {
  choiceOf,
  decimalOf,
  escaped,
  htmlOf,
  keptAsText,
  matchingOf,
  percentOf,
  rangeIn,
  type Shared,
  titleOf,
  twoNumbersIn,
} from '../parts.ts'
import { hidden, shown } from './signs.ts'

/** `mark`: of a comment before it: `// [text:1]` of a text, `// [about:1]` of a question about it, `// [tag:waves]` and `// [id:7]` as Moodle writes them. */
type Block = { text: string; line: number; mark: { ref?: string; about?: string; tags?: string[] } }

export function readGift(text: string): NeutralFileOfQuestions {
  const questions: NeutralQuestion[] = []
  const unreadable: NeutralFileOfQuestions['unreadable'] = []
  let folder: string[] = []
  for (const block of blocksOf(hidden(text.replace(/^\uFEFF/, '')))) {
    const category = /^\s*\$CATEGORY:\s*(.*)$/m.exec(block.text)
    if (category) {
      folder = folderOf(shown(category[1]!))
      block.text = block.text.replace(category[0], '')
    }
    if (block.text.trim() === '') continue
    const question = questionOf(block.text, folder)
    if (question) questions.push({ ...question, ...block.mark } as NeutralQuestion)
    else unreadable.push({ title: titleOf(escaped(shown(block.text))), line: block.line, html: htmlOf(shown(block.text)) })
  }
  return { questions, files: new Map(), unreadable }
}

/** `$course$/top/Default for C1/Waves` → Default for C1, Waves. */
export const folderOf = (path: string): string[] =>
  path
    .split(/(?<!\/)\/(?!\/)/)
    .map((one) => one.replaceAll('//', '/').trim())
    .filter((one) => one !== '' && !/^\$\w+\$$/.test(one) && one.toLowerCase() !== 'top')
    .slice(0, 10)

/** Without comments; an empty line within braces ends nothing. */
function* blocksOf(text: string): Generator<Block> {
  let lines: string[] = []
  let from = 0
  let depth = 0
  let mark: Block['mark'] = {}
  for (const [at, given] of [...text.split(/\r\n?|\n/), ''].entries()) {
    if (/^\s*\/\//.test(given)) {
      if (lines.length === 0) mark = markAfter(mark, shown(given))
      continue
    }
    const line = given
    if (line.trim() === '' && depth <= 0) {
      if (lines.length > 0) {
        yield { text: lines.join('\n'), line: from + 1, mark }
        mark = {}
      }
      lines = []
      depth = 0
      continue
    }
    if (lines.length === 0) from = at
    lines.push(line)
    for (const sign of line) depth += sign === '{' ? 1 : sign === '}' ? -1 : 0
  }
  if (lines.length > 0) yield { text: lines.join('\n'), line: from + 1, mark }
}

function markAfter(mark: Block['mark'], comment: string): Block['mark'] {
  const [, kind, name] = /\[(text|about):([\w-]{1,40})\]/.exec(comment) ?? []
  const tags = [...comment.matchAll(/\[tag:((?:\\.|[^\]\\])+)\]/g)].map(([, tag]) => tag!.replaceAll(/\\(.)/g, '$1').trim()).filter(Boolean)
  return {
    ...mark,
    ...(kind && { [kind === 'text' ? 'ref' : 'about']: name! }),
    ...(tags.length > 0 && { tags: [...(mark.tags ?? []), ...tags] }),
  }
}

const formats = /^\s*\[(html|moodle|plain|markdown)\]/i
/** A text with its format in brackets, else in that of its question. */
function htmlIn(text: string, given: string): { html: string; format: string } {
  const format = formats.exec(text)?.[1]?.toLowerCase() ?? given
  const plain = shown(text.replace(formats, '')).trim()
  // of the format moodle, tags count and lines are kept
  const html =
    format === 'html' ? plain : format === 'moodle' && /<[a-z][^>]*>/i.test(plain) ? plain.replaceAll(/\r?\n/g, '<br>') : htmlOf(plain)
  return { html, format }
}

function questionOf(text: string, folder: string[]): NeutralQuestion | undefined {
  const [, title = '', rest = ''] = /^\s*(?:::([\s\S]*?)::)?([\s\S]*)$/.exec(text) ?? []
  const open = rest.indexOf('{')
  const close = rest.lastIndexOf('}')
  if (open < 0 !== close < 0 || close < open) return undefined
  // a second block of answers is none of this question's
  if (/[{}]/.test(rest.slice(open + 1, Math.max(open + 1, close)))) return undefined
  const before = open < 0 ? rest : rest.slice(0, open)
  const after = open < 0 ? '' : rest.slice(close + 1).replace(/^"?;\s*$/, '')
  const start = htmlIn(before, 'moodle')
  const gap = after.trim() === '' ? '' : ` _____ ${htmlIn(after, start.format).html}`
  const [answers = '', general = ''] = open < 0 ? [] : splitOnce(rest.slice(open + 1, close), '####')
  const notes: Note[] = []
  const shared: Shared = {
    title: [...shown(title).trim()].slice(0, 200).join('') || titleOf(start.html),
    stem: `${start.html}${gap}`.trim(),
    feedback: htmlIn(general, start.format).html,
    points: '1',
    tags: [],
    folder,
    notes,
  }
  if (shared.stem === '') return undefined
  if (open < 0) return { ...shared, type: 'stimulus', content: {}, key: {} }
  const given = answers.trim()
  if (given === '') return { ...shared, type: 'essay', content: { format: 'rich' }, key: {} }
  if (given.startsWith('#')) return numerical(shared, given.slice(1), start.format)
  const truth = /^(t|true|f|false)\s*(?:#([\s\S]*))?$/i.exec(given)
  if (truth) return trueFalse(shared, /^t/i.test(truth[1]!), truth[2], start.format)
  return ofAnswers(shared, given, start.format)
}

const splitOnce = (text: string, by: string): [string, string?] => {
  const at = text.indexOf(by)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + by.length)]
}

/** `#` after the word: to who answered wrongly, then to who answered rightly. */
function trueFalse(shared: Shared, right: boolean, feedback: string | undefined, format: string): NeutralQuestion {
  const [wrong = '', correct = ''] = feedback === undefined ? [] : splitOnce(feedback, '#')
  const texts = { [String(right)]: htmlIn(correct, format).html, [String(!right)]: htmlIn(wrong, format).html }
  const kept = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  return { ...shared, type: 'true_false', content: {}, key: { right, ...(Object.keys(kept).length > 0 && { feedback: kept }) } }
}

type Answer = { sign: '=' | '~'; percent: number; text: string; feedback: string }
/** `=`, `~` and `%50%` before each answer, `#` before its feedback. */
const answersIn = (text: string, format: string): Answer[] =>
  [...text.matchAll(/([=~])([^=~]*)/g)].map(([, sign, body]) => {
    const [whole, number] = /^\s*%(-?\d+(?:[.,]\d+)?)%/.exec(body!) ?? ['', undefined]
    const [answer, feedback = ''] = splitOnce(body!.slice(whole.length), '#')
    const percent = number === undefined ? (sign === '=' ? 100 : 0) : Number(number.replace(',', '.'))
    return { sign: sign as '=' | '~', percent, text: answer, feedback: htmlIn(feedback, format).html }
  })

function ofAnswers(shared: Shared, given: string, format: string): NeutralQuestion | undefined {
  const answers = answersIn(given, format)
  if (answers.length === 0) return undefined
  if (answers.every(({ sign, text }) => sign === '=' && text.includes('->'))) {
    const pairs = answers.map(({ text }) => {
      const [left, right = ''] = splitOnce(text, '->')
      return { left: htmlIn(left, format).html, right: escaped(shown(right).trim()) }
    })
    return matchingOf(shared, pairs)
  }
  const wrong = answers.some(({ sign }) => sign === '~')
  if (!wrong) {
    const accepted: Accepted[] = answers.map(({ text, percent, feedback }) => ({
      text: shown(text.replace(formats, '')).trim().slice(0, 500),
      percent: percentOf(percent),
      ...(feedback && { feedback }),
    }))
    return {
      ...shared,
      type: 'short_answer',
      content: {},
      key: { accepted: accepted.filter(({ text }) => text !== ''), accent_sensitive: true },
    }
  }
  const choices = answers.map(({ text, percent, feedback }) => ({ html: htmlIn(text, format).html, percent, feedback }))
  return choiceOf(shared, choices, { one: answers.some(({ sign }) => sign === '='), shuffle: true })
}

/** `3:2`, `1..5`, or several with `=` before each. */
function numerical(shared: Shared, given: string, format: string): NeutralQuestion | undefined {
  const text = given.trim()
  const list = /^[=~]/.test(text) ? answersIn(text.replaceAll(/~(?=#)/g, '~%0%*'), format) : undefined
  const [first = '', rest] = list ? [] : splitOnce(text, '~')
  const single = splitOnce(first, '#')
  const answers = list ?? [
    { sign: '=' as const, percent: 100, text: single[0], feedback: htmlIn(single[1] ?? '', format).html },
    ...(rest === undefined ? [] : answersIn(`~${rest}`, format)),
  ]
  const accepted = answers.flatMap(({ text, percent, feedback }): AcceptedNumber[] => {
    const number = rangeOf(shown(text))
    return number ? [{ ...number, percent: percentOf(percent), ...(feedback && { feedback }) }] : []
  })
  const two = answers.map(({ text }) => twoNumbersIn(shown(text), 'point')).find(Boolean)
  if (two) return keptAsText({ ...shared, notes: [two, ...shared.notes] }, 'numerical', escaped(text))
  if (accepted.length === 0) return undefined
  if (accepted.length < answers.length) shared.notes.push({ code: 'answerLeftOut' })
  return { ...shared, type: 'numerical', content: {}, key: { accepted } }
}

function rangeOf(text: string): { value: string; tolerance: string } | undefined {
  const range = /^\s*(\S+?)\s*\.\.\s*(\S+)\s*$/.exec(text)
  if (range) return rangeIn(range[1]!, range[2]!)
  const [number, within = '0'] = text.split(':')
  const [value, tolerance] = [decimalOf(number ?? ''), decimalOf(within)]
  return value !== undefined && tolerance !== undefined ? { value, tolerance: tolerance.replace(/^-/, '') } : undefined
}
