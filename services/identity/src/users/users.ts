// Creating accounts, for an administrator or the command line in an administrator's place.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { setExternalId } from '@lyceum/kit/external-ids/external-ids'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { userNumber } from '@lyceum/kit/text/user-number'
import { asEmail, asPhone } from '../auth-codes/rules.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { writeRoles } from '../memberships/grants.ts'
import { demoClosed, managedOrganisation } from '../organisations/rules.ts'
import { checkPassword } from '../passwords/rules.ts'
import { personKey } from '../../mirror/person-key.ts'
import type {} from '../audit-actions.ts'
import { checkPlaces } from '../study-units/study-units.ts'
import type { OrgUser } from '../persons/api.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { emitPersonChanged } from '../facts.ts'
import type { UserDraft } from './api.ts'
import { checkNumber } from './numbers.ts'
import { readGiving, refusalOf } from './roles.ts'

/** 403 demo.closed in a demo school; 409 user.numberTaken, email.taken; 400 department.unknown, studyUnit.unknown and for a weak password, each at its field. */
export async function makeUser(deps: Deps, actor: Actor, draft: UserDraft): Promise<OrgUser> {
  if ((await managedOrganisation(deps, actor)).demo) throw demoClosed()
  if (draft.password !== undefined) checkPassword(draft.password, accountOf(draft), 'password')
  const phc = draft.password === undefined ? undefined : await hashPassword(draft.password)
  return await inTransaction(deps, (txDeps) => insertUser(txDeps, actor, draft, phc))
}

const accountOf = (draft: UserDraft) => ({
  name: required(draft.name, 'name'),
  user_no: required(userNumber(draft.user_no), 'user_no'),
  email: draft.email ? asEmail(draft.email, 'email') : null,
  mobile_phone: draft.mobile_phone ? asPhone(draft.mobile_phone, 'mobile_phone') : null,
})

/** The same in the transaction of `deps`, in an organisation that is open to it; `phc`: the hash of the password. */
export async function insertUser({ db }: Pick<Deps, 'db'>, actor: Actor, draft: UserDraft, phc?: string): Promise<OrgUser> {
  const id = newId()
  const person = accountOf(draft)
  const { department_id, grade_id, klass_id, program_id } = draft
  const refused = refusalOf(await readGiving(db, actor), undefined, { roles: draft.roles, department: department_id ?? null })
  if (refused) throw refused
  await checkPlaces(db, actor.org, { department_id, grade_id, klass_id, program_id })
  await checkNumber(db, actor, person.user_no)
  const department = department_id
    ? await db.department.findUnique({ where: { id: department_id }, select: { id: true, name: true } })
    : null
  const { name, user_no: userNo, email, mobile_phone: mobilePhone } = person
  await db.person
    .create({ data: { id, orgId: actor.org, userNo, name, email, mobilePhone, locale: draft.locale ?? null, version: 0n } })
    .catch((error) => {
      throw toConflict(error)
    })
  await db.membership.create({
    data: {
      personId: id,
      orgId: actor.org,
      roles: [],
      departmentId: department?.id ?? null,
      gradeId: grade_id ?? null,
      klassId: klass_id ?? null,
      programId: program_id ?? null,
    },
  })
  await writeRoles(db, { org: actor.org, by: actor.person }, [{ person: id, roles: draft.roles }])
  if (phc) await db.password.create({ data: { personId: id, phc } })
  await setExternalId(db, { org: actor.org, kind: 'person', id }, draft.external_id)
  await emitPersonChanged(db, id)
  await audit(db, {
    action: 'user.made',
    org: actor.org,
    subject: personKey(id),
    person: id,
    after: { roles: draft.roles, ...placesOf({ department_id, grade_id, klass_id, program_id }) },
  })
  return { id, name, user_no: userNo, email, avatar_big_url: null, org_id: actor.org, department, roles: draft.roles }
}

export const required = (value: string, field: string): string => {
  const text = cleanTitle(value)
  if (text === '') throw invalid({ [field]: 'field.required' })
  return text
}

const placesOf = (places: Record<string, string | null | undefined>) =>
  Object.fromEntries(Object.entries(places).filter(([, id]) => id !== undefined && id !== null))

/** The constraint's name ends Prisma's message; before it the message quotes the calling code, which names both columns. */
export function toConflict(error: unknown): unknown {
  const { code, message = '' } = error as { code?: string; message?: string }
  // Prisma's code for its own statements, PostgreSQL's for those in SQL
  if (code !== 'P2002' && !/23505|unique constraint/i.test(`${code} ${message}`)) return error
  const constraint = message.slice(message.lastIndexOf('\n') + 1)
  if (constraint.includes('user_no') || constraint.includes('org_number')) return conflict('user.numberTaken')
  return constraint.includes('email') ? conflict('email.taken') : error
}
