// Grants after each kind of loss: the former holder of a right to a film, a file, captions or hints has none of it 10 s after the right
// ends.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Person, signIn } from '../flows/school.ts'
import { send } from '../flows/send.ts'
import { pdf } from '../media.ts'
import { guests } from './guests.ts'
import { type Instance, startInstance } from './instance.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { makeFilmCourse, makeStudent, makeWorld, type World } from './world.ts'
import { until } from './until.ts'

/** Milliseconds: the 10 s of the contract, and two seconds for this machine. */
const within = 12_000

type Way = { name: string; ask(): Promise<number> }
type Holder = {
  person: Person
  password: string
  course: string
  film: string
  sheet: string
  pdfUpload: string
  enrolment: string
  ways: Way[]
  stream: Stream
}
type Loss = {
  name: string
  /** Names of the ways that this loss leaves open. */
  keeps?: (name: string) => boolean
  lose(holder: Holder): Promise<unknown>
}

/** The stream of hints as a page receives it. */
type Stream = { heard: string; ended: boolean; close(): void }
async function listen(at: Instance, person: Person): Promise<Stream> {
  const over = new AbortController()
  const stream: Stream = { heard: '', ended: false, close: () => over.abort() }
  const answer = await fetch(`${at.url}/api/events?scope=${person.org}`, { headers: { cookie: person.cookie }, signal: over.signal })
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) stream.heard += decoder.decode(chunk as Uint8Array)
  })()
    .catch(() => {})
    .finally(() => {
      stream.ended = true
    })
  return stream
}

const status = async (answer: Promise<Response>): Promise<number> => {
  const { status, body } = await answer
  await body?.cancel()
  return status
}

/** A student of a course of their own, with everything in it opened. */
async function makeHolder(at: Instance, world: World, upload: string): Promise<Holder> {
  const { owner } = world
  const { person, password } = await makeStudent(at, world)
  const { id } = person
  const tag = id.slice(-8)
  const { id: course } = await owner.call('POST /api/course', { body: { name: `Course ${tag}` } })
  const params = { id: course }
  const { enrollments } = await until(() =>
    owner.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [id], role: 'student' } }),
  )
  const { id: pdfUpload } = await send(owner, 'chart.pdf', pdf())
  const add = async (body: object) =>
    (await owner.call('POST /api/courses/:id/activities', { params, body: { published: true, ...body } as never })).id
  const film = await add({ type: 'online_video', title: `Film ${tag}`, upload_ids: [upload] })
  const sheet = await add({ type: 'material', title: `Sheet ${tag}`, upload_ids: [pdfUpload] })
  await owner.call('PUT /api/uploads/:id', { params: { id: pdfUpload }, body: { allow_download: true } })
  await owner.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const play = await until(() => person.call('POST /api/activities/:id/play', { params: { id: film }, body: {} }))
  const read = await until(async () => {
    const opened = await person.call('POST /api/activities/:id/play', { params: { id: sheet }, body: {} })
    if (!opened.download) throw new Error('the leave to download has not arrived')
    return opened
  })
  const master = await (await fetch(at.bytes + play.urls.hls)).text()
  const quality = /^(\w+)\/index\.m3u8/m.exec(master)?.[1] ?? 'qvga'
  const base = at.bytes + (play.urls.hls ?? '').replace(/master\.m3u8$/, '')
  const list = await (await fetch(`${base}${quality}/index.m3u8`)).text()
  const segment = /^(s\d+\.ts)/m.exec(list)?.[1] ?? ''
  const bytes = (name: string, url: string): Way => ({ name, ask: () => status(fetch(url, { headers: { range: 'bytes=0-99' } })) })
  const call = (name: string, method: string, path: string, body?: () => unknown): Way => ({
    name,
    ask: () =>
      status(person.send(method, path, { ...(body && { body: JSON.stringify(body()), headers: { 'content-type': 'application/json' } }) })),
  })
  let seq = 0
  const ways = [
    bytes('the playlist', `${base}master.m3u8`),
    bytes('a quality', `${base}${quality}/index.m3u8`),
    bytes('a segment', `${base}${quality}/${segment}`),
    bytes('captions', `${base}captions/en`),
    bytes('the document', at.bytes + read.urls.file),
    bytes('the document as a download', `${at.bytes}${read.urls.file}?download=true`),
    call('the view by its grant', 'GET', `/api/uploads/${pdfUpload}/view?grant=${read.grant}`),
    call('the page count by its grant', 'GET', `/api/uploads/reference/document/${pdfUpload}/pdf-info-for-stat?grant=${read.grant}`),
    call('the download by its grant', 'GET', `/api/uploads/${pdfUpload}/blob?scope=${person.org}&grant=${read.grant}`),
    call('the view of the film by its grant', 'GET', `/api/uploads/${upload}/view?grant=${play.grant}`),
    call('a heartbeat', 'POST', `/api/play-sessions/${play.play_session_id}/heartbeat`, () => ({ seq: ++seq, intervals: [], position: 0 })),
    call('a new play of the film', 'POST', `/api/activities/${film}/play`, () => ({})),
    call('the film itself', 'GET', `/api/activities/${film}`),
    call('the sheet itself', 'GET', `/api/activities/${sheet}`),
    {
      name: "the page's first reads",
      ask: async () => {
        const answer = await person.send('GET', `/course/${course}/content`)
        return answer.status === 200 && !(await answer.text()).includes(`Film ${tag}`) ? 403 : 200
      },
    },
  ]
  return { person, password, course, film, sheet, pdfUpload, enrolment: enrollments[0]?.id ?? '', ways, stream: await listen(at, person) }
}

const film = (name: string) => /playlist|quality|segment|captions|film|heartbeat|first reads/.test(name)
const sheet = (name: string) => /document|by its grant|sheet/.test(name) && !/film/.test(name)
const ended = (name: string) => name === 'live hints'

/** Every loss with a call of its own. Hints end with the session, and carry nothing of a course after its student has left. */
function losses(at: Instance, { owner, admin, school }: World): Loss[] {
  const again = (holder: Holder) => signIn(at, { login: holder.person.login, password: holder.password, org: school.id })
  const change = (body: object) => (holder: Holder) =>
    owner.call('PUT /api/activities/:id', { params: { id: holder.film }, body: body as never })
  const past = new Date(Date.now() - 60_000).toISOString()
  const future = new Date(Date.now() + 86_400_000).toISOString()
  return [
    { name: 'signed out', lose: ({ person }) => person.signOut() },
    {
      name: 'session ended from elsewhere',
      lose: async (holder) => {
        const { id } = await holder.person.call('GET /api/session')
        await (await again(holder)).call('DELETE /api/user/sessions/:id', { params: { id } })
      },
    },
    { name: 'all other sessions ended', lose: async (holder) => (await again(holder)).call('DELETE /api/user/sessions') },
    {
      name: 'password changed elsewhere',
      lose: async (holder) =>
        (await again(holder)).call('PUT /api/user/password', {
          body: { old_password: holder.password, new_password: `${holder.password}-2` },
        }),
    },
    {
      name: 'person erased',
      lose: ({ person }) => admin.call('DELETE /api/users/:id', { params: { id: person.id } }),
    },
    {
      name: 'taken out of the course',
      keeps: ended,
      lose: ({ enrolment }) => owner.call('DELETE /api/course/enrollments', { body: { enrollment_ids: [enrolment] } }),
    },
    {
      name: 'course hidden',
      keeps: ended,
      lose: ({ course }) => owner.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: false } }),
    },
    { name: 'course deleted', keeps: ended, lose: ({ course }) => owner.call('DELETE /api/course/:id', { params: { id: course } }) },
    // the name of an ended activity stays in the list
    { name: 'activity ended', keeps: (name) => !film(name) || name.includes('first reads'), lose: change({ end_time: past }) },
    { name: 'activity not begun', keeps: (name) => !film(name) || name.includes('first reads'), lose: change({ start_time: future }) },
    { name: 'activity hidden', keeps: (name) => !film(name), lose: change({ published: false }) },
    {
      name: 'activity deleted',
      keeps: (name) => !film(name),
      lose: (holder) => owner.call('DELETE /api/activities/:id', { params: { id: holder.film }, query: {} }),
    },
    {
      name: 'hidden with others',
      keeps: (name) => !film(name),
      lose: (holder) =>
        owner.call('POST /api/courses/:id/publish-activities', {
          params: { id: holder.course },
          body: { activity_ids: [holder.film], published: false },
        }),
    },
    {
      name: 'file taken out of the activity',
      keeps: (name) => !sheet(name) || name === 'the sheet itself',
      lose: async (holder) => {
        const { id } = await send(owner, 'another.pdf', pdf())
        await owner.call('PUT /api/activities/:id', { params: { id: holder.sheet }, body: { upload_ids: [id] } })
      },
    },
    {
      name: 'file deleted',
      keeps: (name) => !sheet(name) || name === 'the sheet itself',
      lose: ({ pdfUpload }) => owner.call('DELETE /api/uploads/:id', { params: { id: pdfUpload }, query: { force: true } }),
    },
    {
      name: 'download no longer allowed',
      keeps: (name) => name !== 'the document as a download' && name !== 'the download by its grant',
      lose: ({ pdfUpload }) => owner.call('PUT /api/uploads/:id', { params: { id: pdfUpload }, body: { allow_download: false } }),
    },
  ]
}

/** Checks each way: open before the loss, closed within 12 s, and closed for good. */
async function losing(
  at: Instance,
  report: Report,
  world: World,
  upload: string,
  { name, keeps = () => false, lose }: Loss,
): Promise<void> {
  const holder = await makeHolder(at, world, upload)
  for (const way of holder.ways) {
    const before = await until(async () => {
      const status = await way.ask()
      if (status >= 400) throw new Error(`${way.name} is ${status} before anything is lost`)
      return status
    }).catch((error: Error) => report.check(false, `${name}: ${error.message}`, way.name) || 0)
    report.check(Number(before) < 400, `${way.name} is ${before} before`, name)
  }
  await lose(holder)
  const began = performance.now()
  const open = new Set(holder.ways.filter((way) => !keeps(way.name)))
  let hearing = !keeps('live hints') && !ended(name)
  while (performance.now() - began < within && (open.size > 0 || hearing)) {
    await Promise.all([...open].map(async (way) => (await way.ask()) >= 400 && open.delete(way)))
    if (holder.stream.ended) hearing = false
    await sleep(500)
  }
  const repeat = `as a student open the film and the sheet of a course, then: ${name}; ask again 12 s later`
  for (const way of holder.ways.filter((one) => !keeps(one.name) && !open.has(one))) report.check(true, way.name, repeat)
  report.check(open.size === 0, `${name}: still open after 12 s: ${[...open].map((way) => way.name).join(', ')}`, repeat)
  const session = [
    'signed out',
    'session ended from elsewhere',
    'all other sessions ended',
    'password changed elsewhere',
    'person erased',
  ].includes(name)
  if (session) report.check(holder.stream.ended, `${name}: live hints still come after 12 s`, repeat)
  if (['taken out of the course', 'course hidden'].includes(name)) {
    holder.stream.heard = ''
    await world.owner.call('PUT /api/courses/:id', { params: { id: holder.course }, body: { subject_code: 'X' } })
    await sleep(1500)
    if (name === 'taken out of the course')
      report.check(!holder.stream.heard.includes(holder.course), `${name}: hints of the course still come`, repeat)
  }
  holder.stream.close()
}

/** Rights that come from a role in the course or from a sharing group, and the view that they gave. */
async function viewsOfColleagues(at: Instance, report: Report, world: World): Promise<void> {
  const { owner, school } = world
  const cases: [
    name: string,
    who: 'assistant' | 'otherTeacher',
    gain: (upload: string, course: string) => Promise<() => Promise<unknown>>,
  ][] = [
    [
      'no longer assistant but student',
      'assistant',
      async (_, course) => {
        const { enrollments } = await owner.call('POST /api/courses/:id/enrollments', {
          params: { id: course },
          body: { person_ids: [school.people.assistant.id], role: 'instructor_assistant' },
        })
        return () =>
          owner.call('PUT /api/course/enrollments', { body: { enrollment_ids: enrollments.map(({ id }) => id), role: 'student' } })
      },
    ],
    [
      'no longer in the course',
      'assistant',
      async (_, course) => {
        const { enrollments } = await owner.call('POST /api/courses/:id/enrollments', {
          params: { id: course },
          body: { person_ids: [school.people.assistant.id], role: 'instructor_assistant' },
        })
        return () => owner.call('DELETE /api/course/enrollments', { body: { enrollment_ids: enrollments.map(({ id }) => id) } })
      },
    ],
    [
      'file no longer shared',
      'otherTeacher',
      async (upload) => {
        const id = await shared(world, upload)
        return () => owner.call('DELETE /api/resource-groups/:id/files/:upload_id', { params: { id, upload_id: upload } })
      },
    ],
    [
      'taken out of the sharing group',
      'otherTeacher',
      async (upload) => {
        const id = await shared(world, upload)
        return () =>
          owner.call('DELETE /api/resource-groups/:id/members/:person_id', { params: { id, person_id: school.people.otherTeacher.id } })
      },
    ],
    [
      'sharing group deleted',
      'otherTeacher',
      async (upload) => {
        const id = await shared(world, upload)
        return () => owner.call('DELETE /api/resource-groups/:id', { params: { id } })
      },
    ],
  ]
  await Promise.all(
    cases.map(async ([name, who, gain]) => {
      const { id: course } = await owner.call('POST /api/course', { body: { name: 'Of colleagues' } })
      const { id: upload } = await send(owner, 'chart.pdf', pdf())
      await owner.call('POST /api/courses/:id/activities', {
        params: { id: course },
        body: { type: 'material', title: 'Chart', upload_ids: [upload] },
      })
      const lose = await gain(upload, course)
      const person = await school.signIn(who)
      const view = await until(() => person.call('GET /api/uploads/:id/view', { params: { id: upload }, query: {} }))
      const ask = () => status(fetch(at.bytes + view.urls.file, { headers: { range: 'bytes=0-9' } }))
      report.check((await ask()) < 400, `${name}: the view opens nothing before`, name)
      await lose()
      const began = performance.now()
      let last = await ask()
      while (performance.now() - began < within && last < 400) {
        await sleep(500)
        last = await ask()
      }
      report.check(
        last >= 400,
        `${name}: the address of an earlier view is still open after 12 s`,
        `GET /api/uploads/:id/view as ${who}, then: ${name}; GET its urls.file 12 s later`,
      )
    }),
  )
}

async function shared({ owner, school }: World, upload: string): Promise<string> {
  const { id } = await owner.call('POST /api/resource-groups', { body: { name: 'Plankton' } })
  await owner.call('POST /api/resource-groups/:id/members', { params: { id }, body: { person_ids: [school.people.otherTeacher.id] } })
  await owner.call('POST /api/resource-groups/:id/files', { params: { id }, body: { upload_ids: [upload] } })
  return id
}

export const grants: Part = {
  name: 'grants',
  about:
    'after each kind of loss (sign-out, un-enrolment, hidden, ended, deleted, unshared, erased …) what was open closes within 10 s, to guests too',
  seconds: 150,
  async run(report) {
    const at = await startInstance('grants')
    try {
      const world = await makeWorld(at, 'Grants')
      const { upload } = await makeFilmCourse(world.owner, [], { seconds: 12 })
      await world.owner.call('PUT /api/uploads/:id/captions/:language', {
        params: { id: upload, language: 'en' },
        body: { text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nSalt' },
      })
      const all = losses(at, world)
      // a few at a time: each has a course, a student and a stream of its own
      for (let first = 0; first < all.length; first += 6)
        await Promise.all(
          all
            .slice(first, first + 6)
            .map((loss) =>
              losing(at, report, world, upload, loss).catch((error: Error) =>
                report.check(false, `${loss.name} could not be tried: ${error.message}`, loss.name),
              ),
            ),
        )
      await viewsOfColleagues(at, report, world)
      await guests(at, report, world, upload)
    } finally {
      await at.stop()
    }
  },
}
