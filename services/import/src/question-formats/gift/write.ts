// Writes GIFT.
import type { NeutralQuestion, WrittenFile } from '../format.ts'
import { textOf } from '../parts.ts'

const safe = (text: string) => text.replaceAll(/[~=#{}:\\]/g, '\\$&').replaceAll(/\r?\n/g, '\\n')
const html = (text: string) => (/[<&]/.test(text) ? `[html]${safe(text)}` : safe(text))
const hash = (feedback: string | undefined) => (feedback ? ` # ${html(feedback)}` : '')
const share = (percent: string) => (Number(percent) === 100 ? '' : `%${percent}%`)

/** The text in the braces; undefined: the format has no way to write it. */
function answersOf(question: NeutralQuestion): string | undefined {
  switch (question.type) {
    case 'single': {
      const { right, percents = {}, feedback = {} } = question.key
      return question.content.options
        .map(({ id, text }) => `${id === right ? '=' : percents[id] ? `~%${percents[id]}%` : '~'}${html(text)}${hash(feedback[id])}`)
        .join('\n')
    }
    case 'multiple': {
      const { right, rule, percents = {}, feedback = {} } = question.key
      const each = Math.round(1e7 / right.length) / 1e5
      const wrong = { all: -100, each: 0, minus: -each, percents: 0 }[rule]
      const earned = (id: string) => (rule === 'percents' ? (percents[id] ?? '0') : String(right.includes(id) ? each : wrong))
      return question.content.options.map(({ id, text }) => `~%${earned(id)}%${html(text)}${hash(feedback[id])}`).join('\n')
    }
    case 'true_false': {
      const { right, feedback = {} } = question.key
      const [wrong, correct] = [feedback[right ? 'false' : 'true'], feedback[right ? 'true' : 'false']]
      return `${right ? 'TRUE' : 'FALSE'}${wrong || correct ? `#${html(wrong ?? '')}#${html(correct ?? '')}` : ''}`
    }
    case 'short_answer':
      return question.key.accepted.map(({ text, percent, feedback }) => `=${share(percent)}${safe(text)}${hash(feedback)}`).join('\n')
    case 'numerical':
      if (question.key.accepted.some(({ relative }) => relative)) return undefined
      return `#${question.key.accepted.map(({ value, tolerance, percent, feedback }) => `=${share(percent)}${value}:${tolerance}${hash(feedback)}`).join('\n')}`
    case 'matching': {
      const textOfChoice = new Map(question.content.choices.map(({ id, text }) => [id, textOf(text)]))
      const used = new Set(Object.values(question.key.pairs))
      const pairs = question.content.items.map(
        ({ id, text }) => `=${html(text)} -> ${safe(textOfChoice.get(question.key.pairs[id]!) ?? '')}`,
      )
      return [...pairs, ...[...textOfChoice].filter(([id]) => !used.has(id)).map(([, text]) => `= -> ${safe(text)}`)].join('\n')
    }
    case 'essay':
      return ''
    default:
      return undefined
  }
}

export function writeGift(questions: NeutralQuestion[]): WrittenFile {
  const left: WrittenFile['left'] = []
  const blocks: string[] = []
  let folder = ''
  for (const question of questions) {
    const path = question.folder.map((one) => one.replaceAll('/', '//')).join('/')
    if (path !== folder) blocks.push(`$CATEGORY: ${path === '' ? '$course$/top' : path}`)
    folder = path
    const head = `::${safe(question.title)}::${html(question.stem)}`
    const answers = answersOf(question)
    const mark =
      question.ref !== undefined ? `// [text:${question.ref}]\n` : question.about !== undefined ? `// [about:${question.about}]\n` : ''
    if (question.type === 'stimulus') blocks.push(`${mark}${head}`)
    else if (answers === undefined) left.push(question)
    else blocks.push(`${mark}${head}{\n${answers}${question.feedback ? `\n####${html(question.feedback)}` : ''}\n}`)
  }
  return { bytes: Buffer.from(`${blocks.join('\n\n')}\n`), extension: 'gift.txt', mime: 'text/plain; charset=utf-8', left }
}
