// Questions as people write them into a document: numbered, answers with letters, the right one marked. Only read.
import type { Accepted, NeutralFileOfQuestions, NeutralQuestion, QuestionFormat } from '../format.ts'
import { choiceOf, escaped, htmlOf, type Shared, pointsOf, titleOf } from '../parts.ts'

const numbered = /^\s*(?:(?:question|frage|soal|soalan|第|题|題|ข้อ(?:ที่)?)\s*)?(\d{1,4})\s*[.):、．]\s*(?:题|題)?\s*(.*)$/i
/** A letter, a sign of a list, a box; an asterisk or a filled box marks the right one. */
const option = /^\s*(\*?)\s*(?:\(?([A-Za-zก-ฮ])\s*[.):、．]|\[([ xX✓]?)\]|([-•○☐✓✔☑]))\s*(\*?)\s*(.*?)\s*(\*?)$/
const answer = /^\s*(?:correct\s+)?(?:answers?|ans|key|jawaban|jawapan|答案|正确答案|正確答案|คำตอบ|เฉลย)\s*[:：]\s*(.+)$/i
const points = /\(\s*([\d.,]+)\s*(?:points?|pts?|marks?|分|คะแนน|poin|markah)\s*\)\s*$/i
const words = { true: /^(t|true|yes|benar|betul|对|對|正确|正確|是|ถูก|จริง)$/i, false: /^(f|false|no|salah|错|錯|错误|錯誤|否|ผิด|เท็จ)$/i }

type Option = { letter: string; text: string; right: boolean }
type Block = { stem: string[]; options: Option[]; answer?: string; line: number; points?: string; number?: number }

export function readPasted(text: string): NeutralFileOfQuestions {
  const questions: NeutralQuestion[] = []
  const unreadable: NeutralFileOfQuestions['unreadable'] = []
  const blocks = blocksOf(text)
  const texts = blocks.filter((block, at) => isText(block, blocks[at + 1]))
  for (const block of blocks) {
    const about = texts.find((one) => block.number !== undefined && one.line < block.line && rangeOf(one)?.includes(block.number))
    const question = texts.includes(block) ? textOf(block) : questionOf(block)
    if (question) questions.push(about ? { ...question, about: `line-${about.line}` } : question)
    else unreadable.push({ title: titleOf(htmlOf(block.stem.join('\n'))), line: block.line, html: htmlOf(linesOf(block).join('\n')) })
  }
  return { questions, files: new Map(), unreadable }
}

/** Without a number, answers or options, before a question with a number: a text that others are about. */
const isText = ({ number, options, answer }: Block, next: Block | undefined) =>
  number === undefined && options.length === 0 && answer === undefined && next?.number !== undefined
/** "Questions 3–5 are about this text": the numbers that it names. */
function rangeOf({ stem }: Block): number[] | undefined {
  const [, from, to] =
    /(?<![\d.,])(\d{1,3})\s*(?:[-–—~～]|to|and|bis|sampai|hingga|至|到|ถึง)\s*(\d{1,3})(?![\d.,])/i.exec(stem[0] ?? '') ?? []
  const [least, most] = [Number(from), Number(to)]
  return most > least ? Array.from({ length: most - least + 1 }, (_, nth) => least + nth) : undefined
}
function textOf({ stem, line }: Block): NeutralQuestion {
  const html = htmlOf(stem.join('\n'))
  const shared: Shared = {
    title: titleOf(html),
    stem: html,
    feedback: '',
    points: '1',
    tags: [],
    folder: [],
    notes: [],
    ref: `line-${line}`,
  }
  return { ...shared, type: 'stimulus', content: {}, key: {} }
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let block: Block | undefined
  let gap = false
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    if (line.trim() === '') {
      gap = true
      continue
    }
    const number = numbered.exec(line)
    const right = answer.exec(line)
    const choice = number ? null : option.exec(line)
    // after an empty line a text without a number begins a question if the one before has its answers
    const begins = number || !block || (gap && !choice && !right && (block.options.length > 0 || block.answer !== undefined))
    if (begins)
      blocks.push(
        (block = { stem: [number ? number[2]! : line.trim()], options: [], line: at + 1, ...(number && { number: Number(number[1]) }) }),
      )
    else if (right) block!.answer = right[1]!.trim()
    else if (choice) {
      const [, first, letter, box, sign, second, words, last] = choice
      const marked = first === '*' || second === '*' || last === '*' || /[xX✓]/.test(box ?? '') || /[✓✔☑]/.test(sign ?? '')
      block!.options.push({ letter: (letter ?? '').toUpperCase(), text: words!, right: marked })
    } else if (block!.options.length > 0) block!.options.at(-1)!.text += ` ${line.trim()}`
    else block!.stem.push(line.trim())
    gap = false
  }
  return blocks.map((one) => {
    const worth = points.exec(one.stem[0]!)?.[1]
    return worth === undefined ? one : { ...one, points: worth, stem: [one.stem[0]!.replace(points, '').trim(), ...one.stem.slice(1)] }
  })
}

const linesOf = ({ stem, options, answer }: Block) => [
  ...stem,
  ...options.map(({ letter, text }) => (letter ? `${letter}) ${text}` : `- ${text}`)),
  ...(answer === undefined ? [] : [answer]),
]

function questionOf({ stem, options, answer, points }: Block): NeutralQuestion | undefined {
  const html = htmlOf(stem.join('\n'))
  if (html === '') return undefined
  const shared: Shared = { title: titleOf(html), stem: html, feedback: '', points: pointsOf(points), tags: [], folder: [], notes: [] }
  // an option alone is part of something that cannot be told
  if (options.length === 1) return undefined
  if (options.length > 1) {
    const letters: readonly string[] = (answer ?? '').toUpperCase().match(/[A-Zก-ฮ]/g) ?? []
    // an answer in letters, else in the words of the option
    const named = options.some(({ letter }) => letter !== '') && /^[A-Zก-ฮ](\s*[,，、和&และand]*\s*[A-Zก-ฮ])*\.?$/i.test(answer ?? '')
    const isRight = ({ letter, text, right }: Option) =>
      right || (named ? letters.includes(letter) : answer !== undefined && text.trim() === answer)
    const rights = options.filter(isRight).length
    if (rights === 0) return undefined
    const percent = 100 / rights
    const answers = options.map((one) => ({ html: escaped(one.text.trim()), percent: isRight(one) ? percent : 0, feedback: '' }))
    if (rights === 1) return choiceOf(shared, answers, { one: true })
    const several = choiceOf(shared, answers, { one: false }) as Extract<NeutralQuestion, { type: 'multiple' }>
    return { ...several, key: { right: several.key.right, rule: 'all' } }
  }
  if (answer === undefined) return { ...shared, type: 'essay', content: { format: 'rich' }, key: {} }
  for (const right of [true, false])
    if (words[String(right) as 'true'].test(answer)) return { ...shared, type: 'true_false', content: {}, key: { right } }
  const accepted: Accepted[] = answer
    .split(/\s*[|;；]\s*/)
    .filter(Boolean)
    .map((text) => ({ text: text.slice(0, 500), percent: '100' }))
  return { ...shared, type: 'short_answer', content: {}, key: { accepted } }
}

export const pasted: QuestionFormat = {
  name: 'text',
  sniff: ({ text }) =>
    text.split('\n').some((line) => numbered.test(line)) && text.split('\n').some((line) => option.test(line) || answer.test(line))
      ? 0.5
      : 0.1,
  read: ({ text }) => readPasted(text),
}
