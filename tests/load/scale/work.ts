// People's work, each kind measured alone: its amount, and the cost of one piece in every process.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { CourseChangedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import pg from 'pg'
import { send } from '../../flows/send.ts'
import { screen } from '../content-page.ts'
import { shoot, type Shot } from '../pound.ts'
import type { Ground } from './at-work.ts'
import type { Cost } from './processes.ts'

export type Work = { key: string; name: string; piece: string; run(ground: Ground): Promise<{ count: number; cost: Cost; note?: string }> }

async function shots(ground: Ground, list: Shot[], { who = ground.student, url = ground.product.url, clients = 16 } = {}) {
  const headers = { cookie: who.cookie, 'request-scope': who.org }
  await shoot({ url, shots: list, clients, seconds: 2, headers })
  const before = await ground.processes.now()
  const result = await shoot({ url, shots: list, clients, seconds: ground.seconds, headers })
  return { count: result.requests.total, before }
}
const each = (
  key: string,
  name: string,
  piece: string,
  list: (ground: Ground) => Shot[],
  options: { per?: number; as?: 'teacher'; url?: (ground: Ground) => string } = {},
): Work => ({
  key,
  name,
  piece,
  async run(ground) {
    const { count, before } = await shots(ground, list(ground), {
      ...(options.as && { who: ground.teacher }),
      ...(options.url && { url: options.url(ground) }),
    })
    const pieces = count / (options.per ?? 1)
    return { count: pieces, cost: await ground.processes.since(before, pieces) }
  },
})
const json = { 'content-type': 'application/json' }

/** Waits until nothing is on its way any more, so that its cost counts too. */
async function settled({ product }: Ground): Promise<void> {
  for (const name of ['course', 'activity']) {
    const client = new pg.Client(product.databases[name])
    await client.connect()
    while ((await client.query('select from kit.outbox where position is null limit 1')).rowCount) await pause(100)
    await client.end()
  }
  await pause(1500)
}

export const works: Work[] = [
  each('read', 'a read of one row', 'read', ({ course }) => [{ path: `/api/course/${course}/access_code` }], { as: 'teacher' }),
  each('open', 'a course page opened: the page with its first reads', 'page', ({ course }) => [
    { path: `/course/${course}/content`, headers: { accept: 'text/html' } },
  ]),
  each('again', 'a course page again: its three calls', 'page', ({ course }) => screen(course).map((path) => ({ path })), { per: 3 }),
  each(
    'start',
    'the start page: courses, learning, what is to do, unread',
    'page',
    () =>
      ['/api/my-courses?page_size=20', '/api/my-learning', '/api/todo?page_size=6', '/api/notifications/unread-count'].map((path) => ({
        path,
      })),
    { per: 4 },
  ),
  {
    key: 'write',
    name: 'a write with its fact: a course is renamed',
    piece: 'write',
    async run(ground) {
      const list = Array.from({ length: 50 }, (_, nth) => ({
        method: 'PUT',
        path: `/api/courses/${ground.course}`,
        body: JSON.stringify({ name: `Tides ${nth}` }),
        headers: json,
      }))
      const { count, before } = await shots(ground, list, { who: ground.teacher, clients: 8 })
      await settled(ground)
      return { count, cost: await ground.processes.since(before, count) }
    },
  },
  {
    key: 'course',
    name: 'a fact handed on and taken by every service that wants it: a course',
    piece: 'fact',
    run: (ground) =>
      facts(ground, (nth) => {
        const id = newId()
        return fact(
          CourseChangedSchema,
          { key: `course:${id}`, org: ground.school.id },
          { course: { id, orgId: ground.school.id, name: `Course ${nth}`, version: 1n } },
        )
      }),
  },
  {
    key: 'join',
    name: 'a fact handed on and taken: somebody joins a course',
    piece: 'fact',
    run: (ground) =>
      facts(ground, () => {
        const member = { courseId: newId(), personId: newId(), orgId: ground.school.id, role: 'student', state: 'active', version: 1n }
        return fact(MemberJoinedSchema, { key: `course:${member.courseId}`, org: ground.school.id }, { member })
      }),
  },
  {
    key: 'publish',
    name: 'an activity published to a course of 500',
    piece: 'activity',
    async run(ground) {
      const publish = (nth: number) =>
        ground.teacher.call('POST /api/courses/:id/activities', {
          params: { id: ground.course },
          body: { type: 'page', title: `Page ${nth}`, body: '<p>Text</p>', published: true },
        })
      for (let nth = 0; nth < 3; nth++) await publish(nth)
      await settled(ground)
      const before = await ground.processes.now()
      const count = ground.seconds * 5
      for (let nth = 0; nth < count; nth++) await publish(nth)
      await settled(ground)
      return { count, cost: await ground.processes.since(before, count) }
    },
  },
  each('action', 'a user action', 'action', () => [
    {
      method: 'POST',
      path: '/api/user-actions',
      headers: json,
      body: JSON.stringify({ action: 'course.open', screen_width: 1440, screen_height: 900, path: '/user/index' }),
    },
  ]),
  { key: 'signIn', name: 'a sign-in', piece: 'sign-in', run: signIns },
  {
    key: 'report',
    name: 'a report of what was watched (every 15 s of a film of half an hour, with its facts)',
    piece: 'report',
    run: beats,
  },
  each('segment', 'a segment of a film, led to the store', 'segment', ({ film }) => [{ path: film.segment }], {
    url: ({ product }) => product.bytes,
  }),
  {
    key: 'through',
    name: 'a segment of a film, handed through',
    piece: 'segment',
    async run(ground) {
      const { count, before } = await shots(ground, [{ path: ground.film.segment }], { url: ground.through })
      return { count, cost: await ground.processes.since(before, count), note: `${Math.round(ground.film.bytes / 1000)} kB each` }
    },
  },
  { key: 'blocks', name: 'a MiB sent by blocks', piece: 'MiB', run: (ground) => sent(ground, 'chunked') },
  { key: 'object', name: 'a MiB sent as an object', piece: 'MiB', run: (ground) => sent(ground, 'object') },
]

async function facts(ground: Ground, make: (nth: number) => ReturnType<typeof fact>) {
  const count = ground.seconds * 2000
  const client = new pg.Client(ground.product.databases.course)
  await client.connect()
  try {
    await settled(ground)
    const before = await ground.processes.now()
    for (let from = 0; from < count; from += 1000)
      await emitAll(
        plain(client),
        Array.from({ length: 1000 }, (_, nth) => make(from + nth)),
      )
    const last = (await client.query('select id from kit.outbox order by seq desc limit 1')).rows[0]?.id
    await settled(ground)
    for (const name of ['activity', 'notification', 'upload']) await arrived(ground.product.databases[name]!, last)
    await pause(1000)
    // PostgreSQL's share holds the writing into the outbox too: our connection has not ended yet
    return { count, cost: await ground.processes.since(before, count) }
  } finally {
    await client.end()
  }
}
async function arrived(database: string, id: string | undefined) {
  const client = new pg.Client(database)
  await client.connect()
  for (let tries = 0; id && tries < 600 && !(await client.query('select from kit.inbox where id = $1', [id])).rowCount; tries++)
    await pause(100)
  await client.end()
}

async function signIns(ground: Ground) {
  const count = ground.seconds * 10
  await ground.school.signIn('student')
  const before = await ground.processes.now()
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let nth = 0; nth < count / 5; nth++) await ground.school.signIn('student')
    }),
  )
  return { count, cost: await ground.processes.since(before, count) }
}

/** Half an hour of film by reports of fifteen seconds, of forty people; their plays already lie far enough back in time. */
async function beats(ground: Ground) {
  const { student, film, product } = ground
  const client = new pg.Client(product.databases.activity)
  await client.connect()
  const plays = await Promise.all(film.activities.map((id) => student.call('POST /api/activities/:id/play', { params: { id }, body: {} })))
  await client.query("update play_sessions set started_at = started_at - interval '10 hours'")
  await client.query('update uploads set duration = 1800 where id = $1', [film.id])
  await client.end()
  const report = (nth: number) => (play: { play_session_id: string }) =>
    student.call('POST /api/play-sessions/:id/heartbeat', {
      params: { id: play.play_session_id },
      body: { seq: nth + 1, intervals: [[nth * 15, nth * 15 + 15]], position: nth * 15 + 15 },
    })
  await Promise.all(plays.map(report(0)))
  const before = await ground.processes.now()
  const times = Math.min(119, ground.seconds * 20)
  for (let nth = 1; nth <= times; nth++) await Promise.all(plays.map(report(nth)))
  await settled(ground)
  const count = times * plays.length
  return { count, cost: await ground.processes.since(before, count) }
}

async function sent(ground: Ground, kind: 'chunked' | 'object') {
  const bytes = Buffer.alloc(64 * 2 ** 20)
  randomBytes(2 ** 20).copy(bytes)
  bytes.write('PK\x03\x04', 0, 'latin1')
  await send(ground.teacher, 'warm.zip', bytes.subarray(0, 8 * 2 ** 20), kind)
  const before = await ground.processes.now()
  const files = Math.max(1, Math.round(ground.seconds / 2))
  for (let nth = 0; nth < files; nth++) await send(ground.teacher, `notes-${nth}.zip`, bytes, kind)
  const count = (files * bytes.length) / 2 ** 20
  return { count, cost: await ground.processes.since(before, count) }
}
