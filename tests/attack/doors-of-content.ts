// Attacks by what others write: a student's page that listens for drafts, pictures on another server in every text, and the addresses of meetings
// wherever something is stored, sent or subscribed to.
import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import type { Person } from '../flows/school.ts'
import { consumables } from './consumables.ts'
import type { Instance } from './instance.ts'
import { fieldsOf, isText, isWrite, readOperations, withField } from './operations.ts'
import type { Report } from './report.ts'
import { requestFor } from './requests.ts'
import { ask } from './rights-arena.ts'
import { storedWith } from './stored.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

/** The hints that a person's page hears. */
async function listen(at: Instance, person: Person) {
  const ended = new AbortController()
  const answer = await fetch(`${at.url}/api/events?scope=${person.org}`, { headers: { cookie: person.cookie }, signal: ended.signal })
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const part of answer.body!) text += decoder.decode(part, { stream: true })
  })()
  reading.catch(() => {}) // it ends by the abort
  await until(async () => {
    if (!text.includes('hello')) throw new Error('no stream')
  })
  return {
    heard: () =>
      [...text.matchAll(/^event: hint\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as { subject: string; course?: string }),
    close: () => ended.abort(),
  }
}

/** Hints of drafts reach the pages of teachers alone; hints of published content reach those of students. */
async function hints(at: Instance, report: Report, { owner, school, ids }: World): Promise<void> {
  const params = { id: ids.course }
  const student = await school.signIn('student')
  const page = (published: boolean) =>
    owner.call('POST /api/courses/:id/activities', { params, body: { type: 'page', title: 'Slack water', published } })
  const module = (published: boolean) => owner.call('POST /api/courses/:id/modules', { params, body: { name: 'Slack', published } })
  const hiddenCourse = { id: ids.hiddenCourse }
  await owner.call('POST /api/courses/:id/enrollments', { params: hiddenCourse, body: { person_ids: [student.id], role: 'student' } })
  const writes: [what: string, subject: string, course: string, write: () => Promise<unknown>][] = [
    ['a draft that is made', 'activityCreated', ids.course, () => page(false)],
    [
      'a draft that is saved',
      'activityChanged',
      ids.course,
      () => owner.call('PUT /api/activities/:id', { params: { id: ids.draft }, body: { body: `<p>${randomUUID()}</p>` } }),
    ],
    ['a hidden module', 'moduleChanged', ids.course, () => module(false)],
    [
      'a course that is not published',
      'courseChanged',
      ids.hiddenCourse,
      () => owner.call('PUT /api/courses/:id', { params: hiddenCourse, body: { subject_code: randomUUID().slice(0, 8) } }),
    ],
  ]
  for (const [what, subject, course, write] of writes) {
    const [theirs, ours] = [await listen(at, student), await listen(at, owner)]
    const about = (of: typeof theirs) => of.heard().filter((hint) => hint.course === course && hint.subject === subject)
    await write()
    await until(async () => {
      if (about(ours).length === 0) throw new Error(`who teaches hears nothing of ${what}`)
    })
    // what students see, hinted after it
    const [seen, show] = subject === 'moduleChanged' ? (['activityPublished', page] as const) : (['moduleChanged', module] as const)
    await show(true)
    await until(async () => {
      if (!theirs.heard().some((hint) => hint.subject === seen)) throw new Error('students hear nothing of what they see')
    })
    const heard = about(theirs)
    report.check(
      heard.length === 0,
      `a student's page hears of ${what}: ${JSON.stringify(heard)}`,
      `GET /api/events as a student, then ${what}`,
    )
    theirs.close()
    ours.close()
  }
}

// these calls would end the sessions that the others need
const left = ['POST /api/session', 'PUT /api/user/password', 'POST /api/user/password-reset', 'DELETE /api/users/:id']
/** At least so many places store rich text: bodies, drafts, questions, papers, templates, bulletins. */
const fewestRich = 6

/** A picture on another server, in every text field of every write. Rich text has lost its `onclick`; a title keeps all as words, and is no picture. */
async function pictures(at: Instance, report: Report, world: World): Promise<void> {
  const elsewhere = `http://pictures-${randomUUID().slice(0, 8)}.example/`
  const text = `<p onclick="x()">Tide</p><img src="${elsewhere}p.png" alt="chart">`
  const student = await world.school.signIn('student')
  for (const operation of (await readOperations(at.url)).filter((one) => isWrite(one) && one.body && !left.includes(one.key)))
    for (const field of fieldsOf(operation.body ?? {}).filter(isText)) {
      if ((field.schema.maxLength ?? text.length) < text.length) continue
      for (const person of [world.owner, world.admin, student]) {
        const made = requestFor(operation, world, (await consumables[operation.key]?.(world)) ?? {})
        const given = { ...made, body: withField(made.body, field.path, text) }
        const { status } = await ask({ at }, operation, given, { headers: { cookie: person.cookie }, scope: person.org })
        if (status < 300) break
      }
    }
  const rich = (await storedWith(at, elsewhere)).filter((one) => !one.text.includes('onclick'))
  const places = new Set(rich.map(({ place }) => place))
  report.check(
    places.size >= fewestRich,
    `only ${places.size} places keep rich text: ${[...places].join(', ')}`,
    'see pictures() in tests/attack',
  )
  for (const { place, text } of rich)
    report.check(
      !/<img[^>]*\ssrc="https?:/i.test(text),
      `${place} keeps a picture on another server: ${text.slice(0, 120)}`,
      `${place}: ${text}`,
    )
}

/** The places that may hold an address of a meeting: its row, and the answers that are stored for their asker's retries. */
const ofMeetings = /^calendar\.(public\.meetings|kit\.idempotency)\./

async function meetings(at: Instance, report: Report, world: World, mails: () => string): Promise<void> {
  const { owner, admin, school, ids } = world
  const secret = `secret${randomUUID().slice(0, 8)}`
  const addresses = {
    join_url: `https://meet.example.edu/${secret}?pwd=1`,
    live_addr: `https://live.example.edu/${secret}`,
    replay_address: `https://replay.example.edu/${secret}`,
  }
  const student = await school.signIn('student')
  const outside = await school.signIn('thirdStudent')
  const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const times = { start_time: soon(2), end_time: soon(3) }
  const draft = { course_id: ids.course, ...times, ...addresses }
  const ofCourse = { ...draft, scope_org_ids: '' }
  const asked = await owner.call('POST /api/calendar-meeting', { body: { title: 'Harbour board', ...ofCourse } })
  await owner.call('POST /api/instruction-team/meeting', { body: { title: 'Marking', ...draft } })
  await until(() =>
    admin.call('PUT /api/management/calendar-meeting/:id', {
      params: { id: asked.id },
      body: { audit_status: 'agree', version: asked.version },
    }),
  )
  const agreed = await until(() =>
    admin.call('POST /api/calendar-meeting', { body: { title: 'Pilot watch', host_user_id: owner.id, ...ofCourse } }),
  )
  const moved = { start_time: soon(26), end_time: soon(27), version: agreed.version }
  await admin.call('PUT /api/calendar-meeting/:id', { params: { id: agreed.id }, body: moved })
  for (const type of ['meeting_agreed', 'meeting_moved'])
    await until(async () => {
      const { items } = await student.call('GET /api/notifications', { query: {} })
      if (!items.some((one) => one.type === type)) throw new Error(`nobody is notified: ${type}`)
    })
  await until(async () => {
    if (!/Pilot watch/.test(mails())) throw new Error('no mail of the meeting that was moved')
  })
  const places = await storedWith(at, secret)
  report.check(places.length > 0, 'the address of the meeting is nowhere', 'POST /api/calendar-meeting with join_url')
  for (const { place } of places)
    report.check(ofMeetings.test(place), `the address of a meeting is in ${place}`, 'POST /api/calendar-meeting with join_url, agree, move')
  const parts = [...mails().matchAll(/base64\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/g)].map(([, part = '']) =>
    Buffer.from(part, 'base64').toString(),
  )
  const sent = [mails().replace(/=\r?\n/g, ''), ...parts, await readFile(at.log, 'utf8')].join('\n')
  report.check(!sent.includes(secret), 'a mail or the log has the address of a meeting', 'POST /api/calendar-meeting with SMTP_URL set')
  for (const person of [owner, student]) {
    const { path } = await person.call('POST /api/calendar-feeds', { body: { name: 'Phone' } })
    const feed = (await (await fetch(at.url + path)).text()).replaceAll('\r\n ', '')
    report.check(
      feed.includes('Pilot watch'),
      `a calendar's feed has no meeting: ${feed.slice(0, 200)}`,
      'GET the path of POST /api/calendar-feeds',
    )
    report.check(!feed.includes(secret), "a calendar's feed has the address of a meeting", 'GET the path of POST /api/calendar-feeds')
  }
  const listed = async (person: Person) => await (await person.send('GET', '/api/calendar-meeting')).text()
  report.check((await listed(owner)).includes(secret), 'who asked for a meeting does not get its address', 'GET /api/calendar-meeting')
  report.check(
    !(await listed(outside)).includes(secret),
    'who may not join gets the address',
    'GET /api/calendar-meeting as another student',
  )
}

export async function crossBorders(at: Instance, report: Report, world: World, mails: () => string): Promise<void> {
  await hints(at, report, world)
  await meetings(at, report, world, mails)
  await pictures(at, report, world)
}
