// The invited person's side of an invitation: what it says, and their answer.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, gone, notFound } from '@lyceum/kit/calls/errors'
import { one, rows } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { Deps } from '../deps.ts'
import { enrol } from '../enrolments/enrolments.ts'
import type { MyInvite } from './api.ts'
import { columns, emitInvites, isOfOrganisation, type Row } from '../enrolments/invite-rows.ts'

type MyRow = Omit<MyInvite, 'teaching_unit_type' | 'teaching_unit_id'> & { deleted: boolean; state: Row['state']; member: boolean }

async function read({ db }: Deps, actor: Actor, id: string, lock = false): Promise<MyRow> {
  const row = await one<MyRow>(
    db,
    `
    select i.state, case when e.state = 'active' then 'joined' else i.state end as status, coalesce(e.state = 'active', false) as member,
      i.role, c.deleted,
      jsonb_build_object('id', c.id, 'name', coalesce(c.display_name, c.name), 'course_code', c.course_code, 'published', c.published) as course,
      jsonb_build_object('id', i.org_id, 'name', coalesce(o.name, '')) as organisation,
      case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name, 'avatar', v.avatar) end as inviter
    from invites i join courses c on c.id = i.course_id
    left join enrolments e on e.course_id = i.course_id and e.person_id = i.person_id
    left join mirror.orgs o on o.id = i.org_id left join mirror.persons v on v.id = i.inviter_id and not v.deleted
    where i.id = $1 and i.person_id = $2 ${lock ? 'for update of i' : ''}`,
    id,
    actor.person,
  )
  if (!row || row.state === 'cancelled') throw notFound('invite', id)
  if (row.deleted) throw gone('invite.courseDeleted')
  // who has left, or was taken out, is asked anew
  if (row.state === 'joined' && !row.member) throw notFound('invite', id)
  return row
}

const toMyInvite = ({ deleted: _, state: __, member: ___, ...row }: MyRow): MyInvite => ({
  ...row,
  teaching_unit_type: 'course',
  teaching_unit_id: row.course.id,
})

/** Another person's invitation is none. */
export const myInvite = async (deps: Deps, actor: Actor, id: string): Promise<MyInvite> => toMyInvite(await read(deps, actor, id))

/** As what they are invited, whatever window, approval or number of seats the course has for others. */
export async function confirmInvite(deps: Deps, actor: Actor, id: string): Promise<MyInvite> {
  const row = await read(deps, actor, id, true)
  const { course, organisation, role } = row
  if (row.state === 'joined') return toMyInvite(row)
  if (!(await isOfOrganisation(deps.db, actor.person, organisation.id))) throw forbidden('course.otherOrganisation')
  if (!row.member) await enrol(deps, { id: course.id, orgId: organisation.id }, [actor.person], role)
  await answer(deps, id, 'joined')
  return toMyInvite({ ...row, status: 'joined' })
}

export async function declineInvite(deps: Deps, actor: Actor, id: string): Promise<MyInvite> {
  const row = await read(deps, actor, id, true)
  if (row.member) throw conflict('invite.notOpen')
  await answer(deps, id, 'declined')
  return toMyInvite({ ...row, status: 'declined' })
}

const answer = async ({ db, now }: Deps, id: string, state: 'joined' | 'declined') =>
  await emitInvites(
    db,
    await rows<Row>(
      db,
      `
      update invites i set state = $2, answered_at = $3::timestamptz, version = ${nextVersion('i.version')}
      where i.id = $1 and i.state <> $2 returning ${columns('i')}`,
      id,
      state,
      now(),
    ),
  )
