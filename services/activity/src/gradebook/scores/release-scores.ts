// The calls that show scores and hide them, and the sweep that shows those whose time has come.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { invalid } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type {} from '../../audit-actions.ts'
import { timeOf } from '../../types/rules.ts'
import type { Deps } from '../../deps.ts'
import { lockBook, readBook } from './book.ts'
import { followScores } from './follow-scores.ts'
import { releaseItem, withdrawItem } from './release-item.ts'
import { lockResults } from './results.ts'
import type { Gradebook } from './score-row.ts'

type Item = { id: string; anonymous: boolean; released: boolean }
type Body = { item_ids: string[]; person_ids?: string[] }

/** Scores of an anonymous activity begin to count, or cease to, as they are shown and hidden. */
export async function recalculateHidden(tx: Tx, place: Gradebook, persons: readonly string[]): Promise<void> {
  if (persons.length === 0) return
  await lockResults(tx, place.course, persons)
  const book = await readBook(tx, place.course)
  if (!book.policy.final) await followScores(tx, place, book, persons)
}

async function itemsOf(tx: Tx, place: Gradebook, requested: string[]): Promise<Item[]> {
  await lockBook(tx, place)
  const items = await rows<Item>(
    tx,
    'select id::text, anonymous, released from score_items where id = any($1) and course_id = $2 and not deleted order by id for update',
    requested,
    place.course,
  )
  const known = new Set(items.map(({ id }) => id))
  const unknown = requested.find((id) => !known.has(id))
  if (unknown) throw invalid({ item_ids: ['score.unknownItem', { id: unknown }] })
  return items
}

/** Now, or at a time to come. 400 score.unknownItem; score.allTogether where one by one they would reveal whose work is whose. */
export async function releaseScores(
  { db, now }: Deps,
  actor: Actor,
  place: Gradebook,
  { item_ids, person_ids, at }: Body & { at?: string },
): Promise<{ released: number }> {
  const items = await itemsOf(db, place, item_ids)
  if (person_ids && items.some(({ anonymous, released }) => anonymous && !released)) throw invalid({ person_ids: 'score.allTogether' })
  const time = timeOf(at)
  if (time && time > now()) {
    await schedule(db, item_ids, person_ids ?? null, time)
    await auditRelease(db, place, 'score.scheduled', items, person_ids, { at: time.toISOString() })
    return { released: 0 }
  }
  let released = 0
  for (const item of items) {
    const shown = await releaseItem(db, place, item.id, now(), { by: actor.person, persons: person_ids })
    released += shown.length
    if (item.anonymous && !item.released)
      await recalculateHidden(
        db,
        place,
        shown.map(({ person_id }) => person_id),
      )
  }
  await auditRelease(db, place, 'score.released', items, person_ids, { scores: released })
  return { released }
}

/** For named students, scores given until then too: an empty score keeps the time. If new scores are shown at once there is nothing to wait for. */
async function schedule(tx: Tx, items: string[], persons: string[] | null, at: Date): Promise<void> {
  if (persons)
    await run(
      tx,
      `
      insert into scores as s (item_id, person_id, org_id, course_id, release_at, version)
      select i.id, m.person_id, i.org_id, i.course_id, $3::timestamptz, ${nextVersion('0')}
      from score_items i join mirror.members m on m.course_id = i.course_id and m.role = 'student' and m.state = 'active' and m.person_id = any($2)
      where i.id = any($1) and (not i.released or exists (select from scores o where o.item_id = i.id and o.person_id = m.person_id))
      order by i.id, m.person_id
      on conflict (item_id, person_id) do update set release_at = excluded.release_at, version = ${nextVersion('s.version')} where not s.released`,
      items,
      persons,
      at,
    )
  else await run(tx, `update score_items set release_at = $2::timestamptz, version = ${nextVersion()} where id = any($1)`, items, at)
}

export async function withdrawScores(
  { db }: Deps,
  actor: Actor,
  place: Gradebook,
  { item_ids, person_ids }: Body,
): Promise<{ withdrawn: number }> {
  const items = await itemsOf(db, place, item_ids)
  let withdrawn = 0
  for (const item of items) {
    const hidden = await withdrawItem(db, place, item.id, { by: actor.person, persons: person_ids })
    withdrawn += hidden.length
    if (item.anonymous)
      await recalculateHidden(
        db,
        place,
        hidden.map(({ person_id }) => person_id),
      )
  }
  await auditRelease(db, place, 'score.withdrawn', items, person_ids, { scores: withdrawn })
  return { withdrawn }
}

/** A line for each item, or for each person who is named. */
const auditRelease = (
  tx: Tx,
  { org, course }: Gradebook,
  action: 'score.released' | 'score.withdrawn' | 'score.scheduled',
  items: Pick<Item, 'id'>[],
  persons: string[] | undefined,
  after: object,
) =>
  audit(
    tx,
    items.flatMap(({ id }) =>
      (persons ?? [undefined]).map((person) => ({ action, subject: `scoreItem:${id}`, org, course, person, after })),
    ),
  )

/** Shows at most `size` items, and scores of single people, whose time has come; returns the greater number. Items in the bin wait until they are back. */
export async function releaseDue(tx: Tx, now: Date, size: number): Promise<number> {
  const items = await rows<Item & { org_id: string; course_id: string }>(
    tx,
    `select id::text, anonymous, released, org_id::text, course_id::text from score_items where release_at <= $1 and not deleted order by release_at limit ${size}
     for update skip locked`,
    now,
  )
  for (const { id, anonymous, org_id: org, course_id: course } of items) {
    const place = { org, course }
    const shown = await releaseItem(tx, place, id, now)
    await auditRelease(tx, place, 'score.released', [{ id }], undefined, { scores: shown.length })
    if (anonymous)
      await recalculateHidden(
        tx,
        place,
        shown.map(({ person_id }) => person_id),
      )
  }
  // nothing was given until then; what is given later waits like that of the others
  await run(tx, `update scores set release_at = null where release_at <= $1 and points is null and state = '' and comment = ''`, now)
  const single = await rows<{ item_id: string; org_id: string; course_id: string; anonymous: boolean; persons: string[] }>(
    tx,
    `
    with due as (
      select item_id, person_id, org_id, course_id from scores o where release_at <= $1
        and not exists (select from score_items i where i.id = o.item_id and i.deleted)
      order by release_at limit ${size} for update skip locked)
    select d.item_id::text, d.org_id::text, d.course_id::text, i.anonymous, array_agg(d.person_id::text) as persons
    from due d join score_items i on i.id = d.item_id group by d.item_id, d.org_id, d.course_id, i.anonymous`,
    now,
  )
  for (const { item_id, org_id: org, course_id: course, anonymous, persons } of single) {
    const shown = await releaseItem(tx, { org, course }, item_id, now, { persons })
    await auditRelease(tx, { org, course }, 'score.released', [{ id: item_id }], persons, { scores: shown.length })
    if (anonymous) await recalculateHidden(tx, { org, course }, persons)
  }
  return Math.max(items.length, single.length)
}
