// A class kept in step with a term of a curriculum: who joins it joins the courses, who leaves it leaves those that this link has enrolled them in, with
// their work. Enrolments by hand and of a register are never ended by it, and who was removed by hand stays removed:
// it brings back those whom a source has ended.
import { one, plainDatabase, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { topicOf } from '@lyceum/kit/facts/wire-format'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { type PersonChanged, PersonChangedSchema } from '@lyceum/proto/identity'
import { endedSql } from '../courses/ending.ts'
import type { Deps } from '../deps.ts'
import { enrolmentKind } from '../enrolments/enrolment-rows.ts'
import { freeRemovals } from '../enrolments/free-removals.ts'
import { enqueue } from '../jobs.ts'
import { type Plan, writeMembers } from '../rosters/members.ts'
import { chosenCourses, coursesIn } from './chosen.ts'

/** Milliseconds in which an ended link can be restored; then its enrolments are nobody's. Also those in which ends are counted together. */
export const restorable = 86_400_000
/** Enrolments in one transaction. */
const most = 200

/** Call it where the link is locked: a job that ends meanwhile would miss what made it necessary. */
export const followLink = (tx: Tx, links: readonly string[]): Promise<void> =>
  enqueue(
    tx,
    links.map((link) => ({ kind: 'followLink' as const, key: `curriculum-link:${link}`, payload: { link } })),
  )

async function lockAndFollow(tx: Tx, links: readonly { id: string }[]): Promise<void> {
  if (links.length === 0) return
  const locked = await rows<{ id: string }>(
    tx,
    `select id::text from curriculum_links where id = any($1) and state <> 'ended' order by id for update`,
    links.map(({ id }) => id),
  )
  await followLink(
    tx,
    locked.map(({ id }) => id),
  )
}

/** All links of a curriculum follow it. */
export const followLinks = async (tx: Tx, curriculum: string): Promise<void> =>
  lockAndFollow(tx, await rows(tx, `select id::text from curriculum_links where curriculum_id = $1 and state <> 'ended'`, curriculum))

/**
 * identity's personChanged: links of a class that these people have joined, and links that keep them in courses of a class that they have left. A fact
 * that is read again says nothing new, and its person's class may not be read yet.
 */
export async function followPeople(tx: Tx, facts: readonly { data: PersonChanged; fact: HandledFact }[]): Promise<void> {
  const people = facts.filter(({ fact }) => !fact.rebuilding).map(({ data }) => data.id)
  if (people.length === 0) return
  const links = await rows<{ id: string }>(
    tx,
    `
    select l.id::text from mirror.memberships m
    join curriculum_links l on l.klass_id = m.klass_id and l.org_id = m.org_id and l.state <> 'ended'
    where m.person_id = any($1) and (l.state = 'held' or not exists (
      select from enrolments e join kit.external_ids x on x.subject = e.id and x.kind = '${enrolmentKind}' and x.source = l.source
      where e.person_id = m.person_id and e.state = 'active'))
    union
    select l.id::text from enrolments e join kit.external_ids x on x.subject = e.id and x.kind = '${enrolmentKind}'
    join curriculum_links l on l.source = x.source and l.state <> 'ended'
    where e.person_id = any($1) and e.state = 'active' and not exists (
      select from mirror.memberships m where m.person_id = e.person_id and m.org_id = l.org_id and m.klass_id = l.klass_id)`,
    people,
  )
  await lockAndFollow(tx, links)
}

type Link = {
  id: string
  org: string
  curriculum: string
  klass: string
  term: number
  termId: string | null
  department: string | null
  source: string
  state: string
  removals: number
  confirmed: number
  ended_since: Date | null
  ended_count: number
}
const linkColumns = `id::text, org_id::text as org, curriculum_id::text as curriculum, klass_id::text as klass, term, term_id::text as "termId",
  department_id::text as department, source, state, removals, confirmed, ended_since, ended_count`

const kept = `from curriculum_links l join kit.external_ids x on x.org_id = l.org_id and x.kind = '${enrolmentKind}' and x.source = l.source
  join enrolments e on e.id = x.subject and e.state = 'active'`
/** The mirror is being filled again: who is not in it yet has not left. */
const rebuildingSql = `exists (select from kit.positions where topic = '${topicOf(PersonChangedSchema.typeName)}' and position < rebuild_until)`
/** Of course `c` and enrolment `e`: its person has left the class. A suspended one has not, and a course that is over is history. */
const leaving = `not exists (select from mirror.memberships m where m.person_id = e.person_id and m.org_id = l.org_id and m.klass_id = l.klass_id)
  and not exists (select from mirror.persons p where p.id = e.person_id and l.org_id = any(p.suspended_in))
  and not c.deleted and ${endedSql} is not true and not ${rebuildingSql}`
const endingSql = `${kept} join courses c on c.id = e.course_id where l.id = $1 and ${leaving}`

/** Enrolments of a link whose people have left the class. */
export const endingCount = async (tx: Tx, link: string): Promise<number> =>
  (await one<{ n: number }>(tx, `select count(*)::int as n ${endingSql}`, link))?.n ?? 0

type Step = { joined: number; ended: number; held: number }
/**
 * Joins or ends some enrolments of a link; undefined where it is none any more. Nothing joined and nothing ended: the class is in step, or the mirror
 * is being filled again, and followAll comes back to it.
 */
export async function stepLink(deps: Deps, id: string): Promise<Step | undefined> {
  const { db: tx } = deps
  const link = await one<Link>(tx, `select ${linkColumns} from curriculum_links where id = $1 and state <> 'ended' for update`, id)
  if (!link) return undefined
  if (await one(tx, `select where ${rebuildingSql}`)) return { joined: 0, ended: 0, held: link.removals }
  const { ended, held } = await endSome(deps, link)
  const joined = await joinSome(deps, link)
  const state = held > 0 ? 'held' : 'active'
  if (state !== link.state || held !== link.removals)
    await run(tx, `update curriculum_links set state = $2, removals = $3, version = ${nextVersion()} where id = $1`, id, state, held)
  return { joined, ended, held }
}

/** Ends that are many within a day are held until somebody confirms their number: a class that a broken import has emptied keeps its courses. */
async function endSome(deps: Deps, link: Link): Promise<{ ended: number; held: number }> {
  const { db: tx, now } = deps
  const count = await endingCount(tx, link.id)
  if (count === 0) {
    if (link.confirmed > 0) await run(tx, 'update curriculum_links set confirmed = 0 where id = $1', link.id)
    return { ended: 0, held: 0 }
  }
  const recent = link.ended_since && now().getTime() - link.ended_since.getTime() < restorable ? link.ended_count : 0
  const present = (await one<{ n: number }>(tx, `select count(*)::int as n ${kept} where l.id = $1`, link.id))?.n ?? 0
  const free = Math.max(freeRemovals.most, freeRemovals.share * (present + recent))
  if (count + recent > free && count > link.confirmed) return { ended: 0, held: count }
  const ending = await rows<{ id: string; alone: boolean }>(
    tx,
    `
    select e.id::text, e.role = 'student' and not exists (
      select from kit.external_ids o where o.subject = e.id and o.kind = '${enrolmentKind}' and o.source <> l.source) as alone
    ${endingSql} order by e.id limit ${most} for update of e`,
    link.id,
  )
  await writeMembers(
    deps,
    link,
    {
      ...nothing,
      ended: ending.flatMap(({ id, alone }) => (alone ? [id] : [])),
      // it is another source's from now on, or somebody's by hand: of those who teach there
      ids: ending.flatMap(({ id, alone }) => (alone ? [] : [{ subject: id, id: null }])),
    },
    new Map(),
  )
  await run(
    tx,
    `update curriculum_links set ended_count = $2, ended_since = case when $3::bool then ended_since else $4::timestamptz end,
       confirmed = greatest(0, confirmed - $5) where id = $1`,
    link.id,
    // what somebody has confirmed is not counted against what follows
    link.confirmed >= count ? recent : recent + ending.length,
    recent > 0,
    now(),
    ending.length,
  )
  return { ended: ending.length, held: 0 }
}

const nothing: Plan = { made: [], back: [], roles: [], ended: [], ids: [] }

async function joinSome(deps: Deps, link: Link): Promise<number> {
  const { db: tx } = deps
  const courses = coursesIn(await chosenCourses(tx, link))
  const missing = await rows<{ course: string; person: string; enrolment: string | null; state: string | null }>(
    tx,
    `
    select w.course::text, m.person_id::text as person, e.id::text as enrolment, e.state
    from unnest($1::uuid[]) as w(course) cross join mirror.memberships m
    join mirror.persons p on p.id = m.person_id and not p.deleted
    left join enrolments e on e.course_id = w.course and e.person_id = m.person_id
    where m.klass_id = $2 and m.org_id = $3 and 'student' = any(m.roles)
      and (e.id is null
        or e.state = 'left' and e.left_ids is not null
          and not exists (select from field_keepers k where k.subject = e.id and k.field = 'state' and k.keeper = 'pinned')
        or e.state = 'active' and e.role = 'student'
          and exists (select from kit.external_ids x where x.subject = e.id and x.kind = '${enrolmentKind}')
          and not exists (select from kit.external_ids x where x.subject = e.id and x.kind = '${enrolmentKind}' and x.source = $4))
    order by w.course, m.person_id limit ${most}`,
    courses,
    link.klass,
    link.org,
    link.source,
  )
  if (missing.length === 0) return 0
  const externalOf = (one: { course: string; person: string }) => `${one.course}.${one.person}`
  await writeMembers(
    deps,
    link,
    {
      ...nothing,
      made: missing.flatMap(({ course, person, enrolment }) =>
        enrolment === null ? [{ course, person, role: 'student' as const, external: externalOf({ course, person }) }] : [],
      ),
      back: missing.flatMap(({ enrolment, state }) => (enrolment && state === 'left' ? [{ id: enrolment, role: 'student' as const }] : [])),
      ids: missing.flatMap((row) => (row.enrolment ? [{ subject: row.enrolment, id: externalOf(row) }] : [])),
    },
    new Map(),
  )
  return missing.length
}

/** Until the class is in step. The job ends while the link is locked, so that a change that comes meanwhile begins another one. */
export async function followLinkJob({ job, deps, done, signal }: JobContext<Deps, { link: string }>): Promise<void> {
  const db = plainDatabase(deps.pool)
  for (let goesOn = true; goesOn; ) {
    signal.throwIfAborted()
    goesOn = await db.$transaction(async (tx) => {
      const step = await stepLink({ ...deps, db: tx as Deps['db'] }, job.payload.link)
      if (step && step.joined + step.ended > 0) return true
      await done(tx)
      return false
    })
  }
}

/** Courses that were made since are joined within the hour; links that ended a day ago let go of their enrolments. */
export async function followAll({ pool }: Pick<Deps, 'pool'>, now: Date): Promise<void> {
  const db = plainDatabase(pool)
  let last = '00000000-0000-0000-0000-000000000000'
  await repeatWhileFull(async (size) => {
    const links = await rows<{ id: string }>(
      db,
      `select id::text from curriculum_links where not released and state <> 'ended' and id > $1 order by id limit $2`,
      last,
      size,
    )
    await db.$transaction((tx) => lockAndFollow(tx, links))
    last = links.at(-1)?.id ?? last
    return links.length
  }, 100)
  await repeatWhileFull((size) => db.$transaction((tx) => releaseEnded(tx, now, size)), 20)
}

async function releaseEnded(tx: Tx, now: Date, size: number): Promise<number> {
  const ended = await rows<{ source: string; org: string }>(
    tx,
    `update curriculum_links set released = true where id in (
       select id from curriculum_links where not released and state = 'ended' and ended_at < $1 order by id limit $2 for update skip locked)
     returning source, org_id::text as org`,
    new Date(now.getTime() - restorable),
    size,
  )
  for (const { source, org } of ended)
    await run(tx, `delete from kit.external_ids where org_id = $1 and kind = '${enrolmentKind}' and source = $2`, org, source)
  return ended.length
}
