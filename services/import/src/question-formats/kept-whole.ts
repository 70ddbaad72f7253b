// Nothing of a file is lost: what cannot be read as a question, and what the bank would refuse, becomes an essay with its text, for a person to mark. A text
// without questions about it is named.
import type { KindName, NeutralFileOfQuestions, NeutralQuestion, NoteCode } from './format.ts'
import { escaped, keptAsText, textOf } from './parts.ts'

/** A text that a question can have. */
const longest = 15_000

export function keptWhole({ questions, files, unreadable }: NeutralFileOfQuestions): NeutralFileOfQuestions {
  const kept = unreadable.flatMap(({ title, html = '', line }): NeutralQuestion[] =>
    textOf(html) === ''
      ? []
      : [
          {
            ...keptAsText({ title, stem: html.slice(0, longest), feedback: '', points: '1', tags: [], folder: [], notes: [] }, '', ''),
            notes: [{ code: 'keptUnread', ...(line !== undefined && { params: { line } }) }],
          },
        ],
  )
  return {
    questions: [...joined(questions).map((question) => (isComplete(question) ? question : asText(question, 'keptIncomplete'))), ...kept],
    files,
    unreadable: unreadable.filter(({ html = '' }) => textOf(html) === ''),
  }
}

/** Each is about a text of the file, or about none. */
function joined(questions: readonly NeutralQuestion[]): NeutralQuestion[] {
  const refs = new Set(questions.flatMap(({ type, ref }) => (type === 'stimulus' && ref ? [ref] : [])))
  const used = new Set(questions.flatMap(({ type, about }) => (type !== 'stimulus' && about ? [about] : [])))
  return questions.map((question, at) => {
    const { about, ref, ...rest } = question
    const next = questions[at + 1]
    if (question.type !== 'stimulus') return { ...rest, ...(about && refs.has(about) && { about }) } as NeutralQuestion
    if (ref && used.has(ref)) return { ...rest, ref } as NeutralQuestion
    const alone = next && next.type !== 'stimulus' && next.folder.join('\u0000') === question.folder.join('\u0000')
    return { ...rest, notes: alone ? [...question.notes, { code: 'stimulusAlone' }] : question.notes } as NeutralQuestion
  })
}

const isFull = (percents: readonly string[]) => percents.some((percent) => Number(percent) >= 99.99)

/** Whether some answer earns all its points. */
function isComplete(question: NeutralQuestion): boolean {
  switch (question.type) {
    case 'short_answer':
    case 'numerical':
      return isFull(question.key.accepted.map(({ percent }) => percent))
    case 'multiple': {
      const earned = Object.values(question.key.percents ?? {}).filter((percent) => !percent.startsWith('-'))
      return question.key.rule !== 'percents' || earned.reduce((sum, percent) => sum + Number(percent), 0) >= 99.9
    }
    case 'blanks':
      return Object.values(question.key.blanks).every(({ texts = [], numbers = [], options = {} }) =>
        isFull([...[...texts, ...numbers].map(({ percent }) => percent), ...Object.values(options)]),
      )
    default:
      return true
  }
}

/** The question as an essay; its answers stand in the guide of who marks. */
export function asText(question: NeutralQuestion, code: NoteCode): NeutralQuestion {
  const { title, stem, feedback, points, tags, folder, notes, about } = question
  const shared = {
    title,
    stem: stem.replaceAll(/\[\[[a-z0-9]+\]\]/g, '____'),
    feedback,
    tags,
    folder,
    points: Number(points) > 0 ? points : '1',
    notes,
    ...(about !== undefined && { about }),
  }
  const answers = answersOf(question)
    .map((answer) => `<p>${answer}</p>`)
    .join('')
  return { ...keptAsText(shared, question.type, answers.slice(0, longest)), notes: [{ code }, ...notes] }
}

/** The answers in the file's words, a line each. */
function answersOf(question: NeutralQuestion): string[] {
  const earning = (percent: string | undefined, text: string) => (percent === undefined ? text : `${percent} %: ${text}`)
  const accepted = (list: readonly { percent: string; text?: string; value?: string }[]) =>
    list.map(({ percent, text, value }) => earning(percent, escaped(text ?? value ?? '')))
  switch (question.type as KindName) {
    case 'single':
    case 'multiple': {
      const { content, key } = question as Extract<NeutralQuestion, { type: 'multiple' }>
      const rights: readonly string[] = [key.right].flat()
      return content.options.map(({ id, text }) => earning(key.percents?.[id] ?? (rights.includes(id) ? '100' : undefined), text))
    }
    case 'short_answer':
    case 'numerical':
      return accepted((question as Extract<NeutralQuestion, { type: 'short_answer' }>).key.accepted)
    case 'matching': {
      const { content, key } = question as Extract<NeutralQuestion, { type: 'matching' }>
      return content.items.map(({ id, text }) => `${text} → ${content.choices.find((one) => one.id === key.pairs[id])?.text ?? ''}`)
    }
    case 'ordering': {
      const { content, key } = question as Extract<NeutralQuestion, { type: 'ordering' }>
      return key.order.map((id) => content.items.find((one) => one.id === id)?.text ?? '')
    }
    case 'blanks': {
      const { content, key } = question as Extract<NeutralQuestion, { type: 'blanks' }>
      return content.blanks.map(({ id, options = [] }) => {
        const { texts = [], numbers = [], options: percents = {} } = key.blanks[id] ?? {}
        return [...accepted([...texts, ...numbers]), ...options.map((one) => earning(percents[one.id], one.text))].join('; ')
      })
    }
    case 'true_false':
      return [String((question as Extract<NeutralQuestion, { type: 'true_false' }>).key.right)]
    default:
      return []
  }
}
