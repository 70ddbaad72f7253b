// Courses that follow their subject: one whose code was changed, that was merged into another, or whose merge was taken back.
import { type Move, recordMoves, takeMoves } from '@lyceum/identity/mirror/merge-moves'
import { one, plainDatabase, rows, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { CourseChangedSchema } from '@lyceum/proto/course'
import { emitCourses } from '../courses/course-facts.ts'
import { readRows } from '../courses/course-rows.ts'
import type { Deps } from '../deps.ts'

export async function followSubject({ job, deps: { pool } }: JobContext<Deps, { subject: string }>): Promise<void> {
  await repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => followSome(tx, job.payload.subject, size)), 200)
}

/** A former code that another subject has by now is that one's. No merge of that into which it was merged comes between: its job would pass over them. */
async function followSome(tx: Tx, subject: string, size: number): Promise<number> {
  await one(tx, 'select from subjects where id = $1 for share', subject)
  const moved = await rows<{ id: string; into: string | null }>(
    tx,
    `
    with subject as (
      select s.org_id, coalesce(t.code, s.code) as code, former.code as former, s.merged_into
      from subjects s left join subjects t on t.id = s.merged_into
      cross join unnest(array_append(s.former_codes, case when s.merged_into is not null then s.code end)) as former(code)
      where s.id = $1 and s.deleted_at is null and former.code is not null
        and not exists (select from subjects o where o.org_id = s.org_id and o.deleted_at is null and o.merged_into is null
          and kit.caseless(o.code) = kit.caseless(former.code) and o.id <> s.id and o.id is distinct from s.merged_into)
    ), stale as (
      select c.id, s.code, s.merged_into from subject s join courses c on c.org_id = s.org_id and c.subject_code <> ''
        and kit.caseless(c.subject_code) = kit.caseless(s.former)
      where c.subject_code <> s.code order by c.id limit $2 for no key update of c
    )
    update courses c set subject_code = s.code, changed_by = null, changed_at = null, version = ${nextVersion('c.version')}
    from stale s where s.id = c.id returning c.id::text, s.merged_into::text as into`,
    subject,
    size,
  )
  const ids = moved.map(({ id }) => id)
  const into = moved[0]?.into
  if (into) await recordMoves(tx, await chainOf(tx, { from: subject, into }), 'course', ids)
  await emitChanged(tx, ids)
  return moved.length
}

/** The merges by which a subject came to be part of `into`: it was merged into another one before that was. */
async function chainOf(tx: Tx, { from, into }: Move): Promise<Move[]> {
  const between = await rows<{ id: string }>(
    tx,
    `select source_id::text as id from merge_moves where kind = 'merged' and row_id = $1 order by moved_at`,
    from,
  )
  const passed = [from, ...between.map(({ id }) => id)]
  return passed.map((id, at) => ({ from: id, into: passed[at + 1] ?? into }))
}

async function emitChanged(tx: Tx, ids: string[]): Promise<void> {
  const courses = await readRows(tx, ids)
  await emitCourses(
    tx,
    CourseChangedSchema,
    courses.map(({ row }) => row),
  )
}

export async function returnSubject({ job, deps: { pool } }: JobContext<Deps, { subject: string }>): Promise<void> {
  await repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => returnSome(tx, job.payload.subject, size)), 200)
}

/**
 * Courses that still have the code of the subject into which theirs was merged, or that of one into which a merge of that has moved them since, whose own
 * return has not ended; nothing once it is merged again.
 */
async function returnSome(tx: Tx, subject: string, size: number): Promise<number> {
  if (!(await one(tx, 'select from subjects where id = $1 and merged_into is null for share', subject))) return 0
  const taken = await takeMoves(tx, subject, 'course', size)
  const moved = await rows<{ id: string }>(
    tx,
    `
    with recursive moved as (
      select id, into_id from unnest($2::uuid[], $3::uuid[]) as m(id, into_id)
      union select m.id, next.into_id from moved m join merge_moves next on next.source_id = m.into_id and next.kind = 'course' and next.row_id = m.id
    )
    update courses c set subject_code = s.code, changed_by = null, changed_at = null, version = ${nextVersion('c.version')}
    from subjects s, moved m join subjects t on t.id = m.into_id
    where s.id = $1 and c.id = m.id and kit.caseless(c.subject_code) = kit.caseless(t.code) returning c.id::text`,
    subject,
    taken.map(({ id }) => id),
    taken.map(({ into }) => into),
  )
  await emitChanged(
    tx,
    moved.map(({ id }) => id),
  )
  return taken.length
}
