// The counts of a vote's answers: one statement in half a second whoever reads them, by what its question type counts.
import { plain, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { questionTypeOf, solutionOf } from '../../questions/question-types.ts'
import type { ContentOf, QuestionTypeName } from '../../questions/question-types/api.ts'
import { presentSql } from '../vote-closing.ts'
import { leastAnonymous, mostTexts, mostWords, type VoteCounts } from './shapes.ts'

type Row = {
  id: string
  state: 'open' | 'closed'
  type: QuestionTypeName
  content: Record<string, unknown>
  anonymous: boolean
  asked: number
  key: Record<string, unknown> | null
  right_shown: boolean
}
type Answers = { vote: string; answer: Record<string, unknown>; n: number; all: number }

/** Different answers that are read of one vote, the most frequent first; their number is that of all. */
const mostDifferent = 5000

/** Without the cache: of a vote that is closed, or in a test. Undefined: there is none. */
export const readCounts = async (deps: Pick<Deps, 'pool' | 'now'>, id: string): Promise<VoteCounts | undefined> =>
  (await readManyCounts(deps, [id])).get(id)

/** In two statements, however many; `different`: answers that are read of each. */
export async function readManyCounts(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  ids: readonly string[],
  different = mostDifferent,
): Promise<Map<string, VoteCounts>> {
  const sql = plain(pool)
  const [votes, answers] = await Promise.all([
    rows<Row>(
      sql,
      `select v.id::text, v.type, v.content, v.anonymous, v.state, v.right_shown, k.key,
         case when v.state = 'open' then ${presentSql('$2')} else v.asked end as asked
       from votes v left join vote_keys k on k.vote_id = v.id where v.id = any($1)`,
      ids,
      now(),
    ),
    rows<Answers>(
      sql,
      `select x.id::text as vote, a.* from unnest($1::uuid[]) as x(id) cross join lateral (
         select answer, count(*)::int as n, (sum(count(*)) over ())::int as "all" from vote_answers where vote_id = x.id
         group by answer order by count(*) desc, answer limit $2) a`,
      ids,
      different,
    ),
  ])
  const byVote = Map.groupBy(answers, ({ vote }) => vote)
  return new Map(votes.map((vote) => [vote.id, toCounts(vote, byVote.get(vote.id) ?? [])]))
}

function toCounts(vote: Row, answers: readonly Answers[]): VoteCounts {
  const n = answers[0]?.all ?? 0
  const right = vote.right_shown ? rightOf(vote) : null
  const head = { n, asked: Math.max(n, vote.asked), right }
  // while it is open, two reads with one answer between them would say whose it is
  if (vote.anonymous && (vote.state === 'open' || n < leastAnonymous)) return { ...head, counts: null, mean: null, words: [], texts: [] }
  if (vote.type === 'short_answer') return { ...head, counts: null, mean: null, ...textsOf(vote, answers) }
  return { ...head, counts: countsOf(vote, answers), mean: meanOf(vote, answers), words: [], texts: [] }
}

const countedOf = ({ type, content }: Row, answer: unknown): string[] => questionTypeOf(type).counted(content as never, answer as never)

function rightOf(vote: Row): string[] | null {
  const solution = vote.key && solutionOf({ type: vote.type, content: vote.content, key: vote.key })
  return solution ? (vote.type === 'short_answer' ? [(solution as { text: string }).text] : countedOf(vote, solution)) : null
}

/** Each value that is offered, in its order, also where nobody chose it. */
function countsOf(vote: Row, answers: readonly Answers[]): { value: string; n: number }[] {
  const counted = new Map(offeredOf(vote).map((value) => [value, 0]))
  for (const { answer, n } of answers) for (const value of countedOf(vote, answer)) counted.set(value, (counted.get(value) ?? 0) + n)
  return [...counted].map(([value, n]) => ({ value, n }))
}
function offeredOf({ type, content }: Row): string[] {
  if (type !== 'scale') return questionTypeOf(type).offered?.(content as never) ?? []
  const { from, to } = content as ContentOf<'scale'>
  return Array.from({ length: to - from + 1 }, (_, nth) => String(from + nth))
}

function meanOf({ type }: Row, answers: readonly Answers[]): number | null {
  if (type !== 'scale' || answers.length === 0) return null
  const sum = answers.reduce((all, { answer, n }) => all + Number(answer.value) * n, 0)
  return Math.round((sum / answers.reduce((all, { n }) => all + n, 0)) * 100) / 100
}

/** Texts that count as the same under the first way in which they were written; words as often as people used them. */
function textsOf(vote: Row, answers: readonly Answers[]): Pick<VoteCounts, 'texts' | 'words'> {
  const texts = new Map<string, { text: string; n: number }>()
  const words = new Map<string, number>()
  for (const { answer, n } of answers) {
    const text = String(answer.text).trim()
    const [same = ''] = countedOf(vote, answer)
    const known = texts.get(same)
    if (known) known.n += n
    else texts.set(same, { text: text.slice(0, 200), n })
    for (const word of wordsIn(same)) words.set(word, (words.get(word) ?? 0) + n)
  }
  const byNumber = (a: { text: string; n: number }, b: { text: string; n: number }) => b.n - a.n || (a.text < b.text ? -1 : 1)
  return {
    texts: [...texts.values()].toSorted(byNumber).slice(0, mostTexts),
    words: [...words]
      .map(([text, n]) => ({ text, n }))
      .toSorted(byNumber)
      .slice(0, mostWords),
  }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
/** Each once; also of languages that write without blanks. Single Latin letters are none. */
const wordsIn = (text: string): Set<string> =>
  new Set([...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike && !/^[a-z]$/.test(segment) ? [segment] : [])))

/** Milliseconds for which counts are those that were read; votes that a process keeps. */
const countedFor = 500
const mostKept = 500
const kept = new Map<string, { until: number; counts: Promise<VoteCounts | undefined> }>()

/** Half a second old at most; `version` names what is shown of them: another one reads anew. */
export async function countsAt(deps: Pick<Deps, 'pool' | 'now'>, id: string, version: number): Promise<VoteCounts | undefined> {
  const at = deps.now().getTime()
  const key = `${id} ${version}`
  const known = kept.get(key)
  if (known && known.until > at) return await known.counts
  const counts = readCounts(deps, id)
  kept.delete(key)
  kept.set(key, { until: at + countedFor, counts })
  if (kept.size > mostKept) for (const old of [...kept.keys()].slice(0, mostKept / 2)) kept.delete(old)
  counts.catch(() => kept.delete(key))
  return await counts
}
