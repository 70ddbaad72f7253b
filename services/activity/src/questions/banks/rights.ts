// Rights on banks: of a course whoever may change its content, of a person themselves, of the organisation everybody who teaches in
// it, and whom a bank is shared with.
import { courseRules, permittedAmong, readCourseAccess, roleMaySql } from '@lyceum/course/mirror/rules'
import { has, may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, Problem, unauthorised } from '@lyceum/kit/calls/errors'
import type { Finder, Rule, Scope } from '@lyceum/kit/calls/routes'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { BankRole } from './shapes.ts'

export type BankRef = { id: string; org: string; course: string | null; owner: string | null; orgRole: BankRole | null }
/** The scope of a call on a bank, or on one of its folders or questions. */
export type BankScope = Scope & { bank: BankRef; role: BankRole; manages: boolean }
type FoundBank = Scope & { bank: BankRef }

const bankColumns = `b.id::text, b.org_id::text as org, b.course_id::text as course, b.owner_id::text as owner, b.org_role as "orgRole"`

const finder =
  (from: string) =>
  async (tx: Tx, id: string): Promise<FoundBank | undefined> => {
    const bank = await one<BankRef>(tx, `select ${bankColumns} from ${from}`, id)
    return bank && { org: bank.org, bank }
  }
export const bankFinders = {
  bank: finder('banks b where b.id = $1::uuid and b.deleted_at is null'),
  deletedBank: finder('banks b where b.id = $1::uuid and b.deleted_at is not null'),
  bankFolder: finder('bank_folders f join banks b on b.id = f.bank_id and b.deleted_at is null where f.id = $1::uuid'),
  question: finder('questions q join banks b on b.id = q.bank_id and b.deleted_at is null where q.id = $1::uuid'),
} satisfies Record<string, Finder>

/** Changes the content of a course of the organisation of the call, or may everywhere there. */
export async function teachesSomewhere(tx: Tx, actor: Actor): Promise<boolean> {
  if (actor.kind === 'visitor' || actor.org === '') return false
  if (may(actor, 'content.change')) return true
  const found = await one(
    tx,
    `
    select from mirror.members m join mirror.courses c on c.id = m.course_id and not c.deleted left join mirror.orgs o on o.id = c.org_id
    where m.person_id = $1 and m.state = 'active' and c.org_id = $2 and ${roleMaySql('content.change')} limit 1`,
    actor.person,
    actor.org,
  )
  return found !== undefined
}

/** The courses whose content a person changes by their role there; parameters are the person's and, to leave out other organisations, one's. */
export const taughtSql = (person: string, org?: string) => `(
  select m.course_id from mirror.members m join mirror.courses c on c.id = m.course_id and not c.deleted
  left join mirror.orgs o on o.id = c.org_id
  where m.person_id = ${person} and m.state = 'active' and ${org ? `c.org_id = ${org} and ` : ''}${roleMaySql('content.change')})`

type Right = { role: BankRole; manages: boolean } | undefined

/** By the course of the bank: none where the actor has no right in it, or the course is deleted. */
async function byCourse(tx: Tx, actor: Actor, course: string): Promise<Right> {
  try {
    const { org, access } = await readCourseAccess(tx, actor, course)
    if (org !== actor.org && !access.realRole) return undefined
    if (has(access.can, 'content.change')) return { role: 'edit', manages: true }
    return has(access.can, 'content.drafts') ? { role: 'read', manages: false } : undefined
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

/** The actor's right in a bank; undefined: none. */
export async function rightIn(tx: Tx, actor: Actor, bank: BankRef): Promise<Right> {
  const own = bank.course ? await byCourse(tx, actor, bank.course) : undefined
  if (own?.role === 'edit') return own
  let role: BankRole | undefined = own?.role
  if (bank.org === actor.org && (await teachesSomewhere(tx, actor))) {
    if (!bank.course && bank.owner === actor.person) return { role: 'edit', manages: true }
    // nobody's: of the organisation, or left by somebody whose account is gone
    if (!bank.course && !bank.owner && may(actor, 'org.change') && !actor.department) return { role: 'edit', manages: true }
    role = bank.orgRole ?? role
  }
  if (role === 'edit') return { role, manages: false }
  const shares = await rows<{ course: string; role: BankRole }>(
    tx,
    'select course_id::text as course, role from bank_shares where bank_id = $1',
    bank.id,
  )
  const courses = await permittedAmong(
    tx,
    actor,
    shares.map(({ course }) => course),
    'content.change',
  )
  for (const share of shares) if (courses.includes(share.course)) role = share.role === 'edit' ? 'edit' : (role ?? 'read')
  return role && { role, manages: false }
}

const inBank =
  (wanted: 'read' | 'edit' | 'manage'): Rule<BankScope> =>
  async (tx, actor, scope) => {
    if (actor.kind === 'visitor') throw unauthorised()
    const { bank } = scope as FoundBank
    const right = await rightIn(tx, actor, bank)
    if (!right || (wanted !== 'read' && right.role !== 'edit') || (wanted === 'manage' && !right.manages)) throw forbidden()
    return { ...scope, bank, ...right }
  }

export const bankRules = {
  readBank: inBank('read'),
  editBank: inBank('edit'),
  /** Shares and deletes it. */
  manageBank: inBank('manage'),
  teachesAnywhere: (async (tx, actor, scope) => {
    if (actor.kind === 'visitor') throw unauthorised()
    if (!(await teachesSomewhere(tx, actor))) throw forbidden()
    return scope
  }) satisfies Rule,
}
export const rulesWithBanks = { ...courseRules, ...bankRules }
export type BankRules = typeof bankRules
