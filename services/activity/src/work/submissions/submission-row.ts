// The row of a submission: found, begun, locked.
import { randomInt, randomUUID } from 'node:crypto'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { modelColumns, type SqlModel } from '@lyceum/kit/database/sql-row'
import { type Activity, Prisma, type Submission } from '../../generated/client.ts'
import type { SubmittedFile } from '../../activity/work-rules.ts'

export type SubmissionRow = Submission

/** Every column of `submissions s`, also for `returning`; submissionOf converts the row. */
export const submissionColumns = modelColumns(Prisma.SubmissionScalarFieldEnum, 's')
export type SqlSubmission = SqlModel<Submission>
export const submissionOf = ({ draftVersion, version, ...row }: SqlSubmission): SubmissionRow => ({
  ...row,
  draftVersion: BigInt(draftVersion),
  version: BigInt(version),
})

async function find(tx: Tx, condition: string, ...values: unknown[]): Promise<SubmissionRow | undefined> {
  const row = await one<SqlSubmission>(tx, `select ${submissionColumns} from submissions s where ${condition}`, ...values)
  return row && submissionOf(row)
}

/** member: of a group whose handed-in work is theirs. */
export const findWorkOf = (tx: Tx, activity: string, of: { person: string } | { group: string } | { member: string }) =>
  'member' in of
    ? find(
        tx,
        's.activity_id = $1 and s.member_ids @> array[$2::uuid] and s.group_id is not null order by s.submitted_at limit 1',
        activity,
        of.member,
      )
    : 'person' in of
      ? find(tx, 's.activity_id = $1 and s.person_id = $2', activity, of.person)
      : find(tx, 's.activity_id = $1 and s.group_id = $2', activity, of.group)

/** Locks the row until the transaction ends: drafts, hand-ins and returns of one work keep an order. */
export const lockSubmission = (tx: Tx, id: string) => find(tx, 's.id = $1 for no key update', id)

/** The columns of a row that is begun. */
type Begun = { activity: Pick<Activity, 'id' | 'orgId' | 'courseId'>; group: { id: string } | null; people: string[]; trial: boolean }

/** The row of this work, locked; begun if there is none. A trial gives way to the work of somebody who is a student now. */
export async function lockWork(tx: Tx, { activity, group, people, trial }: Begun, person: string, now: Date): Promise<SubmissionRow> {
  const author = group ? { group: group.id } : { person }
  for (let tries = 0; tries < 100; tries++) {
    const row = await findWorkOf(tx, activity.id, author)
    const locked = row && (await lockSubmission(tx, row.id))
    if (locked && (trial || !locked.trial)) return locked
    if (locked) await run(tx, 'delete from submissions where id = $1', locked.id)
    // of two that begin it at one moment, and of two with one pseudonym, one begins it
    await run(
      tx,
      `
      insert into submissions (id, org_id, course_id, activity_id, person_id, group_id, member_ids, pseudonym, trial, version, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
      randomUUID(),
      activity.orgId,
      activity.courseId,
      activity.id,
      group ? null : person,
      group?.id ?? null,
      group ? [] : people,
      randomInt(1, tries < 20 ? 10_000 : 100_000),
      trial,
      BigInt(now.getTime()),
      now,
    )
  }
  throw new Error(`activity ${activity.id} has no pseudonym left`)
}

/** The files of a version, whose column has their JSON. */
export const filesOf = ({ files }: { files: unknown }): SubmittedFile[] => files as SubmittedFile[]
