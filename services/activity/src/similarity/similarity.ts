// Works of a course with much of the same text: signed after they are handed in, compared word by word when somebody looks.
import { createHash } from 'node:crypto'
import { setImmediate as rest } from 'node:timers/promises'
import { type Database, one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { notFound } from '@lyceum/kit/calls/errors'
import { readActivities } from '../activities/activity-row.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs.ts'
import { authorsOf } from '../marking/authors.ts'
import { textOfHtml } from '../todo/excerpt.ts'
import type { Similar } from './api.ts'
import { agreement, bandLength, percentOf, type Run, sharedRuns, shinglesOf, signatureOf, type Token, tokensOf } from './shingles.ts'

/** Works that are compared word by word, places that are shown of each, and characters of a place. */
const [mostWorks, mostPlaces, longestPlace] = [10, 20, 1000]
/** Less is no hint. */
const leastPercent = 10

type Text = { plain: string; tokens: Token[] }
/** What its attachments are called is no text of the work, and would name the author of an anonymous one. */
const attachment = /<a\b[^<>]*\sdata-upload="[^<>]*>[\s\S]*?<\/a>/gi
const textOf = (html: string): Text => {
  const plain = textOfHtml(html.replace(attachment, ' '))
  return { plain, tokens: tokensOf(plain) }
}

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

type Signed = { course_id: string; activity_id: string; text: string; instructions: string }

/** Signs the newest version of a work and compares it with the works that are most like it, which learn of it too. */
export async function compareWork(db: Database, submission: string, n: number, now: Date): Promise<void> {
  const work = await one<Signed>(
    db,
    `
    select s.course_id::text, s.activity_id::text, v.text, a.body as instructions
    from submissions s join submission_versions v on v.submission_id = s.id and v.n = s.n join activities a on a.id = s.activity_id
    where s.id = $1 and s.n = $2 and not s.trial`,
    submission,
    n,
  )
  if (!work) return
  const here = textOf(work.text)
  const except = new Set(shinglesOf(tokensOf(textOfHtml(work.instructions))))
  await rest()
  const signature = signatureOf(shinglesOf(here.tokens).filter((one) => !except.has(one)))
  await run(
    db,
    `
    insert into similarities (submission_id, course_id, n, characters, signature, bands, percent, at) values ($1, $2, $3, $4, $5, $6, null, $7)
    on conflict (submission_id) do update set n = excluded.n, characters = excluded.characters, signature = excluded.signature,
      bands = excluded.bands, percent = null, at = excluded.at`,
    submission,
    work.course_id,
    n,
    here.plain.length,
    signature,
    bandsOf(work.course_id, signature),
    now,
  )
  if (signature.length === 0) return
  let greatest = 0
  for (const other of await mostAlike(db, submission, signature)) {
    const there = textOf(other.text)
    greatest = Math.max(greatest, percentOf(here.tokens, sharedRuns(here.tokens, there.tokens, except)))
    await rest()
    const percent = percentOf(there.tokens, sharedRuns(there.tokens, here.tokens, except))
    await run(db, 'update similarities set percent = greatest(percent, $2) where submission_id = $1', other.id, percent)
    await rest()
  }
  await run(db, 'update similarities set percent = greatest(percent, $2) where submission_id = $1 and n = $3', submission, greatest, n)
}

type Other = { id: string; activity_id: string; title: string; text: string; signature: number[] }

/** Works of others in the course whose signatures agree most with this one's. */
async function mostAlike(tx: Tx, submission: string, signature: readonly number[]): Promise<Other[]> {
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
  return await rows<Other>(
    tx,
    `
    select s.id::text, s.activity_id::text, a.title, v.text, i.signature from submissions s
    join similarities i on i.submission_id = s.id join submission_versions v on v.submission_id = s.id and v.n = i.n
    join activities a on a.id = s.activity_id where s.id = any($1::uuid[])`,
    chosen,
  )
}

type Mine = { activity_id: string; text: string; n: number; newest: number; signature: number[]; characters: number }

export async function listSimilar({ db }: Deps, submission: string): Promise<{ items: Similar[]; ready: boolean; compared: number }> {
  const mine = await one<Mine>(
    db,
    `
    select s.activity_id::text, v.text, i.n, s.n as newest, i.signature, i.characters from submissions s
    join similarities i on i.submission_id = s.id join submission_versions v on v.submission_id = s.id and v.n = i.n where s.id = $1`,
    submission,
  )
  if (!mine) return { items: [], ready: false, compared: 0 }
  const [activity] = await readActivities(db, [mine.activity_id])
  if (!activity) throw notFound('submission', submission)
  const state = { ready: mine.n === mine.newest, compared: mine.signature.length > 0 ? mine.characters : 0 }
  if (mine.signature.length === 0) return { items: [], ...state }
  const here = textOf(mine.text)
  const except = new Set(shinglesOf(tokensOf(textOfHtml(activity.body))))
  const found: Omit<Similar, 'author'>[] = []
  for (const other of await mostAlike(db, submission, mine.signature)) {
    const there = textOf(other.text)
    const runs = sharedRuns(here.tokens, there.tokens, except)
    const percent = percentOf(here.tokens, runs)
    if (percent >= leastPercent)
      found.push({
        submission_id: other.id,
        activity_id: other.activity_id,
        activity_title: other.title,
        percent,
        places: placesOf(here, there, runs),
      })
    await rest()
  }
  const authors = await authorsIn(db, found)
  const items = found
    .flatMap((one) => {
      const author = authors.get(one.submission_id)
      return author ? [{ ...one, author }] : []
    })
    .toSorted((a, b) => b.percent - a.percent)
  return { items, ...state }
}

/** Their authors, each as its own activity shows them. */
async function authorsIn(tx: Tx, found: Pick<Similar, 'submission_id' | 'activity_id'>[]) {
  const activities = await readActivities(tx, [...new Set(found.map(({ activity_id }) => activity_id))])
  const maps = await Promise.all(
    activities.map((activity) =>
      authorsOf(
        tx,
        activity,
        found.filter(({ activity_id }) => activity_id === activity.id).map(({ submission_id }) => submission_id),
      ),
    ),
  )
  return new Map(maps.flatMap((map) => [...map]))
}

const placesOf = (here: Text, there: Text, runs: readonly Run[]): Similar['places'] =>
  runs
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostPlaces)
    .map((one) => ({ here: placeIn(here, one.here, one.length), there: placeIn(there, one.there, one.length) }))

function placeIn({ plain, tokens }: Text, begin: number, length: number) {
  const [from, to] = [tokens[begin]!.from, tokens[begin + length - 1]!.to]
  return { file: null, from, to, text: plain.slice(from, Math.min(to, from + longestPlace)) }
}
