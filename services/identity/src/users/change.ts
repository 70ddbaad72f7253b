// Fields of members: roles, places, end and external id in the organisation; the person's own of accounts that the organisation has made.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, forbidden, invalid } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { setExternalId } from '@lyceum/kit/external-ids/external-ids'
import { userNumber } from '@lyceum/kit/text/user-number'
import { personKey } from '../../mirror/person-key.ts'
import type {} from '../audit-actions.ts'
import { asEmail, asPhone } from '../auth-codes/rules.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { emitPersonChanged } from '../facts.ts'
import { pinFields } from '../keepers/keepers.ts'
import { enqueueNotice } from '../mails/mails.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import { publishEndedSessions } from '../sessions/end-sessions.ts'
import { checkPlaces } from '../study-units/study-units.ts'
import type { ManagedUser, UserChanges } from './api.ts'
import { accepted, judgeMembers } from './judge.ts'
import { readManaged } from './managed.ts'
import { writeMembers } from './members.ts'
import { checkNumber } from './numbers.ts'
import { required, toConflict } from './users.ts'

/** The person's own fields, which belong to the organisation that has made the account. */
const ownFields = ['name', 'user_no', 'email', 'mobile_phone', 'sex', 'education', 'teaching_date', 'occupation_type'] as const
type OwnChanges = Pick<UserChanges, (typeof ownFields)[number]>

/** 400 user.untilPast at the field for an end that has passed: suspending has a call of its own. */
export function checkUntil({ now }: Pick<Deps, 'now'>, until: string | null | undefined, field = 'until'): void {
  if (until && new Date(until) <= now()) throw invalid({ [field]: 'user.untilPast' })
}

/**
 * 404 for who is no member; 400 and 403 as judgeMembers; 409 person.newer, user.ownAdministrator, user.lastAdministrator, user.numberTaken, email.taken; 403
 * for the own fields of a guest, whose account another organisation has made. An address is a way to take an account over: 409 user.elsewhere where the
 * person is in another organisation too, and only by who may do all that the person may.
 */
export async function changeUser(deps: Deps, actor: Actor, id: string, changes: UserChanges): Promise<ManagedUser> {
  const { user, ended } = await inTransaction(deps, (txDeps) => changeWithin(txDeps, actor, id, changes))
  await publishEndedSessions(deps, ended)
  return user
}

async function changeWithin(deps: Deps, actor: Actor, id: string, { version, ...changes }: UserChanges) {
  await managedOrganisation(deps, actor)
  const { db } = deps
  const { org } = actor
  const { roles, department_id, grade_id, klass_id, program_id, until, external_id } = changes
  checkUntil(deps, until)
  const change = { roles, department_id, grade_id, klass_id, program_id, until }
  const contact = changes.email !== undefined || changes.mobile_phone !== undefined
  const judged = await judgeMembers(db, actor, [id], change, { ...(contact && { whole: true }) })
  accepted(judged)
  const current = await readManaged(deps, org, id)
  if (version !== undefined && version < current.version) throw conflict('person.newer', { version: current.version })
  await checkPlaces(db, org, { department_id, grade_id, klass_id, program_id })
  await changeAccount(deps, actor, current, changes)
  const { ended } = await writeMembers(deps, actor, judged)
  await setExternalId(db, { org, kind: 'person', id }, external_id)
  await emitPersonChanged(db, id)
  const changed = await readManaged(deps, org, id)
  // the person's own fields are named without their text
  const texts = ownFields.filter((field) => current[field] !== changed[field])
  if (texts.length > 0 || external_id)
    await audit(db, {
      action: 'user.changed',
      subject: personKey(id),
      person: id,
      after: { ...(texts.length > 0 && { texts }), ...(external_id && { external_id }) },
    })
  return { user: changed, ended }
}

async function changeAccount(deps: Deps, actor: Actor, current: ManagedUser, changes: OwnChanges): Promise<void> {
  const { db } = deps
  const { id } = current
  const fields = ownFields.filter((field) => changes[field] !== undefined)
  if (fields.length === 0) return
  if (!current.own) throw forbidden()
  const values: { [Field in (typeof ownFields)[number]]?: string | null } = {
    ...changes,
    ...(changes.name !== undefined && { name: required(changes.name, 'name') }),
    ...(changes.user_no !== undefined && { user_no: required(userNumber(changes.user_no), 'user_no') }),
    ...(changes.email !== undefined && { email: changes.email?.trim() ? asEmail(changes.email, 'email') : null }),
    ...(changes.mobile_phone !== undefined && {
      mobile_phone: changes.mobile_phone?.trim() ? asPhone(changes.mobile_phone, 'mobile_phone') : null,
    }),
    ...(changes.education !== undefined && { education: changes.education?.trim() || null }),
    ...(changes.occupation_type !== undefined && { occupation_type: changes.occupation_type?.trim() || null }),
  }
  const changed = fields.filter((field) => values[field] !== current[field])
  if (changed.length === 0) return
  // whose number stays may keep it, also where two of an earlier release differ in case alone
  if (changed.includes('user_no')) await checkNumber(db, actor, values.user_no!, id)
  if (changed.includes('email')) await leaveAddress(deps, actor, current)
  if (changed.includes('email') || changed.includes('mobile_phone')) await voidCodes(deps, id)
  const unproven = { email: 'email_verified_at', mobile_phone: 'mobile_verified_at' } as const
  const fallen = (['email', 'mobile_phone'] as const)
    .filter((field) => changed.includes(field))
    .map((field) => `${unproven[field]} = null, `)
  await run(
    db,
    `update persons set ${changed.map((field, nth) => `${field} = $${nth + 2}, `).join('')}${fallen.join('')}updated_at = now() where id = $1`,
    id,
    ...changed.map((field) => values[field]),
  ).catch((error) => {
    throw toConflict(error)
  })
  await pinFields(db, { org: actor.org, kind: 'person' }, [{ subject: id, fields: changed }])
}

/** Codes that went to the address or telephone number before open nothing any more. */
const voidCodes = ({ db, now }: Deps, id: string) =>
  run(db, 'update auth_codes set used_at = $2 where person_id = $1 and used_at is null', id, now())

/** Links that went to the address before open nothing any more, and a mail there says that it was changed. */
async function leaveAddress({ db }: Deps, { org }: Actor, { id, email }: ManagedUser): Promise<void> {
  if (await isElsewhere(db, org, id)) throw conflict('user.elsewhere')
  await run(db, 'delete from email_links where person_id = $1', id)
  if (email) await enqueueNotice(db, { kind: 'emailChanged', person: id, org, to: email })
}

const isElsewhere = async (tx: Tx, org: string, id: string): Promise<boolean> =>
  (await one(tx, 'select from memberships where person_id = $1 and org_id <> $2 limit 1', id, org)) !== undefined
