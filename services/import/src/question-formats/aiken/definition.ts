// Aiken (docs.moodle.org/en/Aiken_format): one line for the question, a line for each answer, a line ANSWER. It is only read: GIFT says more.
import type { NeutralFileOfQuestions, NeutralQuestion, QuestionFormat } from '../format.ts'
import { choiceOf, escaped, htmlOf, titleOf } from '../parts.ts'

const option = /^([A-Z])[.)](\s*)(.*)$/
const answer = /^ANSWER:\s*([A-Z])\s*$/

export function readAiken(text: string): NeutralFileOfQuestions {
  const questions: NeutralQuestion[] = []
  const unreadable: NeutralFileOfQuestions['unreadable'] = []
  let stem: { text: string; line: number } | undefined
  let options = new Map<string, string>()
  const lost = (at: number, answer?: string) => {
    const lines = [stem?.text, ...[...options].map(([letter, text]) => `${letter}) ${text}`), answer].filter((one) => one !== undefined)
    if (lines.length > 0)
      unreadable.push({ title: titleOf(escaped(lines[0]!)), line: stem?.line ?? at + 1, html: htmlOf(lines.join('\n')) })
  }
  const restart = () => {
    stem = undefined
    options = new Map()
  }
  for (const [at, given] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const line = given.trim()
    if (line === '') continue
    const right = answer.exec(line)?.[1]
    const [, letter, gap, words] = option.exec(line) ?? []
    // "U.S. president …" begins a question: an option follows one, by a blank or by the next letter
    const follows = stem && letter && (gap !== '' || letter.charCodeAt(0) === 65 + options.size)
    if (/^ANSWER:/.test(line)) {
      if (stem && right && options.has(right) && options.size > 1) {
        const answers = [...options].map(([one, text]) => ({ html: escaped(text), percent: one === right ? 100 : 0, feedback: '' }))
        const title = titleOf(escaped(stem.text))
        questions.push(
          choiceOf({ title, stem: escaped(stem.text), feedback: '', points: '1', tags: [], folder: [], notes: [] }, answers, { one: true }),
        )
      } else lost(at, line)
      restart()
    } else if (follows && words !== undefined && !options.has(letter)) options.set(letter, words)
    else {
      lost(at)
      restart()
      stem = { text: line, line: at + 1 }
    }
  }
  lost(0)
  return { questions, files: new Map(), unreadable }
}

export const aiken: QuestionFormat = {
  name: 'aiken',
  sniff: ({ text }) => (/^ANSWER:\s*[A-Z]\s*$/m.test(text) && /^[A-Z][.)]\s*\S/m.test(text) ? 0.85 : 0),
  read: ({ text }) => readAiken(text),
}
