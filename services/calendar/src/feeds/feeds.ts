// Feeds: their addresses, of which only hashes are kept, and what one shows.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { coursesById } from '@lyceum/course/mirror/courses'
import { suspendedSql } from '@lyceum/course/mirror/rules'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound, notKnownYet } from '@lyceum/kit/calls/errors'
import { one, plain, rows, run } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { readFeed } from './feed-content.ts'

const mostFeeds = 20
/** Bytes of an address: 256 bits. */
const tokenBytes = 32
const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Row = { id: string; name: string; course_id: string | null; created_at: Date; read_at: Date | null }
const toFeed = ({ created_at, read_at, ...row }: Row, course: string | null) => ({
  ...row,
  course_name: course,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
})

export async function listFeeds({ db }: Deps, { person }: Actor) {
  const found = await rows<Row>(
    db,
    'select id::text, name, course_id::text, created_at, read_at from feeds where person_id = $1 order by created_at desc, id limit 100',
    person,
  )
  const courses = await coursesById(
    db,
    found.flatMap(({ course_id }) => course_id ?? []),
  )
  return { feeds: found.map((row) => toFeed(row, row.course_id ? (courses.get(row.course_id)?.name ?? null) : null)) }
}

export async function makeFeed({ db, now }: Deps, actor: Actor, { name, course_id = null }: { name: string; course_id?: string | null }) {
  await run(db, `select pg_advisory_xact_lock(hashtextextended('feeds:' || $1, 0))`, actor.person)
  if ((await db.feed.count({ where: { personId: actor.person } })) >= mostFeeds) throw conflict('calendarFeed.tooMany', { most: mostFeeds })
  const course = course_id ? (await coursesById(db, [course_id])).get(course_id) : undefined
  const member =
    course &&
    (await one(
      db,
      `select from mirror.members m join mirror.courses c on c.id = m.course_id left join mirror.persons ps on ps.id = m.person_id
       left join mirror.orgs o on o.id = c.org_id
       where m.course_id = $1 and m.person_id = $2 and m.state = 'active' and not ${suspendedSql}`,
      course.id,
      actor.person,
    ))
  if (course_id && !member) throw invalid({ course_id: notKnownYet('timetable.courseUnknown') })
  const token = randomBytes(tokenBytes).toString('base64url')
  const id = newId()
  const shown = cleanTitle(name) || '–'
  const createdAt = now()
  await db.feed.create({
    data: {
      id,
      orgId: actor.org,
      personId: actor.person,
      courseId: course_id,
      name: shown,
      hash: new Uint8Array(hashOf(token)),
      createdAt,
    },
  })
  await audit(db, { action: 'calendarFeed.made', subject: `calendarFeed:${id}` })
  const feed = toFeed({ id, name: shown, course_id, created_at: createdAt, read_at: null }, course?.name ?? null)
  return { feed, path: `/api/calendar-feed/${token}.ics` }
}

export async function revokeFeed({ db }: Deps, { person }: Actor, id: string): Promise<null> {
  const gone = await run(db, 'delete from feeds where id = $1 and person_id = $2', id, person)
  if (gone === 0) throw notFound('calendarFeed', id)
  await audit(db, { action: 'calendarFeed.revoked', subject: `calendarFeed:${id}` })
  return null
}

/** 404 for an address that is none, that was revoked, or whose person is gone: all the same to who asks. */
export async function openFeed(deps: Deps, { token, known }: { token: string; known?: string }) {
  const { now, pool } = deps
  const tx = plain(pool)
  const hash = hashOf(token)
  const feed = await one<{
    id: string
    hash: Buffer
    person_id: string
    org_id: string
    course_id: string | null
    name: string
    locale: string
    read: boolean
  }>(
    tx,
    `
    select f.id::text, f.hash, f.person_id::text, f.org_id::text, f.course_id::text, coalesce(c.name, '') as name, ps.locale,
      f.read_at is not null and f.read_at > $2::timestamptz - interval '1 hour' as read
    from feeds f join mirror.persons ps on ps.id = f.person_id and not ps.deleted
    join mirror.memberships s on s.person_id = f.person_id and s.org_id = f.org_id
    left join (mirror.courses c left join mirror.orgs o on o.id = c.org_id) on c.id = f.course_id and not ${suspendedSql}
    where f.hash = $1`,
    hash,
    now(),
  )
  // found by the hash of the address: how long that takes says nothing of the address
  if (!feed || !timingSafeEqual(feed.hash, hash)) throw notFound('calendarFeed')
  if (!feed.read) await run(tx, 'update feeds set read_at = $2 where id = $1', feed.id, now())
  return await readFeed(
    tx,
    { person: feed.person_id, org: feed.org_id, course: feed.course_id, name: feed.name, locale: feed.locale },
    now(),
    known,
  )
}
