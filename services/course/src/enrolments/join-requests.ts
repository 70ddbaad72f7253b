// Rows of people who wait to join: their facts and their end.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { emitAll, fact, nextVersion } from '@lyceum/kit/facts/outbox'
import { JoinRequestChangedSchema } from '@lyceum/proto/course'
import { teachersOf } from '../courses/teachers.ts'
import type { JoinRequest as Model } from '../generated/client.ts'

export const requestColumns = columnsOf<Model>()('course_id', 'person_id', 'org_id', 'state', 'version')
export type RequestRow = RowOf<typeof requestColumns>

/** Emits the changes, with hints to the people and to those who teach. */
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

/** A member, by whatever way, waits no longer. */
export async function settleRequests(tx: Tx, course: string, people: string[]): Promise<void> {
  await emitRequests(
    tx,
    await rows<RequestRow>(
      tx,
      `
      update join_requests r set state = 'accepted', answered_at = clock_timestamp(), version = ${nextVersion('r.version')}
      where r.course_id = $1 and r.person_id = any($2) and r.state in ('waiting', 'declined') returning ${requestColumns('r')}`,
      course,
      people,
    ),
  )
}

/** identity's personErased. */
export const eraseRequests = (tx: Tx, person: string): Promise<number> => run(tx, 'delete from join_requests where person_id = $1', person)
