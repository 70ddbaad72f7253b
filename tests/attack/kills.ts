// 20 × kill -9 of the product during writes of courses, activities, enrolments, files and progress: every acknowledged write is there once,
// and the next start needs no help.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UploadTicket } from '@lyceum/upload/uploads/api'
import type { Upload } from '@lyceum/upload/rows/shapes'
import type { View } from '@lyceum/upload/viewing/api'
import { query } from '../faults/course.ts'
import type { Person } from '../flows/school.ts'
import { type Instance, startInstance } from './instance.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { makeFilmCourse, makeStudent, makeWorld } from './world.ts'

const rounds = 20
const block = 4 * 1024 * 1024
const film = 240

type Written = {
  courses: Set<string>
  /** Titles. */
  activities: Set<string>
  /** `course student` */
  enrolments: Set<string>
  files: { id: string; hash: string }[]
  /** The highest number of watched seconds that a heartbeat's answer has shown. */
  watched: number
}
type Load = { at: Instance; teacher: Person; student: Person; course: string; written: Written; going: boolean; refused: Set<string> }

/** Repeats the call with the same key until it is acknowledged; a refusal other than 409 and 503 is recorded. */
async function insisted<T>(load: Load, person: Person, method: string, path: string, body: unknown): Promise<T | undefined> {
  const key = randomUUID()
  const until = performance.now() + 60_000
  while (performance.now() < until) {
    try {
      const answer = await person.send(method, path, {
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await answer.text()
      if (answer.ok) return (text === '' ? {} : JSON.parse(text)) as T
      if (![409, 503].includes(answer.status)) return void load.refused.add(`${method} ${path}: ${answer.status} ${text.slice(0, 120)}`)
    } catch {
      // the product is killed or starting
    }
    await sleep(250)
  }
  load.refused.add(`${method} ${path}: no answer within a minute`)
}

async function writeCourses(load: Load): Promise<void> {
  const { teacher, student, written } = load
  while (load.going) {
    const name = `kill ${randomUUID()}`
    const made = await insisted<{ id: string }>(load, teacher, 'POST', '/api/course', { name })
    if (!made) continue
    written.courses.add(name)
    const enrolled = await insisted(load, teacher, 'POST', `/api/courses/${made.id}/enrollments`, {
      person_ids: [student.id],
      role: 'student',
    })
    if (enrolled) written.enrolments.add(`${made.id} ${student.id}`)
  }
}

async function writeActivities(load: Load): Promise<void> {
  while (load.going) {
    const title = `kill ${randomUUID()}`
    const made = await insisted(load, load.teacher, 'POST', `/api/courses/${load.course}/activities`, {
      type: 'page',
      title,
      body: '<p>High water</p>',
      published: true,
    })
    if (made) load.written.activities.add(title)
  }
}

async function bytesTo(
  load: Load,
  url: string,
  headers: Record<string, string>,
  body: Buffer | string,
): Promise<{ ctx: string } | undefined> {
  for (let tries = 0; tries < 240; tries++) {
    try {
      const answer = await fetch(url, { method: 'POST', headers, body: body as Buffer<ArrayBuffer>, signal: AbortSignal.timeout(20_000) })
      const text = await answer.text()
      if (answer.ok) return JSON.parse(text)
      // the first answer was lost: the upload is finished
      if (answer.status === 409 && text.includes('upload.finished')) return { ctx: '' }
      if (answer.status !== 503) return void load.refused.add(`POST ${new URL(url).pathname}: ${answer.status} ${text.slice(0, 120)}`)
    } catch {
      // the product is killed or starting
    }
    await sleep(250)
  }
}

/** Sends two blocks; contexts acknowledged before a kill are joined after it. */
async function writeFiles(load: Load): Promise<void> {
  while (load.going) {
    const bytes = randomBytes(block + 70_000)
    const ticket = await insisted<UploadTicket>(load, load.teacher, 'POST', '/api/uploads', {
      name: 'blocks.bin.zip',
      size: bytes.length,
      storage_type: 'chunked',
    })
    if (!ticket) continue
    bytes.write('PK\x03\x04', 'latin1')
    const contexts: string[] = []
    for (const part of [bytes.subarray(0, block), bytes.subarray(block)])
      contexts.push(
        (await bytesTo(load, `${ticket.upload_url}/mkblk/${part.length}?index=${contexts.length}`, ticket.headers, part))?.ctx ?? '',
      )
    const joined = await bytesTo(load, `${ticket.upload_url}/mkfile/${bytes.length}`, ticket.headers, contexts.join(','))
    const ready = joined && (await insisted<Upload>(load, load.teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`, {}))
    if (ready) load.written.files.push({ id: ticket.id, hash: createHash('sha256').update(bytes).digest('hex') })
    await sleep(300)
  }
}

async function watchFilm(load: Load, activity: string): Promise<void> {
  let play: { play_session_id: string; urls: { hls: string | null } } | undefined
  let at = 0
  let seq = 0
  while (load.going) {
    play ??= await insisted(load, load.student, 'POST', `/api/activities/${activity}/play`, {})
    if (!play) continue
    if (seq === 0) await fetchFilm(load.at, play.urls.hls ?? '').catch(() => {})
    await sleep(1000)
    const beat = { seq: ++seq, intervals: [[at, at + 1]], position: at + 1 }
    const counted = await insisted<{ watched: [number, number][] }>(
      load,
      load.student,
      'POST',
      `/api/play-sessions/${play.play_session_id}/heartbeat`,
      beat,
    )
    if (!counted) continue
    load.written.watched = Math.max(
      load.written.watched,
      counted.watched.reduce((sum, [from, to]) => sum + to - from, 0),
    )
    if (at < film - 2) at++
  }
}

async function fetchFilm(at: Instance, hls: string): Promise<void> {
  const base = at.bytes + hls.replace(/master\.m3u8$/, '')
  const quality = /^(\w+)\/index\.m3u8/m.exec(await (await fetch(at.bytes + hls)).text())?.[1] ?? 'qvga'
  const list = await (await fetch(`${base}${quality}/index.m3u8`)).text()
  for (const [, segment] of list.matchAll(/^(s\d+\.ts)/gm)) await (await fetch(`${base}${quality}/${segment}`)).arrayBuffer()
}

/** Counts each acknowledged name in the rows of a query. */
async function counts(database: string | undefined, sql: string, values: unknown[]): Promise<Map<string, number>> {
  return new Map((await query<{ name: string; n: number }>(database, sql, values)).map(({ name, n }) => [name, n]))
}

async function verify(load: Load, report: Report, activity: string): Promise<void> {
  const { at, written, teacher, student } = load
  const once = (what: string, names: Iterable<string>, found: Map<string, number>) => {
    const list = [...names]
    const lost = list.filter((name) => !found.has(name))
    const doubled = [...found].filter(([, n]) => n > 1).map(([name]) => name)
    report.check(
      lost.length === 0,
      `${lost.length} of ${list.length} acknowledged ${what} are lost: ${lost.slice(0, 3).join(', ')}`,
      'npm run attack -- kills',
    )
    report.check(
      doubled.length === 0,
      `${doubled.length} ${what} are there twice: ${doubled.slice(0, 3).join(', ')}`,
      'npm run attack -- kills',
    )
    report.note(`${list.length} ${what} acknowledged`)
  }
  once(
    'courses',
    written.courses,
    await counts(at.databases.course, `select name, count(*)::int as n from courses where name like 'kill %' group by name`, []),
  )
  once(
    'activities',
    written.activities,
    await counts(
      at.databases.activity,
      `select title as name, count(*)::int as n from activities where title like 'kill %' group by title`,
      [],
    ),
  )
  once(
    'enrolments',
    written.enrolments,
    await counts(
      at.databases.course,
      `select course_id || ' ' || person_id as name, count(*)::int as n from enrolments where state = 'active' group by 1`,
      [],
    ),
  )
  // the facts of these writes have arrived in the other services, too
  const notificationCount = async () =>
    (await query<{ n: number }>(at.databases.activity, `select count(*)::int as n from mirror.courses where name like 'kill %'`))[0]?.n ?? 0
  for (let tries = 0; tries < 100 && (await notificationCount()) < written.courses.size; tries++) await sleep(200)
  report.check(
    (await notificationCount()) >= written.courses.size,
    `another service knows ${await notificationCount()} of ${written.courses.size} courses`,
    'npm run attack -- kills',
  )
  let whole = 0
  for (const { id, hash } of written.files) {
    const view = (await (await teacher.send('GET', `/api/uploads/${id}/view`)).json()) as View
    const bytes = Buffer.from(await (await fetch(at.bytes + view.urls.file)).arrayBuffer())
    if (createHash('sha256').update(bytes).digest('hex') === hash) whole++
  }
  report.check(
    whole === written.files.length,
    `${whole} of ${written.files.length} acknowledged files are whole`,
    'npm run attack -- kills',
  )
  const { my } = await student.call('GET /api/activities/:id', { params: { id: activity } })
  report.check(
    my.watched_seconds >= Math.floor(written.watched) - 1,
    `${my.watched_seconds} of ${written.watched} acknowledged seconds are kept`,
    'npm run attack -- kills',
  )
  report.note(`${written.files.length} files of ${rounds} rounds, ${Math.round(written.watched)} s of film`)
  for (const one of load.refused) report.check(false, `a write was refused: ${one}`, 'npm run attack -- kills')
}

/** Processes that have this folder in their command line. */
const of = (folder: string): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false // it has ended meanwhile
    }
  }).length

export const kills: Part = {
  name: 'kills',
  about: '20 × kill -9 under writes of every kind; every acknowledged one is there once',
  seconds: 300,
  async run(report) {
    const at = await startInstance('kills')
    try {
      const world = await makeWorld(at, 'Kills')
      const { person: student } = await makeStudent(at, world)
      const { activity } = await makeFilmCourse(world.owner, [student.id], { seconds: film })
      const written: Written = { courses: new Set(), activities: new Set(), enrolments: new Set(), files: [], watched: 0 }
      const load: Load = { at, teacher: world.owner, student, course: world.ids.course, written, going: true, refused: new Set() }
      const writers = [writeCourses(load), writeCourses(load), writeActivities(load), writeFiles(load), watchFilm(load, activity)]
      const starts: number[] = []
      for (let round = 0; round < rounds; round++) {
        await sleep(500 + Math.random() * 2500)
        await at.kill()
        const began = performance.now()
        await at.again()
        starts.push(performance.now() - began)
      }
      await sleep(2000)
      load.going = false
      await Promise.all(writers)
      report.note(`started again in ${Math.round(Math.min(...starts))} to ${Math.round(Math.max(...starts))} ms`)
      report.check(Math.max(...starts) < 30_000, `a start took ${Math.round(Math.max(...starts))} ms`, 'npm run attack -- kills')
      await verify(load, report, activity)
      const ended = new Promise<number | null>((resolve) => at.process?.once('exit', (code) => resolve(code)))
      at.process?.kill('SIGTERM')
      report.check((await ended) === 0, `it ends with ${await ended}`, 'npm run attack -- kills, then SIGTERM')
      await sleep(1000)
      report.check(of(at.home ?? '-') === 0, `${of(at.home ?? '-')} processes of it are left`, 'npm run attack -- kills, then SIGTERM')
    } finally {
      await at.stop()
    }
  },
}
