// A person's own preferences, and the rules of an organisation. Everything about one person is one row.
import { audit } from '@lyceum/kit/audit/audit'
import { type Differences, has, permissionsIn } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, type Fields, forbidden, invalid } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { isTimeZone } from '@lyceum/kit/text/time-zones'
import { coursesById } from '@lyceum/course/mirror/courses'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { mailsToday } from '../schedule/mail-day.ts'
import { rescheduleMail } from '../schedule/schedule.ts'
import type {} from '../errors.ts'
import { type Channel, channels, type NotificationType, teacherRoles } from '../registry/notification-type.ts'
import { registry } from '../registry/registry.ts'
import { refusalOf } from '../mails/addresses.ts'
import { verifyToken } from '../mails/unsubscribe-token.ts'
import type { NotificationPreferences, NotificationRules, PreferenceChanges, RuleChanges } from './api.ts'
import { forcedIn, preferencesOfOne } from '../ways/preference-rows.ts'
import { type Choices, isForced, type Preferences, standardOf, waysOf } from '../ways/rules.ts'

/** Courses with choices of their own that one person may have. */
const mostCourses = 200

const clockOf = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
export const topicOf = (type: Pick<NotificationType, 'topic'>) => type.topic ?? 'courses'

export async function readPreferences({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<NotificationPreferences> {
  const [preferences, { forced }, refused, address, isStrange] = await Promise.all([
    preferencesOfOne(db, actor.person),
    forcedIn(db, actor.org),
    refusalOf(db, actor.person),
    one<{ email: string }>(db, 'select email from mirror.persons where id = $1 and not deleted', actor.person),
    strangerTo(db, actor),
  ])
  const names = await coursesById(db, Object.keys(preferences.courses))
  const chosen = [preferences.types, ...Object.values(preferences.courses).map(({ types = {} }) => types)]
  const isListed = (name: string, type: NotificationType) => !isStrange(type) || chosen.some((types) => Object.hasOwn(types, name))
  const everywhere = { preferences: { ...preferences, mailOff: false }, course: null, forced }
  return {
    time_zone: preferences.timeZone,
    quiet: preferences.quiet && { from: clockOf(preferences.quiet.from), to: clockOf(preferences.quiet.to) },
    digest: preferences.digest,
    digest_hour: preferences.digestHour,
    mail_off: preferences.mailOff,
    types: Object.entries(registry).flatMap(([name, type]) => {
      if (!isListed(name, type)) return []
      const ways = waysOf(name, type, everywhere)
      const wayOf = (channel: Channel) => ({ ...ways[channel], standard: standardOf(type, channel) })
      return [{ type: name, topic: topicOf(type), channels: { page: wayOf('page'), mail: wayOf('mail'), push: wayOf('push') } }]
    }),
    courses: Object.entries(preferences.courses).flatMap(([id, { muted = false, types = {} }]) => {
      const course = names.get(id)
      return course && !course.deleted ? [{ id, name: course.name, muted, types }] : []
    }),
    mail: { address: address?.email ?? '', refused: refused && { at: refused.at.toISOString(), reason: refused.reason } },
  }
}

/** Whether a type is for an audience to which the person does not belong now: who teaches a course, by their places in courses, or has its permission. */
async function strangerTo(tx: Tx, { person, org }: Actor): Promise<(type: NotificationType) => boolean> {
  const row = await one<{ teaches: boolean; roles: string[] | null; differences: Differences | null }>(
    tx,
    `
    select exists (
      select from mirror.members m join mirror.courses c on c.id = m.course_id and not c.deleted
      where m.person_id = $1 and m.role = any($2::text[]) and m.state = 'active') as teaches,
    (select s.roles from mirror.memberships s where s.person_id = $1 and s.org_id = nullif($3, '')::uuid) as roles,
    (select o.role_permissions from mirror.orgs o where o.id = nullif($3, '')::uuid) as differences`,
    person,
    teacherRoles,
    org,
  )
  const can = permissionsIn(row?.roles ?? [], row?.differences ?? {})
  return ({ audience, permission = 'calendar.manage' }) =>
    (audience === 'teachers' && !row?.teaches) || (audience === 'managers' && !has(can, permission))
}

type ChosenTypes = Record<string, Partial<Record<Channel, boolean | null>>>
/** Choices with the changes in them: null takes one back. */
function merged(before: Choices, changed: ChosenTypes = {}): Choices {
  const after = structuredClone(before)
  for (const [name, ways] of Object.entries(changed)) {
    const type = { ...after[name] }
    for (const channel of channels) {
      const wanted = ways[channel]
      if (wanted === null) delete type[channel]
      else if (wanted !== undefined) type[channel] = wanted
    }
    if (Object.keys(type).length > 0) after[name] = type
    else delete after[name]
  }
  return after
}

/** 400 at the type that is unknown, or that the organisation lets nobody turn off. */
function check(at: string, changed: ChosenTypes | undefined, forced: Record<string, Channel[]>): void {
  for (const [name, ways] of Object.entries(changed ?? {})) {
    const type = Object.hasOwn(registry, name) ? registry[name] : undefined
    if (!type) throw invalid({ [`${at}.${name}`]: 'notification.unknownType' })
    for (const channel of channels)
      if (ways[channel] === false && isForced(name, type, forced, channel))
        throw invalid({ [`${at}.${name}.${channel}`]: 'notification.forced' })
  }
}

export async function changePreferences(deps: Deps, actor: Actor, changed: PreferenceChanges): Promise<NotificationPreferences> {
  const { db, now } = deps
  // two writers of one person's row, where there is none yet
  await run(db, `select pg_advisory_xact_lock(hashtextextended('preferences:' || $1, 0))`, actor.person)
  const before = await preferencesOfOne(db, actor.person, true)
  const { forced } = await forcedIn(db, actor.org)
  const faults: Fields = {}
  if (changed.time_zone && !isTimeZone(changed.time_zone)) faults.time_zone = 'field.timeZone'
  if (Object.keys(faults).length > 0) throw invalid(faults)
  check('types', changed.types, forced)
  const courses = { ...before.courses }
  for (const [id, one] of Object.entries(changed.courses ?? {})) {
    if (one === null) delete courses[id]
    else {
      check(`courses.${id}.types`, one.types, forced)
      const { muted = courses[id]?.muted ?? false } = one
      const types = merged(courses[id]?.types ?? {}, one.types)
      if (muted || Object.keys(types).length > 0) courses[id] = { muted, types }
      else delete courses[id]
    }
  }
  if (Object.keys(courses).length > mostCourses) throw invalid({ courses: ['notification.tooManyCourses', { most: mostCourses }] })
  const quiet =
    changed.quiet === undefined ? before.quiet : changed.quiet && { from: minutesOf(changed.quiet.from), to: minutesOf(changed.quiet.to) }
  const after: Preferences = {
    timeZone: changed.time_zone === undefined ? before.timeZone : changed.time_zone,
    quiet,
    digest: changed.digest ?? before.digest,
    digestHour: changed.digest_hour ?? before.digestHour,
    mailOff: changed.mail_off ?? before.mailOff,
    types: merged(before.types, changed.types),
    courses,
  }
  await writePreferences(db, actor.person, after, now())
  await rescheduleMail(deps, actor.person, after)
  return await readPreferences(deps, actor)
}

async function writePreferences(tx: Tx, person: string, preferences: Preferences, now: Date): Promise<void> {
  const { timeZone, quiet, digest, digestHour, mailOff, types, courses } = preferences
  await run(
    tx,
    `
    insert into preferences (person_id, time_zone, quiet_from, quiet_to, digest, digest_hour, mail_off, types, courses, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (person_id) do update set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
      digest = excluded.digest, digest_hour = excluded.digest_hour, mail_off = excluded.mail_off, types = excluded.types,
      courses = excluded.courses, updated_at = excluded.updated_at`,
    person,
    timeZone,
    quiet?.from ?? null,
    quiet?.to ?? null,
    digest,
    digestHour,
    mailOff,
    JSON.stringify(types),
    JSON.stringify(courses),
    now,
  )
}

/** The person says that their address works again. */
export async function retryAddress(deps: Deps, actor: Actor): Promise<NotificationPreferences> {
  await run(deps.db, 'delete from refused_addresses where person_id = $1', actor.person)
  return await readPreferences(deps, actor)
}

/** By the token of a mail, without a session. 403 for one that no mail of ours has. */
export async function setMailOff(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  token: string,
  off: boolean,
): Promise<{ mail_off: boolean }> {
  const person = verifyToken(config.grantKeys, token)
  if (!person) throw forbidden('notification.token')
  await run(
    db,
    `
    insert into preferences (person_id, mail_off, updated_at) select p.id, $2::bool, $3::timestamptz from mirror.persons p where p.id = $1::uuid and not p.deleted
    on conflict (person_id) do update set mail_off = excluded.mail_off, updated_at = excluded.updated_at`,
    person,
    off,
    now().toISOString(),
  )
  return { mail_off: off }
}

export async function readRules(deps: Pick<Deps, 'db' | 'config' | 'now'>, actor: Actor): Promise<NotificationRules> {
  const { db } = deps
  const [{ forced, version }, mails] = [await forcedIn(db, actor.org), await mailsToday(db, deps, actor.org)]
  return {
    types: Object.entries(registry).map(([name, type]) => ({
      type: name,
      topic: topicOf(type),
      forced: channels.filter((channel) => isForced(name, type, forced, channel)),
      always: [...(type.forced ?? [])],
    })),
    mails,
    version,
  }
}

export async function changeRules(deps: Deps, actor: Actor, { forced: changed, version }: RuleChanges): Promise<NotificationRules> {
  const { db } = deps
  await run(db, `select pg_advisory_xact_lock(hashtextextended('notification-rules:' || $1, 0))`, actor.org)
  const before = await forcedIn(db, actor.org)
  if (before.version !== version) throw conflict('notification.newerRules')
  for (const name of Object.keys(changed))
    if (!Object.hasOwn(registry, name)) throw invalid({ [`forced.${name}`]: 'notification.unknownType' })
  const forced = Object.fromEntries(Object.entries({ ...before.forced, ...changed }).filter(([, list]) => list.length > 0))
  await run(
    db,
    `insert into notification_rules as old (org_id, forced, version) values ($1, $2, 1)
     on conflict (org_id) do update set forced = excluded.forced, version = old.version + 1`,
    actor.org,
    JSON.stringify(forced),
  )
  const of = (rules: Record<string, Channel[]>) => Object.fromEntries(Object.keys(changed).map((name) => [name, rules[name] ?? []]))
  await audit(db, { action: 'notificationRules.changed', subject: `org:${actor.org}`, before: of(before.forced), after: of(forced) })
  return await readRules(deps, actor)
}
