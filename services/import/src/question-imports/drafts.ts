// Questions of a file as the bank takes them, a hundred a call, and what became of each by what the bank answers.
import { CallFailed } from '@lyceum/kit/calls/client'
import type { NeutralFileOfQuestions, NeutralQuestion } from '../question-formats/format.ts'
import { asText } from '../question-formats/kept-whole.ts'
import { withFormulas, withTexts } from '../question-formats/parts.ts'
import type { ImportedItem } from './api.ts'

/** Of one call: questions, and letters of their texts. */
const batch = { questions: 100, letters: 3 * 1024 ** 2 }

/** Texts that others are about come before those. */
export function* batches(items: readonly ImportedItem[], { questions }: NeutralFileOfQuestions): Generator<ImportedItem[]> {
  const isText = ({ item }: ImportedItem) => questions[item]!.ref !== undefined
  for (const one of [items.filter(isText), items.filter((item) => !isText(item))]) yield* inBatches(one, questions)
}

function* inBatches(items: readonly ImportedItem[], questions: readonly NeutralQuestion[]): Generator<ImportedItem[]> {
  let list: ImportedItem[] = []
  let letters = 0
  for (const item of items) {
    const size = JSON.stringify(questions[item.item]).length
    if (list.length > 0 && (list.length === batch.questions || letters + size > batch.letters)) {
      yield list
      ;[list, letters] = [[], 0]
    }
    list.push(item)
    letters += size
  }
  if (list.length > 0) yield list
}

const fileNames = /question-file:([^"'\s>]+)/g
export const filesOf = (question: NeutralQuestion): string[] => {
  const keys: string[] = []
  withTexts(question, (html) => {
    for (const [, key] of html.matchAll(fileNames)) keys.push(key!)
    return html
  })
  return keys
}

/** The destination of a question, and the ids of its files and of its stimulus in the installation. */
export type Placing = {
  folder(path: readonly string[]): string | null
  upload(key: string): string | null | undefined
  stimulus(ref: string): string | null | undefined
}

/** As POST /api/banks/:id/questions takes it: pictures name their uploads, sounds and films are links to theirs. */
export function draftOf(question: NeutralQuestion, placing: Placing) {
  const named = (html: string) =>
    html.replaceAll(/(src|href)="question-file:([^"]+)"/g, (_, __, key: string) => {
      const upload = placing.upload(key)
      return upload ? `data-upload="${upload}"` : ''
    })
  const { type, title, stem, content, key, feedback, points, tags, folder, about } = withTexts(question, (html) =>
    withFormulas(named(html)),
  )
  const stimulus = about === undefined ? null : placing.stimulus(about)
  return {
    type,
    title,
    stem,
    content,
    key,
    feedback,
    points,
    tags,
    folder_id: placing.folder(folder),
    ...(stimulus && { stimulus_id: stimulus }),
  }
}
export type Drafts = ReturnType<typeof draftOf>[]

type Fault = { code: string; params: object }
/** `id`: of what was made. */
export type Answered = { id?: string | null; errors: Record<string, Fault[]> | null }

/** A question that the bank refuses is kept as text; one that it refuses even so is named. `again` hands over the texts. */
export async function outcomesOf(
  list: readonly ImportedItem[],
  answers: readonly Answered[],
  again: (refused: ImportedItem[]) => Promise<readonly Answered[]>,
): Promise<ImportedItem[]> {
  const refused = list.filter((_, nth) => answers[nth]?.errors)
  const texts = refused.length === 0 ? [] : await again(refused)
  return list.map((item, nth): ImportedItem => {
    const { id = null, errors = null } = answers[nth] ?? {}
    if (!errors) return { ...item, id }
    const text = texts[refused.indexOf(item)]
    if (text && !text.errors)
      return { ...noted({ ...item, outcome: 'converted' }, 'questionImport.keptIncomplete', {}), type: 'essay', id: text.id ?? null }
    const [field, faults] = Object.entries(text?.errors ?? errors)[0] ?? ['', []]
    const code = faults[0]?.code ?? 'questionImport.unreadable'
    return noted({ ...item, outcome: 'skipped' }, code, { ...faults[0]?.params, field })
  })
}
const noted = (item: ImportedItem, code: string, params: object): ImportedItem => ({
  ...item,
  code,
  params: { ...params },
  notes: [{ code, params: { ...params } }, ...item.notes],
})

/** The bank's answers. A list that it refuses as a whole is halved, until those questions alone are refused whose draft is none. */
export async function answersOf<T>(
  list: readonly T[],
  ask: (some: readonly T[]) => Promise<readonly Answered[]>,
): Promise<readonly Answered[]> {
  try {
    return await ask(list)
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 400) throw error
    if (list.length === 1) return [{ errors: ofQuestion(error.problem.details) }]
    const half = Math.ceil(list.length / 2)
    return [...(await answersOf(list.slice(0, half), ask)), ...(await answersOf(list.slice(half), ask))]
  }
}
const ofQuestion = (details: CallFailed['problem']['details']) =>
  Object.fromEntries(Object.entries(details).map(([field, faults]) => [field.replace(/^questions\.0\.?/, ''), faults]))

/** An item whose files the store has refused: each has a line. */
export const withoutFiles = (item: ImportedItem, names: readonly string[]): ImportedItem =>
  names.reduce(
    (one, name) => ({
      ...noted(one, 'questionImport.fileRefused', { name }),
      outcome: one.outcome === 'imported' ? 'converted' : one.outcome,
    }),
    item,
  )

/** A question that the bank refuses, as text. */
export const textFor = (question: NeutralQuestion): NeutralQuestion => asText(question, 'keptIncomplete')
