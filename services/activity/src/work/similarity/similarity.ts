// Works of a course with much of the same text: signed after they are handed in, compared word by word when somebody looks.
import { createHash } from 'node:crypto'
import { setImmediate as rest } from 'node:timers/promises'
import { type Database, one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { notFound } from '@lyceum/kit/calls/errors'
import { readActivities } from '../../activity/activity-row.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs.ts'
import { authorsOf } from '../marking/authors.ts'
import { textOfHtml } from '../../activity/excerpt.ts'
import { isNameless } from '../../activity/anonymity.ts'
import type { Author } from '../submissions/api.ts'
import type { LeftOut, Similar } from './api.ts'
import { agreement, bandLength, percentOf, type Run, sharedRuns, shinglesOf, signatureOfLong, tokensOf } from './shingles.ts'
import { nameOf, partAt, readWorks, shinglesOfWork, type Work } from './work-text.ts'

/** Works that are compared word by word, places that are shown of each, and characters of a place. */
const [mostWorks, mostPlaces, longestPlace] = [10, 20, 1000]
/** Less is no hint. */
const leastPercent = 10

/** Have the work compared, in the transaction that hands it in. */
export const compareLater = (tx: Tx, submission: string, n: number): Promise<void> =>
  enqueue(tx, { kind: 'compareWork', key: `${submission}:${n}`, payload: { submission, n } })

/** Bands of a signature with the course in them: works of two courses share none. */
const bandsOf = (course: string, signature: readonly number[]): bigint[] =>
  Array.from({ length: signature.length / bandLength }, (_, band) => {
    const part = signature.slice(band * bandLength, (band + 1) * bandLength)
    return createHash('sha256')
      .update(`${course} ${band} ${part.join(' ')}`)
      .digest()
      .readBigInt64BE()
  })

/** The shingles of what everybody has from the task. */
const exceptOf = ({ instructions }: Work): Set<number> => new Set(shinglesOf(tokensOf(textOfHtml(instructions))))

/** Signs the newest version of a work and compares it with the works that are most like it, which learn of it too. Not before all its texts are there. */
export async function compareWork(db: Database, submission: string, n: number, now: Date): Promise<void> {
  const [here] = await readWorks(db, [submission], 's.n')
  if (here?.n !== n || here.waits) return
  const except = exceptOf(here)
  const signature = await signatureOfLong(
    shinglesOfWork(here).filter((one) => !except.has(one)),
    rest,
  )
  await run(
    db,
    `
    insert into similarities (submission_id, course_id, n, characters, signature, bands, percent, at) values ($1, $2, $3, $4, $5, $6, null, $7)
    on conflict (submission_id) do update set n = excluded.n, characters = excluded.characters, signature = excluded.signature,
      bands = excluded.bands, percent = null, at = excluded.at where similarities.n <= excluded.n`,
    submission,
    here.course_id,
    n,
    here.characters,
    signature,
    bandsOf(here.course_id, signature),
    now,
  )
  if (signature.length === 0) return
  let greatest = 0
  for (const there of await mostAlike(db, submission, signature)) {
    greatest = Math.max(greatest, percentOf(here.tokens, sharedRuns(here.tokens, there.tokens, except)))
    await rest()
    const percent = percentOf(there.tokens, sharedRuns(there.tokens, here.tokens, except))
    await run(db, 'update similarities set percent = greatest(percent, $2) where submission_id = $1', there.id, percent)
    await rest()
  }
  await run(db, 'update similarities set percent = greatest(percent, $2) where submission_id = $1 and n = $3', submission, greatest, n)
}

/** Works of others in the course whose signatures agree most with this one's. */
async function mostAlike(tx: Tx, submission: string, signature: readonly number[]): Promise<Work[]> {
  const candidates = await rows<{ id: string; signature: number[] }>(
    tx,
    `
    select o.submission_id::text as id, o.signature from similarities mine
    join similarities o on o.bands && mine.bands and o.course_id = mine.course_id and o.submission_id <> mine.submission_id
    join submissions s on s.id = mine.submission_id join submissions t on t.id = o.submission_id and not t.member_ids && s.member_ids
    join activities a on a.id = t.activity_id and not a.deleted
    where mine.submission_id = $1 limit 500`,
    submission,
  )
  const chosen = candidates
    .toSorted((a, b) => agreement(signature, b.signature) - agreement(signature, a.signature))
    .slice(0, mostWorks)
    .map(({ id }) => id)
  return await readWorks(tx, chosen, 'i.n')
}

type Signed = { n: number; newest: number; signature: number[]; characters: number }
type SimilarWork = { work: Work; percent: number; runs: Run[] }
type SimilarWorks = { items: Similar[]; ready: boolean; compared: number; left_out: LeftOut[] }

export async function listSimilar({ db }: Deps, submission: string): Promise<SimilarWorks> {
  const mine = await one<Signed>(
    db,
    `
    select i.n, s.n as newest, i.signature, i.characters from submissions s
    join similarities i on i.submission_id = s.id where s.id = $1`,
    submission,
  )
  const [here] = mine ? await readWorks(db, [submission], 'i.n') : []
  if (!mine || !here) return { items: [], ready: false, compared: 0, left_out: [] }
  const found = mine.signature.length > 0 ? await foundIn(here, await mostAlike(db, submission, mine.signature)) : []
  const { authors, nameless } = await shownIn(db, [here, ...found.map(({ work }) => work)])
  if (!authors.has(submission)) throw notFound('submission', submission)
  const items = found
    .flatMap(({ work, percent, runs }) => {
      const author = authors.get(work.id)
      const about = { submission_id: work.id, activity_id: work.activity_id, activity_title: work.title, percent }
      const place = (of: Work) => (begin: number, length: number) => placeIn(of, begin, length, nameless.has(of.activity_id))
      return author ? [{ ...about, author, places: placesOf(runs, place(here), place(work)) }] : []
    })
    .toSorted((a, b) => b.percent - a.percent)
  return {
    items,
    ready: mine.n === mine.newest,
    compared: mine.signature.length > 0 ? mine.characters : 0,
    left_out: here.leftOut.map(({ file, why }) => ({ file: nameOf(here, file, nameless.has(here.activity_id)), why })),
  }
}

async function foundIn(here: Work, others: Work[]): Promise<SimilarWork[]> {
  const found: SimilarWork[] = []
  const except = exceptOf(here)
  for (const work of others) {
    const runs = sharedRuns(here.tokens, work.tokens, except)
    const percent = percentOf(here.tokens, runs)
    if (percent >= leastPercent) found.push({ work, percent, runs })
    await rest()
  }
  return found
}

/** Their authors, each as its own activity shows them, and the activities that name none. */
async function shownIn(tx: Tx, works: Pick<Work, 'id' | 'activity_id'>[]) {
  const authors = new Map<string, Author>()
  const nameless = new Set<string>()
  for (const activity of await readActivities(tx, [...new Set(works.map(({ activity_id }) => activity_id))])) {
    if (await isNameless(tx, activity)) nameless.add(activity.id)
    const ids = works.filter(({ activity_id }) => activity_id === activity.id).map(({ id }) => id)
    for (const [id, author] of await authorsOf(tx, activity, ids)) authors.set(id, author)
  }
  return { authors, nameless }
}

type PassageOf = (begin: number, length: number) => Similar['places'][number]['here']
const placesOf = (runs: readonly Run[], here: PassageOf, there: PassageOf): Similar['places'] =>
  runs
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostPlaces)
    .map((one) => ({ here: here(one.here, one.length), there: there(one.there, one.length) }))

/** A long text ends with a whole word, where there are spaces, and says that it goes on. */
const beginningOf = (text: string): string =>
  text.length <= longestPlace ? text : `${text.slice(0, longestPlace).replace(/\s+\S{0,40}$/, '')} …`

function placeIn(work: Work, begin: number, length: number, nameless: boolean) {
  const { tokens } = work
  const { file, plain } = partAt(work, begin)
  const [from, to] = [tokens[begin]!.from, tokens[begin + length - 1]!.to]
  return { file: file === null ? null : nameOf(work, file, nameless), from, to, text: beginningOf(plain.slice(from, to)) }
}
