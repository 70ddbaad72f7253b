// Attacks with bodies of script in every text field of every write call, then the pages that show them, opened by another person in a real
// browser: nothing runs, and no request leaves for another machine.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { launch } from '../e2e/browser.ts'
import type { Person } from '../flows/school.ts'
import { send } from '../flows/send.ts'
import { type Instance, startInstance } from './instance.ts'
import { fieldsOf, isText, isWrite, readOperations, withField } from './operations.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { consumables } from './consumables.ts'
import { requestFor } from './requests.ts'
import { ask, lineOf } from './rights-arena.ts'
import { scriptBodies } from './script-bodies.ts'
import { mails, smtp } from './script-mails.ts'
import { each, firstHtml, read } from './script-reader.ts'
import { makeFilmCourse, makeStudent, makeWorld, type World } from './world.ts'
import { until } from './until.ts'

// these calls would end the sessions that the others need
const left = ['POST /api/session', 'PUT /api/user/password', 'POST /api/user/password-reset', 'DELETE /api/users/:id']

/** Writes every body into every field that takes text; answers the number of fields. */
async function everywhere(at: Instance, report: Report, world: World, bodies: string[]): Promise<number> {
  let fields = 0
  const { admin } = world
  const operations = (await readOperations(at.url)).filter((one) => isWrite(one) && one.body && !left.includes(one.key))
  for (const operation of operations) {
    const person = operation.path.startsWith('/api/users') || operation.path.startsWith('/api/org') ? admin : world.owner
    const sender = { headers: { cookie: person.cookie }, scope: person.org }
    for (const field of fieldsOf(operation.body ?? {}).filter(isText)) {
      fields++
      await each(bodies, async (body) => {
        const made = requestFor(operation, world, (await consumables[operation.key]?.(world)) ?? {})
        const value = body.slice(0, field.schema.maxLength ?? 10_000)
        const given = { ...made, body: withField(made.body, field.path, value) }
        const { status, text, headers } = await ask({ at }, operation, given, sender)
        const repeat = lineOf(operation, given)
        report.check(status < 500, `${operation.key} answers ${status} to script in ${field.path.join('.')}: ${text.slice(0, 80)}`, repeat)
        const json = (headers.get('content-type') ?? 'application/json').startsWith('application/json')
        report.check(
          json && headers.get('x-content-type-options') === 'nosniff',
          `${operation.key} answers as ${headers.get('content-type')}`,
          repeat,
        )
      })
    }
  }
  return fields
}

type Shown = { course: string; pages: string[]; film: string; files: string[] }

/** Puts all bodies where others see them: names, titles, texts, files, people, chapters, captions. */
async function shown(report: Report, world: World, reader: Person, bodies: string[]): Promise<Shown> {
  const { owner, admin } = world
  const enrol = async (course: string, person: string) =>
    owner.call('POST /api/courses/:id/enrollments', { params: { id: course }, body: { person_ids: [person], role: 'student' } })
  const cut = (text: string, most = 200) => text.slice(0, most)
  const { course, upload: film } = await makeFilmCourse(owner, [reader.id], { seconds: 90 })
  await each(bodies, async (text) => {
    const { id } = await owner.call('POST /api/course', {
      body: {
        name: cut(text),
        display_name: cut(text),
        course_code: cut(text, 64),
        subject_code: cut(text, 64),
        semester: cut(text, 64),
        teaching_class_name: cut(text),
        academic_year: { name: cut(text) },
        department: { name: cut(text) },
        grade: { name: cut(text) },
        klass: { name: cut(text) },
        course_outline: text,
      },
    })
    await enrol(id, reader.id)
    await owner.call('PUT /api/courses/:id/publish', { params: { id }, body: { published: true } })
    await owner.call('POST /api/courses/:id/modules', { params: { id: course }, body: { name: cut(text) } })
    const { id: group } = await owner.call('POST /api/resource-groups', { body: { name: cut(text) } })
    await owner.call('POST /api/resource-groups/:id/members', { params: { id: group }, body: { person_ids: [reader.id] } })
    const person = await admin.call('POST /api/users', {
      body: { name: cut(text, 100), user_no: cut(`${randomUUID().slice(0, 4)}${text}`, 50), roles: ['student'] },
    })
    await until(() => enrol(course, person.id))
  })
  const pages: string[] = []
  const params = { id: course }
  const { id: set } = await owner.call('POST /api/courses/:id/group-sets', {
    params,
    body: {
      name: cut(bodies[0] ?? '', 100),
      groups: bodies.map((text, n) => cut(`${n} ${text}`, 100)),
      sign_up: { seats: null, until: null },
    },
  })
  const { groups } = await owner.call('POST /api/group-sets/:id/groups', {
    params: { id: set },
    body: { names: [cut(bodies[1] ?? '', 100)] },
  })
  await reader.call('POST /api/groups/:id/join', { params: { id: groups[0]?.id ?? '' } })
  for (let first = 0; first < bodies.length; first += 50)
    await owner.call('POST /api/courses/:id/syllabuses', {
      params,
      body: { syllabuses: bodies.slice(first, first + 50).map((text) => ({ name: cut(text) })) },
    })
  for (let first = 0; first < bodies.length; first += 6) {
    const some = bodies.slice(first, first + 6)
    const body = some.join('\n')
    const { id } = await owner.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'page', title: cut(some[0] ?? ''), body, published: true },
    })
    pages.push(id)
    const kept = (await owner.call('GET /api/activities/:id', { params: { id } })).body
    // a word in a quoted value is text
    const bad =
      /<(script|style|iframe|object|embed|svg|math|form|input|base|meta|link|template|noscript|video|audio)\b|<[^>]*\s(on\w+|style)\s*=/i.exec(
        kept.replace(/"[^"]*"/g, '""'),
      ) ?? /<[^>]*(href|src)="\s*(javascript|data|vbscript):/i.exec(kept)
    report.check(!bad, `a page keeps ${bad?.[0]}`, `POST /api/courses/:id/activities with body ${JSON.stringify(body).slice(0, 300)}`)
  }
  const files: string[] = []
  await each(bodies, async (text) => {
    const name = `${text.replace(/[/\\]/g, '').slice(0, 120)}.txt`
    const answer = await send(owner, name, Buffer.from(bodies.join('\n')) as Buffer<ArrayBuffer>).catch(() => undefined)
    if (answer) files.push(answer.id)
  })
  const some = files.slice(0, 40)
  if (some.length > 0)
    await owner.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'material', title: 'Files', upload_ids: some, published: true, body: bodies.join('') },
    })
  await owner.call('PUT /api/uploads/:id/chapters', {
    params: { id: film },
    body: { chapters: bodies.map((title, second) => ({ title: cut(title, 120), second })) },
  })
  const cues = bodies.map(
    (text, n) =>
      `00:00:0${Math.floor(n / 20)}.${String((n % 20) * 50).padStart(3, '0')} --> 00:00:06.000\n${text.replaceAll('-->', '--').replace(/[\n\r]/g, ' ')}\n`,
  )
  await owner.call('PUT /api/uploads/:id/captions/:language', {
    params: { id: film, language: 'en' },
    body: { text: `WEBVTT\n\n${cues.join('\n')}` },
  })
  return { course, pages, film, files }
}

export const scripts: Part = {
  name: 'scripts',
  about:
    'more than 60 bodies of script in every text field, then every page that shows them in a real browser; mails and the first HTML too',
  seconds: 240,
  async run(report) {
    const asked: string[] = []
    const listener = createServer((request, answer) => {
      asked.push(`${request.method} ${request.url}`)
      answer.end()
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const post = await smtp()
    const at = await startInstance('scripts', { SMTP_URL: post.url })
    const browser = await launch()
    try {
      const world = await makeWorld(at, 'Scripts')
      const bodies = scriptBodies(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`)
      const { person: reader } = await makeStudent(at, world)
      const all = await shown(report, world, reader, bodies)
      await mails(at, report, world, bodies, post.taken)
      const fields = await everywhere(at, report, world, bodies)
      report.note(`${bodies.length} bodies in ${fields} fields`)
      const course = `/course/${all.course}`
      const addresses = [
        '/user/index',
        '/user/courses',
        '/user/notifications',
        '/user/todo',
        '/user/resource-groups',
        `${course}/content`,
        `${course}/enrollments`,
        `${course}/outline`,
        `${course}/groups`,
        `${course}/resource`,
        ...all.pages.map((id) => `${course}/learning-activity#/${id}`),
      ]
      await read(at, report, browser, reader, addresses)
      const [first = ''] = all.files
      const teaching = [
        '/user/index',
        '/user/resources',
        '/user/settings',
        `${course}/content`,
        `${course}/enrollments`,
        `${course}/outline`,
        `${course}/groups`,
        `/note-bene/pdf-viewer?uploadId=${first}`,
        `/note-bene/pdf-viewer?uploadId=${all.film}`,
      ]
      await read(at, report, browser, world.owner, teaching)
      await firstHtml(report, await world.school.signIn('faculty'), reader, addresses)
      report.check(
        asked.length === 0,
        `browsers have asked another machine for ${[...new Set(asked)].slice(0, 5).join(', ')}`,
        'see tests/attack/script-bodies.ts',
      )
    } finally {
      await browser.close()
      await at.stop()
      listener.close()
      post.close()
    }
  },
}
