// Courses that follow their subject: one whose code was changed, or that was merged into another.
import { plainDatabase, rows, type Tx } from '@lyceum/kit/database/database'
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

/** A former code that another subject has by now is that one's. */
async function followSome(tx: Tx, subject: string, size: number): Promise<number> {
  const moved = await rows<{ id: string }>(
    tx,
    `
    with subject as (
      select s.org_id, coalesce(t.code, s.code) as code, former.code as former
      from subjects s left join subjects t on t.id = s.merged_into
      cross join unnest(array_append(s.former_codes, case when s.merged_into is not null then s.code end)) as former(code)
      where s.id = $1 and s.deleted_at is null and former.code is not null
        and not exists (select from subjects o where o.org_id = s.org_id and o.deleted_at is null and o.merged_into is null
          and kit.caseless(o.code) = kit.caseless(former.code) and o.id <> s.id and o.id is distinct from s.merged_into)
    ), stale as (
      select c.id, s.code from subject s join courses c on c.org_id = s.org_id and c.subject_code <> ''
        and kit.caseless(c.subject_code) = kit.caseless(s.former)
      where c.subject_code <> s.code order by c.id limit $2 for no key update of c
    )
    update courses c set subject_code = s.code, changed_by = null, changed_at = null, version = ${nextVersion('c.version')}
    from stale s where s.id = c.id returning c.id::text`,
    subject,
    size,
  )
  const courses = await readRows(
    tx,
    moved.map(({ id }) => id),
  )
  await emitCourses(
    tx,
    CourseChangedSchema,
    courses.map(({ row }) => row),
  )
  return moved.length
}
