// A paper as it is answered: its questions in a row with their numbers, the texts that several of them share, and the pages they stand on. Pure.
import type { Answer } from '../../../client.ts'

export type PaperView = Answer<'GET /api/attempts/:id/paper'>
export type PaperItem = PaperView['sections'][number]['items'][number]
type Section = Omit<PaperView['sections'][number], 'items'>

export type Question = {
  item: PaperItem
  /** From 1; texts that questions share are not counted. */
  number: number
  section: Section
  /** The first question of its section. */
  opens: boolean
  /** Its stimulus, shared with its neighbours. */
  stimulus: PaperItem | undefined
}

export function questionsOf({ sections }: Pick<PaperView, 'sections'>): Question[] {
  const questions: Question[] = []
  for (const { items, ...section } of sections) {
    const shared = new Set(items.map(({ stimulus_slot }) => stimulus_slot))
    let opens = true
    /** A text that was put into the paper by itself: it stands above what comes next. */
    let above: PaperItem | undefined
    for (const item of items) {
      if (item.type === 'stimulus' || shared.has(item.slot)) {
        if (!shared.has(item.slot)) above = item
        continue
      }
      questions.push({
        item,
        number: questions.length + 1,
        section,
        opens,
        stimulus: item.stimulus_slot === null ? above : items.find(({ slot }) => slot === item.stimulus_slot),
      })
      opens = false
      above = undefined
    }
  }
  return questions
}

/** `size` questions a page; a section begins on a page of its own. */
export function pagesOf(questions: readonly Question[], size: number): Question[][] {
  const pages: Question[][] = []
  for (const question of questions) {
    const page = pages.at(-1)
    if (!page || page.length >= size || question.opens) pages.push([question])
    else page.push(question)
  }
  return pages
}

export const pageOf = (pages: readonly (readonly Question[])[], slot: number | undefined): number =>
  Math.max(
    0,
    pages.findIndex((page) => page.some(({ item }) => item.slot === slot)),
  )

/** "11–12", or "7". */
export const rangeOf = (page: readonly Question[]): string => {
  const [first, last] = [page[0]?.number ?? 0, page.at(-1)?.number ?? 0]
  return first === last ? String(first) : `${first}–${last}`
}
