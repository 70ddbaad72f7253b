// People who ask to join: they wait, are let in or declined, or wait no longer.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { CourseScope } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { enrol } from '../enrolments/enrolments.ts'
import type { JoinRequest, MyJoinRequest } from './api.ts'
import { emitRequests, requestColumns, type RequestRow } from '../enrolments/join-requests.ts'
import { seatsLeft } from './rules.ts'
import { countStudents, readSettings } from './settings.ts'

/** Puts a person on the waiting list, at its end; who waits already stays where they are. */
export async function ask({ db, now }: Deps, course: { id: string; orgId: string }, person: string): Promise<void> {
  await emitRequests(
    db,
    await rows<RequestRow>(
      db,
      `
      insert into join_requests as r (course_id, person_id, org_id, state, asked_at, version) values ($1, $2, $3, 'waiting', $4::timestamptz, ${nextVersion('0')})
      on conflict (course_id, person_id) do update set state = 'waiting', asked_at = excluded.asked_at, answered_at = null, version = ${nextVersion('r.version')}
      where r.state <> 'waiting' returning ${requestColumns('r')}`,
      course.id,
      person,
      course.orgId,
      now(),
    ),
  )
}

const from = `from join_requests r left join mirror.persons p on p.id = r.person_id
  left join mirror.memberships m on m.person_id = r.person_id and m.org_id = r.org_id
  left join mirror.study_units k on k.id = m.klass_id and not k.deleted
  where r.course_id = $1 and r.state = 'waiting' and p.deleted is not true
    and ${heldSql(foldedSql('p.name', 'p.user_no', 'p.email'), '$2')}`

export async function listRequests({ db }: Deps, course: string, { conditions, ...page }: PageQuery & { conditions?: string }) {
  const { keyword = '' } = conditionsOf(conditions, ['keyword'])
  if (typeof keyword !== 'string' || keyword.length > 100) throw invalid({ 'conditions.keyword': 'field.format' })
  const values = [course, wordPatterns(keyword)]
  const total = await one<{ n: number }>(db, `select count(*)::int as n ${from}`, ...values)
  const { limit, offset } = limits(page)
  const items = await rows<Omit<JoinRequest, 'asked_at'> & { asked_at: Date }>(
    db,
    `
    select jsonb_build_object('id', r.person_id, 'name', coalesce(p.name, ''), 'user_no', coalesce(p.user_no, ''),
      'avatar', coalesce(p.avatar, ''), 'email', coalesce(p.email, '')) as person, k.name as klass, r.asked_at
    ${from} order by r.asked_at, r.person_id limit ${limit} offset ${offset}`,
    ...values,
  )
  const { seats } = await readSettings(db, course)
  return {
    ...pageOf(
      page,
      total?.n ?? 0,
      items.map(({ asked_at, ...same }) => ({ ...same, asked_at: asked_at.toISOString() })),
    ),
    seats_left: seats === null ? null : seatsLeft(seats, await countStudents(db, course)),
  }
}

/** Also where the code has changed meanwhile, by which they came. */
export async function myRequests({ db }: Deps, actor: Actor): Promise<{ items: MyJoinRequest[] }> {
  const found = await rows<MyJoinRequest['course'] & { asked_at: Date }>(
    db,
    `
    select c.id::text, c.name, c.display_name, c.course_code, r.asked_at from join_requests r join courses c on c.id = r.course_id and not c.deleted
    where r.person_id = $1 and r.state = 'waiting' order by r.asked_at desc, c.id limit 100`,
    actor.person,
  )
  return { items: found.map(({ asked_at, ...course }) => ({ course, asked_at: asked_at.toISOString() })) }
}

/** The requests in one of these states, locked. */
const lockRequests = (tx: Tx, course: string, people: string[], states: string[]): Promise<RequestRow[]> =>
  rows<RequestRow>(
    tx,
    `select ${requestColumns('r')} from join_requests r where r.course_id = $1 and r.person_id = any($2) and r.state = any($3) order by r.person_id for update`,
    course,
    people,
    states,
  )

/** Answers who was let in, declined, or waits again; others are left as they are. 409 course.full when there are fewer seats than people. */
export async function answerRequests(
  deps: Deps,
  { org }: CourseScope,
  course: string,
  { person_ids, state }: { person_ids: string[]; state: 'accepted' | 'declined' | 'waiting' },
): Promise<string[]> {
  const { db, now } = deps
  const { seats } = await readSettings(db, course, { lock: true })
  const from = { accepted: ['waiting', 'declined'], declined: ['waiting'], waiting: ['declined'] }[state]
  const people = (await lockRequests(db, course, person_ids, from)).map(({ person_id }) => person_id)
  if (people.length === 0) return []
  if (state === 'accepted') {
    const left = seatsLeft(seats, await countStudents(db, course))
    if (left !== null && people.length > left) throw conflict('course.full', { left })
    await enrol(deps, { id: course, orgId: org }, people, 'student')
    return people
  }
  await emitRequests(
    db,
    await rows<RequestRow>(
      db,
      `
      update join_requests r set state = $3, answered_at = case when $3 = 'waiting' then null else $4::timestamptz end, version = ${nextVersion('r.version')}
      where r.course_id = $1 and r.person_id = any($2) returning ${requestColumns('r')}`,
      course,
      people,
      state,
      now(),
    ),
  )
  return people
}

export async function withdraw({ db }: Deps, actor: Actor, course: string): Promise<null> {
  const withdrawn = await rows<RequestRow>(
    db,
    `
    update join_requests r set state = 'withdrawn', version = ${nextVersion('r.version')}
    where r.course_id = $1 and r.person_id = $2 and r.state = 'waiting' returning ${requestColumns('r')}`,
    course,
    actor.person,
  )
  if (withdrawn.length === 0) throw notFound('joinRequest')
  await emitRequests(db, withdrawn)
  return null
}
