// Judgement of a roster's people: each row by itself, against the school as it is and the rows before it. Nothing is written here.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, type Problem, refused } from '@lyceum/kit/calls/errors'
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { newId } from '@lyceum/kit/ids'
import { userNumber, userNumberKey } from '@lyceum/kit/text/user-number'
import { has as mayDo, namesIn, permissionsIn } from '../../mirror/permissions.ts'
import { asEmail, asPhone } from '../auth-codes/rules.ts'
import type { Giving } from '../users/roles.ts'
import { required } from '../users/users.ts'
import type { RosterPerson } from './api.ts'
import { type Decided, decide, refusedRow, sameValue, type Values, type Writing } from './deciding.ts'
import { ownFields, type People, placeFields, type Present, presentValues } from './people-read.ts'

/** A row with its person: `present` undefined where they are made. */
export type Judged = {
  id: string
  present: Present | undefined
  decided: Decided
  /** The source's id is new to the person. */
  link: boolean
  /** The e-mail is another account's: the person stays without it. */
  emailTaken: boolean
  outcome: RosterOutcome
}
type Judging = { actor: Actor; writing: Writing; giving: Giving; people: People }

/** In the order of the rows; a row that is refused stops no other. */
export function judgePeople(judging: Judging, rows: readonly RosterPerson[]): (Judged | RosterOutcome)[] {
  const [seen, numbers] = [new Set<string>(), new Set<string>()]
  return rows.map((row) => {
    let id = judging.people.linked.get(row.external_id) ?? null
    try {
      if (seen.has(row.external_id)) throw conflict('roster.twice', { field: 'external_id' })
      seen.add(row.external_id)
      const present = presentOf(judging, row, numbers)
      id = present?.id ?? null
      return present || !isGone(row) ? judgeRow(judging, row, present) : outcomeOf(row, { id, outcome: 'same' })
    } catch (problem) {
      return refusedRow(row.external_id, problem, id)
    }
  })
}

const isGone = ({ gone, state }: RosterPerson) => gone === true || state === 'suspended'
const outcomeOf = ({ external_id }: RosterPerson, more: Omit<RosterOutcome, 'external_id' | 'pinned'>): RosterOutcome => ({
  external_id,
  pinned: [],
  ...more,
})

/** The person of the external id, else who has the number and no id of this source. Each number is one person's, and one row's. */
function presentOf({ people }: Judging, { external_id, user_no, gone }: RosterPerson, numbers: Set<string>): Present | undefined {
  const linked = people.linked.get(external_id)
  const number = gone || user_no === undefined ? undefined : required(userNumber(user_no), 'user_no')
  const key = number === undefined ? '' : userNumberKey(number)
  if (numbers.has(key)) throw conflict('roster.twice', { field: 'user_no' })
  if (key !== '') numbers.add(key)
  const holders = people.numbered.get(key) ?? []
  const holder = holders.find((one) => one.id === linked) ?? holders.find((one) => one.user_no === number) ?? holders[0]
  if (holder && holder.id !== linked) {
    if (holder.external_id !== null) throw conflict('roster.numberMoved', { user_no: holder.user_no, external_id: holder.external_id })
    if (linked !== undefined || holders.length > 1) throw conflict('user.numberTaken')
  }
  const id = linked ?? holder?.id
  return id === undefined ? undefined : people.persons.get(id)
}

function judgeRow(judging: Judging, row: RosterPerson, present: Present | undefined): Judged {
  const { writing, people } = judging
  const gone = isGone(row)
  const cleaned = row.gone ? {} : cleanedOf(row, people)
  const wanted: Values = { ...(present && !present.own ? withoutOwn(cleaned) : cleaned), state: gone ? 'suspended' : 'active' }
  for (const field of ['name', 'user_no', 'roles'] as const)
    if ((!present || (field === 'roles' && present.roles === null && !gone)) && wanted[field] === undefined)
      throw invalid({ [field]: 'field.required' })
  // named by our own id: roles that they have already are not granted a second time
  if (present && row.external_id === present.id && sameValue(wanted.roles, present.roles)) delete wanted.roles
  const link = present !== undefined && people.linked.get(row.external_id) === undefined
  const emailTaken = typeof wanted.email === 'string' && (people.addresses.get(wanted.email) ?? present?.id) !== present?.id
  if (emailTaken) delete wanted.email
  else if (typeof wanted.email === 'string') people.addresses.set(wanted.email, present?.id ?? row.external_id)
  const keepers = present && people.keepers.get(present.id)
  const decided = decide(writing, {
    wanted,
    present: present ? presentValues(present) : {},
    keepers,
    held: present ? heldOf(judging, present, keepers) : [],
  })
  if (present) checkChange(judging, present, decided)
  else checkRoles(judging, [], wanted.roles as string[])
  if (link) decided.before.linked = true
  const code = emailTaken ? { code: 'roster.emailTaken', params: { field: 'email' } } : {}
  const { pinned } = decided
  const outcome = { ...outcomeOf(row, { id: present?.id ?? null, outcome: kindOf(present, decided, link), ...code }), pinned }
  return { id: present?.id ?? newId(), present, decided, link, emailTaken, outcome }
}

const kindOf = (present: Present | undefined, { write }: Decided, link: boolean): RosterOutcome['outcome'] => {
  if (!present) return 'made'
  if (write.state === 'suspended') return 'left'
  if (write.state === 'active' && present.roles !== null) return 'back'
  return link || Object.keys(write).length > 0 ? 'changed' : 'same'
}

const withoutOwn = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !(ownFields as readonly string[]).includes(field)))

/** Values as they are stored; 400 at the first field that cannot be. */
function cleanedOf(row: RosterPerson, { places }: People): Values {
  const values: Values = {}
  if (row.name !== undefined) values.name = required(cleanTitle(row.name), 'name')
  if (row.user_no !== undefined) values.user_no = required(userNumber(row.user_no), 'user_no')
  if (row.email !== undefined) values.email = row.email?.trim() ? asEmail(row.email, 'email') : null
  if (row.mobile_phone !== undefined) values.mobile_phone = row.mobile_phone?.trim() ? asPhone(row.mobile_phone, 'mobile_phone') : null
  if (row.roles !== undefined) values.roles = row.roles
  for (const field of placeFields) {
    const id = row[field]
    if (id === undefined) continue
    if (id !== null && !places.has(`${field}:${id}`))
      throw invalid({ [field]: field === 'department_id' ? 'department.unknown' : 'studyUnit.unknown' })
    values[field] = id
  }
  return values
}

/**
 * Fields that stay whoever keeps them: an address or number that its person has proven, unless the actor may change it by hand; one that opens an account
 * elsewhere too, and an operator's; the suspension of somebody whom no roster has known.
 */
function heldOf({ writing: { takeOver }, giving }: Judging, present: Present, keepers: Map<string, string> | undefined): string[] {
  const always = present.elsewhere || present.operator
  const proven = !(takeOver && mayDo(giving.own.can, 'people.change'))
  return [
    ...(always || (present.email_verified && proven) ? ['email'] : []),
    ...(always || (present.mobile_verified && proven) ? ['mobile_phone'] : []),
    ...(present.roles !== null && !present.active && !keepers?.has('state') && !takeOver ? ['state'] : []),
  ]
}

/** Refuses what would change somebody who may do more than the actor, the last administrator, an operator's state, or the actor's own. */
function checkChange(judging: Judging, present: Present, { write }: Decided): void {
  const { actor, giving, people } = judging
  if (Object.keys(write).length === 0) return
  const { roles } = present
  const beyond = permissionsIn(roles ?? [], giving.differences) & ~giving.own.can
  if (beyond !== 0n) throw conflict('roster.mayMore', { permission: namesIn(beyond)[0]! })
  if (write.roles !== undefined) checkRoles(judging, roles ?? [], write.roles as string[])
  if (write.state !== 'suspended') return
  if (present.id === actor.person) throw conflict('user.oneself')
  if (present.own && present.operator) throw conflict('roster.mayMore')
  if (!people.administrators.has(present.id)) return
  if (people.administrators.size === 1) throw conflict('user.lastAdministrator')
  people.administrators.delete(present.id)
}

const neverGiven: readonly string[] = ['admin', 'wg_admin']

/** A roster gives no role of administrators, and none that may do more than the actor. */
function checkRoles({ giving }: Judging, present: readonly string[], wanted: readonly string[]): void {
  const high = wanted.find(
    (role) =>
      neverGiven.includes(role) || (!present.includes(role) && (permissionsIn([role], giving.differences) & ~giving.own.can) !== 0n),
  )
  if (high) throw tooHigh(high)
}
const tooHigh = (role: string): Problem => refused(403, 'roster.roleTooHigh', { role })
