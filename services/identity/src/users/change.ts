// Fields of members in their organisation: roles, department, grade, class, program, external id.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit, changesOf } from '@lyceum/kit/audit/audit'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { externalIdsOf, setExternalId } from '@lyceum/kit/external-ids/external-ids'
import { userNumber } from '@lyceum/kit/text/user-number'
import { personKey } from '../../mirror/person-key.ts'
import type {} from '../audit-actions.ts'
import { isWithin } from '../departments/binding.ts'
import type { Deps } from '../deps.ts'
import { emitPersonChanged } from '../facts.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import { checkPlaces } from '../study-units/study-units.ts'
import type { ManagedUser, UserChanges } from './api.ts'
import { checkLastAdministrator } from './erase.ts'
import { checkNumber } from './numbers.ts'
import { checkMayGive } from './roles.ts'
import { required, toConflict } from './users.ts'

const kind = 'person'
type Row = Omit<ManagedUser, 'external_ids' | 'version'> & { version: string; account_org: string }

const named = (alias: string) =>
  `case when ${alias}.id is null then null else jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) end`
const select = `
  select p.id::text, p.name, p.user_no, p.email, p.avatar as avatar_big_url, m.org_id::text, m.roles, ${named('d')} as department,
    ${named('g')} as grade, ${named('k')} as klass, ${named('s')} as program, p.version::text, p.org_id::text as account_org
  from memberships m join persons p on p.id = m.person_id and not p.deleted left join departments d on d.id = m.department_id
  left join study_units g on g.id = m.grade_id left join study_units k on k.id = m.klass_id left join study_units s on s.id = m.program_id
  where m.org_id = $1 and m.person_id = $2`

async function toManagedUser(tx: Tx, org: string, { account_org: _, version, ...row }: Row): Promise<ManagedUser> {
  const external_ids = (await externalIdsOf(tx, org, kind, [row.id])).get(row.id) ?? []
  return { ...row, external_ids, version: Number(version) }
}

async function read(tx: Tx, org: string, id: string, lock = ''): Promise<Row> {
  const row = await one<Row>(tx, `${select} ${lock}`, org, id)
  if (!row) throw notFound('user', id)
  return row
}

export async function managedUser(deps: Deps, actor: Actor, id: string): Promise<ManagedUser> {
  await managedOrganisation(deps, actor)
  const row = await read(deps.db, actor.org, id)
  if (!(await isWithin(deps.db, actor.department, row.department?.id))) throw forbidden('department.only')
  return await toManagedUser(deps.db, actor.org, row)
}

/** 404 for who is no member; 409 person.newer, user.ownAdministrator and user.lastAdministrator for the role of an administrator; 403 for name and number of
 *  a guest, whose account another organisation has made. */
export async function changeUser(deps: Deps, actor: Actor, id: string, { version, ...changes }: UserChanges): Promise<ManagedUser> {
  await managedOrganisation(deps, actor)
  const { db } = deps
  const { org } = actor
  const current = await read(db, org, id, 'for update of m, p')
  const { roles, department_id, grade_id, klass_id, program_id, external_id } = changes
  const before = { roles: current.roles, department: current.department?.id ?? null }
  await checkMayGive(db, actor, before, {
    roles: roles ?? before.roles,
    department: department_id === undefined ? before.department : department_id,
  })
  if (version !== undefined && version < Number(current.version)) throw conflict('person.newer', { version: Number(current.version) })
  if (roles && current.roles.includes('admin') && !roles.includes('admin')) {
    if (id === actor.person) throw conflict('user.ownAdministrator')
    await checkLastAdministrator(deps, org, id)
  }
  if ((changes.name !== undefined || changes.user_no !== undefined) && current.account_org !== org) throw forbidden()
  await checkPlaces(db, org, { department_id, grade_id, klass_id, program_id })
  const name = changes.name === undefined ? null : required(changes.name, 'name')
  const user_no = changes.user_no === undefined ? null : required(userNumber(changes.user_no), 'user_no')
  // whose number stays may keep it, also where two of an earlier release differ in case alone
  if (user_no !== null && user_no !== current.user_no) await checkNumber(db, actor, user_no, id)
  await run(
    db,
    'update persons set name = coalesce($2, name), user_no = coalesce($3, user_no), updated_at = now() where id = $1',
    id,
    name,
    user_no,
  ).catch((error) => {
    throw toConflict(error)
  })
  await db.membership.update({
    where: { personId_orgId: { personId: id, orgId: org } },
    data: {
      ...(roles && { roles }),
      ...(department_id !== undefined && { departmentId: department_id }),
      ...(grade_id !== undefined && { gradeId: grade_id }),
      ...(klass_id !== undefined && { klassId: klass_id }),
      ...(program_id !== undefined && { programId: program_id }),
    },
  })
  await setExternalId(db, { org, kind, id }, external_id)
  await emitPersonChanged(db, id)
  const changed = await read(db, org, id)
  const line = changesOf(auditedOf(current), auditedOf(changed))
  const texts = (['name', 'user_no'] as const).filter((field) => current[field] !== changed[field])
  if (line || texts.length > 0 || external_id)
    await audit(db, {
      action: 'user.changed',
      subject: personKey(id),
      person: id,
      ...line,
      after: { ...line?.after, ...(texts.length > 0 && { texts }), ...(external_id && { external_id }) },
    })
  return await toManagedUser(db, org, changed)
}

const auditedOf = ({ roles, department, grade, klass, program }: Row) => ({
  roles,
  department_id: department?.id ?? null,
  grade_id: grade?.id ?? null,
  klass_id: klass?.id ?? null,
  program_id: program?.id ?? null,
})
