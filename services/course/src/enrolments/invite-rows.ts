// Rows of invitations: as who teaches sees them, their facts, and their end.
import { audit } from '@lyceum/kit/audit/audit'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql } from '@lyceum/kit/database/like-pattern'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { emitAll, fact, nextVersion } from '@lyceum/kit/facts/outbox'
import { InviteChangedSchema } from '@lyceum/proto/course'
import type {} from '../audit-actions.ts'
import type { CourseRole } from '../courses/api.ts'
import { teachersOf } from '../courses/teachers.ts'
import type { Invite as InviteModel } from '../generated/client.ts'
import type { Invite, InviteStatus } from './invite-api.ts'

export const columns = columnsOf<InviteModel>()(
  'id',
  'org_id',
  'course_id',
  'person_id',
  'role',
  'state',
  'inviter_id',
  'sent_at',
  'version',
)
export type Row = RowOf<typeof columns> & { role: CourseRole; state: InviteStatus }

/** A member has joined, whatever the invitation says; `e` is their enrolment. */
const statusSql = `case when i.state <> 'cancelled' and e.state = 'active' then 'joined' else i.state end`
export const from = `from invites i left join enrolments e on e.course_id = i.course_id and e.person_id = i.person_id
  left join mirror.persons p on p.id = i.person_id left join mirror.persons v on v.id = i.inviter_id and not v.deleted`
export const where = (status: string, keyword: string) =>
  `p.deleted is not true and (${status}::text is null or ${statusSql} = ${status}) and ${heldSql(foldedSql('p.name', 'p.user_no', 'p.email'), keyword)}`

type InviteRow = Omit<Invite, 'sent_at' | 'answered_at'> & { sent_at: Date; answered_at: Date | null }
export const selectInvites = `select i.id::text, i.role, ${statusSql} as status, i.sent_at, i.sent_count, i.answered_at,
    jsonb_build_object('id', i.person_id, 'name', coalesce(p.name, ''), 'user_no', coalesce(p.user_no, ''), 'avatar', coalesce(p.avatar, ''),
      'email', coalesce(p.email, '')) as person,
    case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name) end as inviter`

export const readInvites = async (tx: Tx, rest: string, ...values: unknown[]): Promise<Invite[]> =>
  (await rows<InviteRow>(tx, `${selectInvites} ${from} ${rest}`, ...values)).map(({ sent_at, answered_at, ...same }) => ({
    ...same,
    sent_at: sent_at.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
  }))

export async function readInvite(tx: Tx, id: string): Promise<Invite> {
  const [invite] = await readInvites(tx, 'where i.id = $1', id)
  return invite!
}

/** Emits the changes in a course, with hints to the invited people and to those who teach. */
export async function emitInvites(tx: Tx, changed: Row[]): Promise<void> {
  const [first] = changed
  if (!first) return
  const teachers = await teachersOf(tx, first.course_id)
  await emitAll(
    tx,
    changed.map((row) =>
      fact(
        InviteChangedSchema,
        {
          key: `course:${row.course_id}`,
          org: row.org_id,
          hint: { people: [row.person_id, ...teachers.filter((person) => person !== row.person_id)] },
        },
        {
          inviteId: row.id,
          courseId: row.course_id,
          orgId: row.org_id,
          personId: row.person_id,
          role: row.role,
          state: row.state,
          inviterId: row.inviter_id ?? undefined,
          version: BigInt(row.version),
        },
      ),
    ),
  )
}

export const auditInvites = (tx: Tx, action: 'invite.sent' | 'invite.cancelled', changed: Row[]): Promise<unknown> =>
  audit(
    tx,
    changed.map(({ org_id, course_id, person_id, role }) => ({
      action,
      subject: `course:${course_id}`,
      course: course_id,
      person: person_id,
      org: org_id,
      ...(action === 'invite.sent' && { after: { role } }),
    })),
  )

/** A person who is taken out does not come back by an earlier invitation. */
export async function endInvites(tx: Tx, people: { course_id: string; person_id: string }[]): Promise<void> {
  const ended = await rows<Row>(
    tx,
    `
    update invites i set state = 'cancelled', version = ${nextVersion('i.version')}
    from unnest($1::uuid[], $2::uuid[]) as gone(course, person)
    where i.course_id = gone.course and i.person_id = gone.person and i.state <> 'cancelled' returning ${columns('i')}`,
    people.map(({ course_id }) => course_id),
    people.map(({ person_id }) => person_id),
  )
  for (const ofCourse of Map.groupBy(ended, ({ course_id }) => course_id).values()) await emitInvites(tx, ofCourse)
}

/** identity's personErased. */
export async function eraseInvites(tx: Tx, person: string): Promise<void> {
  await run(tx, 'delete from invites where person_id = $1', person)
  await run(tx, 'update invites set inviter_id = null where inviter_id = $1', person)
}

/** Whether a person belongs to an organisation now. */
export const isOfOrganisation = async (tx: Tx, person: string, org: string): Promise<boolean> =>
  (await one(tx, 'select from mirror.memberships where person_id = $1 and org_id = $2', person, org)) !== undefined
