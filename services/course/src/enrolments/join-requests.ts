// Rows of people who wait to join: their facts and their end.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { emitAll, fact, nextVersion } from '@lyceum/kit/facts/outbox'
import { JoinRequestChangedSchema } from '@lyceum/proto/course'
import { teachersOf } from '../courses/teachers.ts'
import type { JoinRequest as Model } from '../generated/client.ts'

export const requestColumns = columnsOf<Model>()('course_id', 'person_id', 'org_id', 'state', 'version')
export type RequestRow = RowOf<typeof requestColumns>

/** Emits the changes in a course, with hints to the people and to those who teach. */
export async function emitRequests(tx: Tx, changed: RequestRow[]): Promise<void> {
  const [first] = changed
  if (!first) return
  const teachers = await teachersOf(tx, first.course_id)
  await emitAll(
    tx,
    changed.map(({ course_id, person_id, org_id, state, version }) =>
      fact(
        JoinRequestChangedSchema,
        {
          key: `course:${course_id}`,
          org: org_id,
          hint: { people: [person_id, ...teachers.filter((person) => person !== person_id)] },
        },
        { courseId: course_id, orgId: org_id, personId: person_id, state, version: BigInt(version) },
      ),
    ),
  )
}

/** Members, by whatever way, wait no longer. */
export async function settleRequests(tx: Tx, members: readonly { course_id: string; person_id: string }[]): Promise<void> {
  const settled = await rows<RequestRow>(
    tx,
    `
    update join_requests r set state = 'accepted', answered_at = clock_timestamp(), version = ${nextVersion('r.version')}
    from unnest($1::uuid[], $2::uuid[]) as m(course, person)
    where r.course_id = m.course and r.person_id = m.person and r.state in ('waiting', 'declined') returning ${requestColumns('r')}`,
    members.map(({ course_id }) => course_id),
    members.map(({ person_id }) => person_id),
  )
  for (const ofCourse of Map.groupBy(settled, ({ course_id }) => course_id).values()) await emitRequests(tx, ofCourse)
}

/** identity's personErased. */
export const eraseRequests = (tx: Tx, person: string): Promise<number> => run(tx, 'delete from join_requests where person_id = $1', person)
