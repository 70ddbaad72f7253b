// Nameless works as their marker reads them: every answer of every call of marking, and the bytes of every file, are searched for whose work it is.
import { createHash, randomUUID } from 'node:crypto'
import { isNamed, author, namedDocx, namedJpeg, namedPdf } from '@lyceum/upload/test/named-files'
import { openArchive } from '@lyceum/upload/processes/archive'
import { contracts } from '../../services/contracts.ts'
import { makeSchool, type Person } from '../flows/school.ts'
import { send } from '../flows/send.ts'
import { type Instance, startInstance } from './instance.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { until } from './until.ts'

type Works = { course: string; homework: string; exam: string; question: string }
/** `window`: the first and the last moment of handing in, in which nobody else does anything. */
type Secrets = { people: string[]; files: string[]; window: [number, number] }
type Ids = Works & { submissions: string[]; attempts: string[] }

/** Calls of markers that name people, and when they were there: these say nothing of a work. */
const naming = /\/(invigilation|writing|scores|score-)/
/** A text without properties. */
const plain = 'Salt'

export const anonymous: Part = {
  name: 'anonymous',
  about: 'whose a nameless work is, in every answer to its marker and inside every file',
  seconds: 90,
  async run(report) {
    const at = await startInstance('anonymous')
    try {
      const school = await makeSchool(at)
      const [teacher, ...students] = await Promise.all(
        (['teacher', 'student', 'secondStudent', 'thirdStudent'] as const).map((who) => school.signIn(who)),
      )
      if (!teacher) throw new Error('nobody teaches')
      const works = await setWork(teacher, students)
      const secrets = await handIn(students, works)
      const ids = await over(teacher, works)
      await readAll(at, report, teacher, ids, secrets)
    } finally {
      await at.stop()
    }
  },
}

/** A course with a nameless homework, and a nameless exam that asks for files. */
async function setWork(teacher: Person, students: readonly Person[]): Promise<Works> {
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Salt marshes' } })
  const params = { id: course }
  const people = students.map(({ id }) => id)
  await until(() => teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: people, role: 'student' } }))
  const add = async (draft: object) => (await teacher.call('POST /api/courses/:id/activities', { params, body: draft as never })).id
  const homework = await add({
    type: 'homework',
    title: 'Three samples',
    published: true,
    points: '20',
    anonymous: true,
    release: 'by_hand',
  })
  const exam = await add({ type: 'exam', title: 'Maps', published: false, anonymous: true })
  const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'Maps', course_id: course } })
  const draft = {
    type: 'file',
    title: '',
    stem: '<p>Your map.</p>',
    feedback: '',
    points: '5',
    tags: [],
    content: { files_most: 5, file_size_mb: 20 },
    key: {},
  }
  const { results } = await teacher.call('POST /api/banks/:id/questions', { params: { id: bank }, body: { questions: [draft] } as never })
  const question = results[0]?.id ?? ''
  const sections = [{ id: 'part1', title: '', text: '', entries: [{ question_id: question, points: '5' }] }]
  await teacher.call('PUT /api/activities/:id/paper', { params: { id: exam }, body: { sections, version: 0 } })
  await teacher.call('POST /api/courses/:id/publish-activities', { params, body: { activity_ids: [exam], published: true } })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  return { course, homework, exam, question }
}

async function handIn(students: readonly Person[], { homework, exam }: Works): Promise<Secrets> {
  await until(() => Promise.all(students.map((who) => who.call('GET /api/activities/:id/my-submission', { params: { id: homework } }))))
  const begin = Date.now()
  const [people, own]: [string[], string[]] = [[author], []]
  for (const student of students) {
    const files: [ending: string, bytes: Buffer][] = [
      ['pdf', await namedPdf()],
      ['docx', namedDocx(`Salt of ${randomUUID()}`)],
      ['jpg', namedJpeg()],
      ['txt', Buffer.from(plain)],
      ['rtf', Buffer.from(`{\\rtf1{\\info{\\author ${author}}} Salt}`)],
    ]
    const uploads: string[] = []
    for (const [ending, bytes] of files) uploads.push((await send(student, `${student.name}.${ending}`, Buffer.from(bytes))).id)
    const hashes = files.map(([, bytes]) => createHash('sha256').update(bytes).digest('hex'))
    people.push(student.id, student.name, student.login, student.name.replace(' ', '-'))
    own.push(...uploads, ...hashes)
    const params = { id: homework }
    const names = files.map(([ending]) => `${student.name}.${ending}`)
    const { version } = await until(() =>
      student.call('PUT /api/activities/:id/my-submission/draft', {
        params,
        body: { text: '<p>Salt.</p>', upload_ids: uploads, names, version: 0 },
      }),
    )
    await until(() => student.call('POST /api/activities/:id/my-submission', { params, body: { version } }))
    const device = randomUUID()
    const { id } = await student.call('POST /api/activities/:id/attempts', { params: { id: exam }, body: { device } })
    const items = [{ slot: 0, seq: 1, answer: { upload_ids: uploads } }]
    await until(() => student.call('PUT /api/attempts/:id/answers', { params: { id }, body: { device, items } as never }))
    await student.call('POST /api/attempts/:id/submit', { params: { id }, body: { device } })
  }
  return { people, files: own, window: [begin, Date.now()] }
}

/** Ends the exam: its answers are shown to markers once nobody writes any more. */
async function over(teacher: Person, works: Works): Promise<Ids> {
  const { exam, homework, question } = works
  const soon = new Date(Date.now() + 1500).toISOString()
  await teacher.call('PUT /api/activities/:id', { params: { id: exam }, body: { end_time: soon } })
  return await until(async () => {
    const submissions = (await teacher.call('GET /api/activities/:id/submissions', { params: { id: homework }, query: {} })).items
    const answers = (await teacher.call('GET /api/activities/:id/answers', { params: { id: exam }, query: { question_id: question } }))
      .items
    if (submissions.length < 3 || answers.length < 3) throw new Error('not all is handed in')
    return { ...works, submissions: submissions.flatMap(({ id }) => id ?? []), attempts: answers.map(({ attempt_id }) => attempt_id) }
  })
}

const isOfMarkers = (key: string, may: unknown) =>
  (key.startsWith('GET ') && (may === 'work.mark' || may === 'scores.change')) || /^GET .api.attempts.:id.review/.test(key)
const queryOf = (key: string, { question }: Ids) =>
  key.endsWith('/marks') ? '?n=1' : key.endsWith('/answers') ? `?question_id=${question}&page_size=50` : ''

async function readAll(at: Instance, report: Report, teacher: Person, ids: Ids, secrets: Secrets): Promise<void> {
  const placed = (key: string): string[] =>
    key.includes('/submissions/:id')
      ? ids.submissions
      : key.includes('/attempts/:id')
        ? ids.attempts
        : key.includes('/activities/:id')
          ? [ids.homework, ids.exam]
          : [ids.course]
  const grants = new Map<string, string>()
  const read = async (key: string, path: string, init?: RequestInit): Promise<boolean> => {
    const answer = await teacher.send(key.split(' ')[0]!, path, init)
    const text = await answer.text()
    if (naming.test(key)) checkWords(report, key, text, [...secrets.files, ...ids.submissions, ...ids.attempts])
    else check(report, key, text, secrets)
    if (answer.ok) collect(JSON.parse(text || 'null'), grants)
    return answer.ok
  }
  const keys = Object.entries(contracts.activity).flatMap(([key, { may }]) => (isOfMarkers(key, may) ? [key] : []))
  for (const key of keys) {
    const tries = placed(key).map((id) => read(key, key.split(' ')[1]!.replace(':id', id) + queryOf(key, ids)))
    const answered = (await Promise.all(tries)).some(Boolean)
    report.check(answered || naming.test(key), `${key} has no case here: nothing of it was answered`, 'see tests/attack/anonymous.ts')
  }
  const body = JSON.stringify({ ids: ids.submissions })
  const packed = { body, headers: { 'content-type': 'application/json' } }
  const files = await read('POST /api/activities/:id/submissions/files', `/api/activities/${ids.homework}/submissions/files`, packed)
  report.check(files, 'the files of the works are not given', 'npm run attack -- anonymous')
  report.check(grants.size >= 30, `only ${grants.size} grants for 30 files were given`, 'npm run attack -- anonymous')
  for (const [grant, alias] of grants) await open(at, report, teacher, alias, grant, secrets)
  report.note(`${keys.length} calls, ${grants.size} grants`)
}

function checkWords(report: Report, key: string, text: string, words: readonly string[]): void {
  const found = words.filter((word) => text.includes(word))
  report.check(found.length === 0, `${key} says ${found.slice(0, 3).join(', ')}`, 'npm run attack -- anonymous')
}

function check(report: Report, key: string, text: string, { people, files, window }: Secrets): void {
  checkWords(report, key, text, [...people, ...files])
  const moments = [
    ...[...text.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([time]) => Date.parse(time)),
    ...[...text.matchAll(/\b1\d{12}\b/g)].map(([version]) => Number(version)),
    ...[...text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi)].map(([id]) =>
      Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16),
    ),
  ].filter((moment) => moment >= window[0] && moment <= window[1])
  report.check(moments.length === 0, `${key} has a moment of handing in: ${moments[0]}`, 'npm run attack -- anonymous')
}

/** The grants that an answer has, each with the id of its file. */
function collect(value: unknown, grants: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  const { grant, upload_id: id } = value as Record<string, unknown>
  if (typeof grant === 'string' && typeof id === 'string') grants.set(grant, id)
  for (const one of Object.values(value)) collect(one, grants)
}

async function open(at: Instance, report: Report, teacher: Person, alias: string, grant: string, secrets: Secrets): Promise<void> {
  const view = await (await teacher.send('GET', `/api/uploads/${alias}/view?grant=${grant}`)).text()
  check(report, 'GET /api/uploads/:id/view', view, secrets)
  check(report, 'a grant', Buffer.from(grant, 'base64url').toString('latin1'), secrets)
  const { name, urls, properties } = JSON.parse(view) as {
    name: string
    urls: { file: string | null; preview: string | null }
    properties: string
  }
  report.check(urls.file !== null || properties === 'kept', `${name} is not shown`, 'npm run attack -- anonymous')
  for (const url of [`/bytes/${grant}/file`, `/bytes/${grant}/file?download=true`, ...(urls.preview ? [urls.preview] : [])]) {
    const answer = await fetch(at.bytes + url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const [tag, disposition] = [answer.headers.get('etag') ?? '', answer.headers.get('content-disposition') ?? '']
    check(report, `the headers of ${name}`, `${tag} ${decodeURIComponent(disposition)}`, secrets)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const same = bytes.toString() !== plain && secrets.files.includes(hash)
    report.check(!same && !inside(bytes), `${name} has its author inside`, 'npm run attack -- anonymous')
    report.check(
      answer.ok === !(properties === 'kept' && url.includes('/file')),
      `${name} is answered ${answer.status}`,
      'npm run attack -- anonymous',
    )
  }
}

/** In the bytes, or in a part of an archive. */
function inside(bytes: Buffer): boolean {
  if (isNamed(bytes)) return true
  if (bytes.toString('latin1', 0, 4) !== 'PK\x03\x04') return false
  const archive = openArchive(bytes)
  return archive.names.some((name) => inside(archive.bytes(name)!))
}
