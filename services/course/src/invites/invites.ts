// Invitations: people of the organisation are asked to join a course, by their addresses; asked again, and no longer.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notKnownYet, Problem } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run } from '@lyceum/kit/database/database'
import { wordPatterns } from '@lyceum/kit/database/like-pattern'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { has } from '@lyceum/identity/mirror/permissions'
import { type CourseAccess, type CourseScope, requireIn } from '../../mirror/rules.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import { addressForms, addressIn } from '../enrolments/addresses.ts'
import { enqueue } from '../jobs.ts'
import type { Invite, InviteStatus } from '../enrolments/invite-api.ts'
import { auditInvites, columns, emitInvites, from, readInvite, readInvites, type Row, where } from '../enrolments/invite-rows.ts'
import { countedFor, inviteRoles, resendAfter } from './rules.ts'

type Addressee = { email: string; person: string; skipped: 'member' | 'invited' | null }

/** The roles that the actor may invite to, the default first. */
async function rolesOf({ db }: Deps, org: string, { can }: CourseAccess): Promise<CourseRole[]> {
  const settings = (await orgById(db, org))?.settings
  const appoints = has(can, 'members.appoint')
  return inviteRoles({ students: settings?.invite_students !== false, assistants: appoints, instructors: appoints })
}

/** 403 unless the actor may invite to this role. */
function checkMayInvite(access: CourseAccess, role: CourseRole): void {
  if (role !== 'student') requireIn(access, 'members.appoint')
}

/** `base`: the address of the site, for the link in the mail. */
export async function invite(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  course: string,
  { emails, role: asked }: { emails: string[]; role?: CourseRole },
  base: string,
) {
  const { db, now } = deps
  const roles = await rolesOf(deps, scope.org, scope.access)
  const role = asked ?? roles[0] ?? 'student'
  checkMayInvite(scope.access, role)
  if (!roles.includes(role)) throw invalid({ role: 'invite.noStudents' })
  const people = await addressees(deps, scope.org, course, emails)
  const asking = people.filter(({ skipped }) => !skipped)
  await checkDayLimit(deps, actor, asking.length)
  const sent = await rows<Row>(
    db,
    `
    insert into invites as i (id, org_id, course_id, person_id, role, state, inviter_id, sent_at, version)
    select n.id, $1::uuid, $2::uuid, n.person, $3, 'sent', $4::uuid, $5::timestamptz, ${nextVersion('0')}
    from unnest($6::uuid[], $7::uuid[]) as n(id, person)
    on conflict (course_id, person_id) where state in ('sent', 'declined') do nothing returning ${columns('i')}`,
    scope.org,
    course,
    role,
    actor.person,
    now(),
    asking.map(() => newId()),
    asking.map(({ person }) => person),
  )
  await emitInvites(db, sent)
  await auditInvites(db, 'invite.sent', sent)
  await mail(deps, sent, base)
  return {
    message: 'invited',
    errors: {},
    invites: await readInvites(
      db,
      'where i.id = any($1) order by p.name, i.id',
      sent.map(({ id }) => id),
    ),
    skipped: people.flatMap(({ email, skipped }) => (skipped ? [{ email, reason: skipped }] : [])),
  }
}

const mail = ({ db }: Deps, sent: Row[], base: string) =>
  enqueue(
    db,
    sent.map(({ id, version }) => ({ kind: 'mailInvite' as const, key: `invite:${id}:${version}`, payload: { invite: id, base } })),
  )

/** The people of these addresses, each once. 400 names the addresses that are none, and those of nobody in the organisation. */
async function addressees({ db }: Deps, org: string, course: string, given: string[]): Promise<Addressee[]> {
  const emails = [...new Map(given.map(addressIn).map((email) => [email.toLowerCase(), email])).values()]
  const forms = new Map(emails.map((email) => [email, addressForms(email)]))
  const known = await rows<Addressee>(
    db,
    `
    select p.id::text as person, p.email,
      case when e.state = 'active' then 'member' when i.id is not null then 'invited' end as skipped
    from mirror.persons p join mirror.memberships m on m.person_id = p.id and m.org_id = $1
    left join enrolments e on e.course_id = $2 and e.person_id = p.id
    left join invites i on i.course_id = $2 and i.person_id = p.id and i.state in ('sent', 'declined')
    where not p.deleted and p.email = any($3) order by p.email`,
    org,
    course,
    [...forms.values()].flat(),
  )
  const addresses = new Set(known.map(({ email }) => email))
  const malformed = emails.filter((email) => forms.get(email)?.length === 0)
  const unknown = emails.filter((email) => forms.get(email)?.length && !forms.get(email)?.some((form) => addresses.has(form)))
  const named = (list: string[]) => ({
    count: list.length,
    emails: list.slice(0, 3).join(', '),
    all: list.map((email) => ({ email })),
  })
  if (malformed.length + unknown.length > 0)
    throw invalid({
      ...(malformed.length > 0 && { emails_malformed: { code: 'invite.emailsMalformed' as const, params: named(malformed) } }),
      ...(unknown.length > 0 && { emails_not_exist: notKnownYet('invite.emailsNotExist', named(unknown)) }),
    })
  return known
}

/** 429 when with these the actor would send more than is allowed in a day. One call of a person after the other: two at once count one another. */
async function checkDayLimit({ db, config, now }: Deps, actor: Actor, sending: number): Promise<void> {
  if (sending === 0) return
  await run(db, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', `invites ${actor.person}`)
  const counted = await one<{ sent: number; first: Date | null }>(
    db,
    `select coalesce(sum(sent_count), 0)::int as sent, min(sent_at) as first from invites where inviter_id = $1 and sent_at > $2::timestamptz`,
    actor.person,
    new Date(now().getTime() - countedFor),
  )
  const left = Math.max(0, config.invitesPerDay - (counted?.sent ?? 0))
  if (sending <= left) return
  const seconds = counted?.first ? Math.ceil((counted.first.getTime() + countedFor - now().getTime()) / 1000) : 1
  throw new Problem(429, 'invite.dayLimit', {
    params: { most: config.invitesPerDay, left, seconds },
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  })
}

const statuses: readonly string[] = ['sent', 'joined', 'declined', 'cancelled'] satisfies InviteStatus[]

export async function listInvites(
  deps: Deps,
  scope: CourseScope,
  course: string,
  { conditions, ...page }: PageQuery & { conditions?: string },
) {
  const { keyword = '', status } = conditionsOf(conditions, ['keyword', 'status'])
  if (typeof keyword !== 'string' || keyword.length > 100) throw invalid({ 'conditions.keyword': 'field.format' })
  if (status !== undefined && !statuses.includes(String(status))) throw invalid({ 'conditions.status': 'field.choice' })
  const values = [course, status === undefined ? null : String(status), wordPatterns(keyword)]
  const fitting = `where i.course_id = $1 and ${where('$2', '$3')}`
  const total = await one<{ n: number }>(deps.db, `select count(*)::int as n ${from} ${fitting}`, ...values)
  const { limit, offset } = limits(page)
  const items = await readInvites(deps.db, `${fitting} order by i.sent_at desc, i.id limit ${limit} offset ${offset}`, ...values)
  return { ...pageOf(page, total?.n ?? 0, items), roles: await rolesOf(deps, scope.org, scope.access) }
}

/** The invitation, locked; 409 unless it waits for its answer, 403 for a role that the actor may not assign. */
async function lockOpen({ db }: Deps, scope: CourseScope, id: string): Promise<Row> {
  const row = await one<Row>(
    db,
    `
    select ${columns('i')} from invites i left join enrolments e on e.course_id = i.course_id and e.person_id = i.person_id
    where i.id = $1 and i.state in ('sent', 'declined') and e.state is distinct from 'active' for update of i`,
    id,
  )
  if (!row) throw conflict('invite.notOpen')
  checkMayInvite(scope.access, row.role)
  return row
}

export async function resendInvite(deps: Deps, actor: Actor, scope: CourseScope, id: string, base: string): Promise<Invite> {
  const { db, now } = deps
  const row = await lockOpen(deps, scope, id)
  const wait = row.sent_at.getTime() + resendAfter - now().getTime()
  if (wait > 0) throw conflict('invite.tooSoon', { seconds: Math.ceil(wait / 1000) })
  await checkDayLimit(deps, actor, 1)
  const sent = await rows<Row>(
    db,
    `
    update invites i set state = 'sent', sent_at = $2::timestamptz, sent_count = sent_count + 1, inviter_id = $3, version = ${nextVersion('i.version')}
    where i.id = $1 returning ${columns('i')}`,
    id,
    now(),
    actor.person,
  )
  await emitInvites(db, sent)
  await auditInvites(db, 'invite.sent', sent)
  await mail(deps, sent, base)
  return await readInvite(db, id)
}

export async function cancelInvite(deps: Deps, scope: CourseScope, id: string): Promise<null> {
  await lockOpen(deps, scope, id)
  const cancelled = await rows<Row>(
    deps.db,
    `update invites i set state = 'cancelled', version = ${nextVersion('i.version')} where i.id = $1 returning ${columns('i')}`,
    id,
  )
  await emitInvites(deps.db, cancelled)
  await auditInvites(deps.db, 'invite.cancelled', cancelled)
  return null
}
