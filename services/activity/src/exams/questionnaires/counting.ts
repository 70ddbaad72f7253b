// Answers of a questionnaire, counted question by question. Pure.
import type { StoredAnswer } from '../attempts/answers.ts'
import type { KeptPaper } from '../../questions/papers/kept-papers.ts'
import { slotsOf } from '../../questions/papers/paper-view.ts'
import { questionTypeOf } from '../../questions/question-types.ts'
import { leastShown, type QuestionResult } from './api.ts'

/** By the id of the question. */
export type ResponseAnswers = Record<string, StoredAnswer>

const [mostWords, mostTexts, mostCounts] = [60, 200, 200]
/** Questions of a questionnaire are asked as they were written. */
export const asWritten = { seed: '0', shuffling: { questions: false, options: false } }

/** Text of an answer: markup is of texts that were written with it. */
export const textOfValue = ({ content }: { content: Record<string, unknown> }, text: string): string =>
  content.format === 'rich' ? plainText(text) : text.trim()

/**
 * The groups whose results are shown, by the group of each answer: of five answers and more, and such that what is left of the whole beside any of
 * them is none or five and more too. The smallest ones are given up first.
 */
export function groupsShown(groups: readonly (string | null)[]): Set<string> {
  const counts = [...Map.groupBy(groups, (group) => group)].map(([group, all]) => ({ group, count: all.length }))
  const shown = counts
    .filter((one): one is { group: string; count: number } => one.group !== null && one.count >= leastShown)
    .sort((a, b) => b.count - a.count || (a.group < b.group ? -1 : 1))
  let left = groups.length - shown.reduce((sum, { count }) => sum + count, 0)
  while (left > 0 && left < leastShown && shown.length > 0) left += shown.pop()!.count
  return new Set(shown.map(({ group }) => group))
}

const plainText = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
function wordsOf(texts: readonly string[]): QuestionResult['words'] {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const { segment, isWordLike } of segmenter.segment(text.slice(0, 5000).toLocaleLowerCase()))
      if (isWordLike && [...segment].length > 1) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, mostWords)
    .map(([word, count]) => ({ word, count }))
}

/** The texts in alphabetical order: that of the answers would reveal more. */
export function countResponses(paper: KeptPaper, responses: readonly ResponseAnswers[]): QuestionResult[] {
  return slotsOf(paper, asWritten).flatMap(({ version }, slot): QuestionResult[] => {
    const kept = paper.versions.get(version)
    if (!kept || kept.type === 'stimulus') return []
    const type = questionTypeOf(kept.type)
    const answers = responses.flatMap((one): StoredAnswer[] => {
      const answer = one[kept.questionId]
      return answer ? [answer] : []
    })
    const fitting = answers.filter((answer) => type.fits(kept.content as never, answer as never))
    // numbers are typed as texts, and counted by their value
    const isText = kept.type !== 'numerical' && fitting.length > 0 && fitting.every(({ text }) => typeof text === 'string')
    const texts = isText ? fitting.flatMap(({ text }) => (typeof text === 'string' ? [textOfValue(kept, text)] : [])) : []
    const counts = new Map<string, number>()
    if (!isText)
      for (const answer of fitting)
        for (const value of type.counted(kept.content as never, answer as never)) counts.set(value, (counts.get(value) ?? 0) + 1)
    const values = fitting.flatMap(({ value }): number[] => (typeof value === 'number' ? [value] : []))
    return [
      {
        slot,
        version_id: version,
        type: kept.type,
        stem: kept.stem,
        content: kept.content,
        answered: fitting.length,
        counts: [...counts]
          .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
          .slice(0, mostCounts)
          .map(([value, count]) => ({ value, count })),
        mean: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
        words: wordsOf(texts),
        texts: texts.toSorted().slice(0, mostTexts),
      },
    ]
  })
}
