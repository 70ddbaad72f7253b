// Shows the scores of an item to everybody, those to come too.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { emitReleased, emitWithdrawn, type ScoreFactRow, scoreFactColumns } from './score-facts.ts'
import { type Gradebook, scoreColumns, textOf } from './score-row.ts'
import { addHistory } from './write-scores.ts'

const returned = `returning ${scoreColumns('s')}, ${scoreFactColumns('s')}`
type ReleaseOptions = { by?: string | null | undefined; persons?: readonly string[] | null | undefined }

/** Of these people, or of everybody with those to come. Returns the scores that were not shown before. */
export async function releaseItem(
  tx: Tx,
  { course }: Gradebook,
  item: string,
  now: Date,
  { by = null, persons = null }: ReleaseOptions = {},
): Promise<ScoreFactRow[]> {
  if (!persons) await run(tx, `update score_items set released = true, release_at = null, version = ${nextVersion()} where id = $1`, item)
  const shown = await rows<ScoreFactRow>(
    tx,
    `
    update scores s set released = true, released_at = $4::timestamptz, release_at = null, version = ${nextVersion('s.version')}
    where s.item_id = $1 and s.course_id = $2 and not s.released and ($3::uuid[] is null or s.person_id = any($3)) ${returned}`,
    item,
    course,
    persons,
    now,
  )
  await keepShown(tx, shown, 'released', by)
  await emitReleased(tx, shown, now)
  return shown.filter((row) => textOf(row) !== null)
}

/** Hides them again. Returns the scores that were shown. */
export async function withdrawItem(
  tx: Tx,
  { course }: Gradebook,
  item: string,
  { by = null, persons = null }: ReleaseOptions = {},
): Promise<ScoreFactRow[]> {
  if (!persons) await run(tx, `update score_items set released = false, release_at = null, version = ${nextVersion()} where id = $1`, item)
  const hidden = await rows<ScoreFactRow & { was: boolean }>(
    tx,
    `
    update scores s set released = false, released_at = null, release_at = null, version = ${nextVersion('s.version')}
    from (
        select o.item_id, o.person_id, o.released as was from scores o
        where o.item_id = $1 and o.course_id = $2 and (o.released or o.release_at is not null) and ($3::uuid[] is null or o.person_id = any($3))
        order by o.person_id for update) o
    where s.item_id = o.item_id and s.person_id = o.person_id ${returned}, o.was`,
    item,
    course,
    persons,
  )
  const withText = hidden.filter((row) => row.was && textOf(row) !== null)
  await keepShown(tx, withText, 'withdrawn', by)
  await emitWithdrawn(tx, withText)
  return withText
}

/** In the history of each score that has a text. */
export const keepShown = (tx: Tx, list: ScoreFactRow[], what: string, by: string | null) =>
  addHistory(
    tx,
    list
      .filter((row) => textOf(row) !== null)
      .map((row) => ({
        id: newId(),
        item_id: row.item_id,
        person_id: row.person_id,
        by,
        what,
        before: textOf(row),
        after: textOf(row),
        reason: '',
      })),
  )
