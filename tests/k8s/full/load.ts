// The load of the full run, in a pod beside the product: people who write, read and watch all the while, through the BFF and the bytes
// listener as a proxy reaches them, and a count of the surviving writes afterwards. A failure is one after the BFF's own retries: only a
// read on a kept connection that ended is repeated, as browsers do. It imports none of the project's code, so that it can be put into any
// image with Node. Ordered by GET at port 9900: /phase?name= /mark /report /flight /landed …, each with an id of the requester's: begun
// once, however often it is requested, and answered when it is done.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const { BASE = '', BYTES = '', LOGIN = '', PASSWORD_FILE = '' } = process.env
const kept = new Agent({ keepAlive: true, maxSockets: 16 })
const fresh = new Agent({ keepAlive: false, maxSockets: 32 })

type Answer = { status: number; text: string; headers: IncomingMessage['headers'] }
type Sending = { method?: string; headers?: Record<string, string>; body?: string | Buffer | Readable; agent?: Agent; timeout?: number }

/** Status 0: no answer came; `text` gives the reason. */
function send(url: string, { method = 'GET', headers = {}, body, agent = fresh, timeout = 20_000 }: Sending = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const none = (why: string) => resolve({ status: 0, text: why, headers: {} })
    const asked = request(url, { method, headers, agent, timeout }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', (error) => none(`while reading: ${error.message}`))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('latin1'), headers: answer.headers }),
      )
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')))
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // a kept connection that ends at the moment of its reuse: every browser and proxy repeats a read
      if (asked.reusedSocket && method === 'GET' && error.code === 'ECONNRESET')
        void send(url, { method, headers, agent: fresh, timeout }).then(resolve)
      else none(error.message)
    })
    if (body instanceof Readable) body.pipe(asked)
    else asked.end(body)
  })
}

type Person = { cookie: string; org: string }
const json = { 'content-type': 'application/json' }
const as = (who: Person) => ({ cookie: who.cookie, 'request-scope': who.org })
const call = (who: Person, method: string, path: string, body?: object, agent = fresh) =>
  send(BASE + path, { method, agent, headers: { ...as(who), ...(body && json) }, ...(body && { body: JSON.stringify(body) }) })

/** A call outside the measurement: repeated until it succeeds. */
async function must(ask: () => Promise<Answer>, seconds = 120): Promise<any> {
  let last: Answer | undefined
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(300)) {
    last = await ask()
    if (last.status >= 200 && last.status < 300) return last.text ? JSON.parse(Buffer.from(last.text, 'latin1').toString()) : undefined
  }
  throw new Error(`${last?.status} ${last?.text.slice(0, 300)}`)
}

async function signIn(login: string, password: string): Promise<Person> {
  let cookie = ''
  const session = await must(async () => {
    const answer = await send(`${BASE}/api/session`, { method: 'POST', headers: json, body: JSON.stringify({ login, password }) })
    cookie = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')
    return answer
  })
  return { cookie, org: session.org_id }
}

let teacher: Person
let student: Person
let segment = ''
const tag = Date.now().toString(36)
const atBytes = (url: string) => BYTES + new URL(url, BYTES).pathname + new URL(url, BYTES).search

/** Made beside the people's calls: they do not wait for it. */
const filmOf = async (seconds: number, size: string) => {
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=25:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=440:duration=${seconds}`,
  ]
  const file = `/tmp/film-${seconds}.mp4`
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest', file]
  await promisify(execFile)(process.env.LYCEUM_FFMPEG ?? 'ffmpeg', ['-y', '-loglevel', 'error', ...inputs, ...coded])
  return readFileSync(file)
}

/** Sends a file without waiting for its processing; with `slowly` its bytes take so many seconds. */
async function upload(name: string, bytes: Buffer, slowly = 0): Promise<{ id: string; status: number }> {
  const ticket = await must(() => call(teacher, 'POST', '/api/uploads', { name, size: bytes.length, storage_type: 'media' }))
  const parts = 40
  const step = Math.ceil(bytes.length / parts)
  const stream = async function* () {
    for (let at = 0; at < bytes.length; at += step) {
      yield bytes.subarray(at, at + step)
      await sleep((slowly * 1000) / parts)
    }
  }
  const body = slowly ? Readable.from(stream()) : bytes
  const headers = { ...ticket.headers, 'content-length': String(bytes.length) }
  const { status, text } = await send(atBytes(ticket.upload_url), { method: 'PUT', headers, body, timeout: 120_000 })
  if (status >= 300 || status === 0) console.error('upload', name, status, text.slice(0, 200))
  const callback = { 'upload-token': ticket.callback_token ?? '', ...json }
  const notificationsOf = () =>
    ticket.transcoder === 'WRPC'
      ? send(`${BASE}/internal-api/upload/callback/${ticket.id}`, {
          method: 'POST',
          headers: { ...as(teacher), ...callback },
          body: JSON.stringify({ file_key: ticket.key }),
        })
      : call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)
  if (status >= 200 && status < 300) await must(notificationsOf)
  return { id: ticket.id, status }
}
async function ready(id: string, seconds: number): Promise<string> {
  let state = ''
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(500)) {
    state = (await must(() => call(teacher, 'GET', `/api/uploads/${id}`))).status
    if (state !== 'processing') break
  }
  return state
}

/** The main job: a course, a film in it, a student who joins and watches. Answers its faults, step by step. */
async function mainJob(): Promise<string[]> {
  const said: string[] = []
  const admin = readFileSync(PASSWORD_FILE, 'utf8').trim()
  teacher = await signIn(LOGIN, admin)
  said.push('signed in')
  const login = `student.${tag}@example.edu`
  const password = `tide-${tag}-Mangrove`
  await must(() => call(teacher, 'POST', '/api/users', { name: 'Student', user_no: `s${tag}`, email: login, roles: ['student'], password }))
  student = await signIn(login, password)
  const course = await newCourse(`Main job ${tag}`)
  said.push('made and published a course; a student joined')
  const film = await upload('Deep water.mp4', await filmOf(6, '640x360'))
  const state = await ready(film.id, 240)
  if (state !== 'ready') throw new Error(`the film is ${state}`)
  said.push('uploaded a film; it is transcoded')
  const activity = await must(() =>
    call(teacher, 'POST', `/api/courses/${course}/activities`, {
      type: 'online_video',
      title: 'Film',
      upload_ids: [film.id],
      published: true,
    }),
  )
  const play = await must(() => call(student, 'POST', `/api/activities/${activity.id}/play`, {}))
  const master = await send(atBytes(play.urls.hls))
  const quality = master.text.split('\n').find((line) => line.endsWith('.m3u8')) ?? ''
  const list = await send(atBytes(play.urls.hls).replace('master.m3u8', quality))
  const piece = list.text.split('\n').find((line) => line.endsWith('.ts')) ?? ''
  segment = atBytes(play.urls.hls).replace('master.m3u8', quality.replace('index.m3u8', piece))
  const shown = await send(segment)
  if (shown.status !== 200 || shown.text.charCodeAt(0) !== 0x47) throw new Error(`a segment was answered ${shown.status}`)
  said.push('the student plays it')
  return said
}

/** A published course with the student in it, whose activities the student is notified of. */
async function newCourse(name: string): Promise<string> {
  const { id } = await must(() => call(teacher, 'POST', '/api/course', { name }))
  await must(() => call(teacher, 'PUT', `/api/courses/${id}/publish`, { published: true }))
  const { access_code } = await must(() => call(teacher, 'GET', `/api/course/${id}/access_code`))
  await must(() => call(student, 'POST', '/api/course/join', { access_code }))
  for (let at = 0; at < 60; at++) {
    const probe = await must(() => call(teacher, 'POST', `/api/courses/${id}/activities`, page(`probe ${at}`)))
    await sleep(1000)
    const { newest, times } = (await notificationCounts(1)).get(id) ?? { newest: '', times: 0 }
    if (newest === probe.id) {
      probesTold.set(id, times)
      return id
    }
  }
  throw new Error('the student is told of nothing')
}
const page = (title: string) => ({ type: 'page', title, body: '<p>High water</p>', published: true })

type NotificationCount = { newest: string; times: number }
/** Notifications of a probe to the student, by course. */
const probesTold = new Map<string, number>()

/** Notifications of an activity to the student, by course. A bundle names the newest alone; the release before has none. */
async function notificationCounts(most = 200): Promise<Map<string, NotificationCount>> {
  const found = new Map<string, NotificationCount>()
  for (let at = 1; at <= most; at++) {
    const { items, pages } = await must(() => call(student, 'GET', `/api/notifications?page=${at}&page_size=100`))
    for (const { type, count = 1, payload } of items) {
      if (!['activity_opened', 'activity_published'].includes(type)) continue
      const course = payload.course?.id ?? payload.course_id
      const { newest, times } = found.get(course) ?? { newest: payload.subject?.id ?? payload.activity_id, times: 0 }
      found.set(course, { newest, times: times + count })
    }
    if (at >= pages) break
  }
  return found
}

type Failure = { at: number; what: string }
type Phase = {
  name: string
  course: string
  going: boolean
  marked: number
  sent: number
  /** name → id of the acknowledged writes, by kind of write. */
  made: Record<string, Map<string, string>>
  writesFailed: Failure[]
  readsFailed: Failure[]
  reads: number
  times: number[]
  done: Promise<unknown>
}
let phase: Phase | undefined

const writes: Record<string, { path(p: Phase): string; body(name: string): object; pause: number; agent: Agent }> = {
  activity: { path: (p) => `/api/courses/${p.course}/activities`, body: page, pause: 150, agent: fresh },
  module: { path: (p) => `/api/courses/${p.course}/modules`, body: (name) => ({ name }), pause: 150, agent: kept },
  course: { path: () => '/api/course', body: (name) => ({ name }), pause: 500, agent: kept },
  group: { path: () => '/api/resource-groups', body: (name) => ({ name }), pause: 300, agent: fresh },
  user: { path: () => '/api/users', body: (name) => ({ name, user_no: randomUUID(), roles: ['student'] }), pause: 500, agent: fresh },
}
const reads: Record<string, (p: Phase) => Promise<Answer>> = {
  content: (p) => call(student, 'GET', `/api/courses/${p.course}/content`),
  courses: () => call(student, 'GET', '/api/my-courses', undefined, kept),
  unread: () => call(student, 'GET', '/api/notifications/unread-count'),
  session: () => call(student, 'GET', '/api/session', undefined, kept),
  page: () => send(`${BASE}/`, { headers: { accept: 'text/html', cookie: student.cookie } }),
  playback: () => send(segment),
}

function begin(name: string, course: string): Phase {
  const made = Object.fromEntries(Object.keys(writes).map((kind) => [kind, new Map<string, string>()]))
  const one: Phase = {
    name,
    course,
    going: true,
    marked: Date.now(),
    sent: 0,
    made,
    writesFailed: [],
    readsFailed: [],
    reads: 0,
    times: [],
    done: Promise.resolve(),
  }
  const timed = async (ask: () => Promise<Answer>) => {
    const began = performance.now()
    const answer = await ask()
    one.times.push(performance.now() - began)
    return answer
  }
  const failure = (kind: string, { status, text }: Answer) => ({ at: Date.now(), what: `${kind}: ${status} ${text.slice(0, 160)}` })
  const writing = Object.entries(writes).map(async ([kind, { path, body, pause, agent }]) => {
    for (let n = 0; one.going; n++) {
      const called = `${name} ${kind} ${n}`
      one.sent++
      const answer = await timed(() => call(teacher, 'POST', path(one), body(called), agent))
      if (answer.status === 201) one.made[kind]?.set(called, JSON.parse(answer.text).id)
      else one.writesFailed.push(failure(kind, answer))
      await sleep(pause)
    }
  })
  const reading = Object.entries(reads).map(async ([kind, read]) => {
    while (one.going) {
      const answer = await timed(() => read(one))
      one.reads++
      if (answer.status !== 200) one.readsFailed.push(failure(kind, answer))
      await sleep(250)
    }
  })
  one.done = Promise.all([...writing, ...reading])
  return one
}

/** Many calls to the BFF at once, each over a connection of its own, so that a pod that ends too early fails some. Counted among the reads. */
async function crowd(one: Phase, seconds: number): Promise<{ asked: number }> {
  const until = Date.now() + seconds * 1000
  let asked = 0
  const caller = async () => {
    while (one.going && Date.now() < until) {
      const answer = await send(`${BASE}/d/version`)
      one.reads++
      asked++
      if (answer.status !== 200) one.readsFailed.push({ at: Date.now(), what: `crowd: ${answer.status} ${answer.text.slice(0, 160)}` })
      await sleep(30)
    }
  }
  await Promise.all(Array.from({ length: 8 }, caller))
  return { asked }
}

/** Every name in the lists, with repetitions. */
async function there(p: Phase): Promise<Record<string, string[]>> {
  const paged = async (path: (page: number) => string, of: (answer: any) => { name: string }[]) => {
    const all: string[] = []
    for (let at = 1; ; at++) {
      const answer = await must(() => call(teacher, 'GET', path(at)))
      all.push(...of(answer).map(({ name }) => name))
      if (at >= (answer.pages ?? 1)) return all.filter((name) => name.startsWith(`${p.name} `))
    }
  }
  const content = await must(() => call(teacher, 'GET', `/api/courses/${p.course}/content`))
  const every = (answer: any): { name: string }[] => answer.items ?? answer.users
  return {
    activity: content.activities.map(({ title }: { title: string }) => title),
    module: content.modules.map(({ name }: { name: string }) => name),
    course: await paged((at) => `/api/my-courses?page=${at}&page_size=100`, every),
    group: await paged((at) => `/api/resource-groups?page=${at}&page_size=100`, every),
    user: await paged((at) => `/api/user/search?keywords=${encodeURIComponent(`${p.name} user`)}&page=${at}&page_size=100`, every),
  }
}

async function report(p: Phase) {
  p.going = false
  await p.done
  const ended = Date.now()
  // also those whose answer was lost
  const seen = await there(p)
  const activities = (seen.activity ?? []).filter((title) => title.startsWith(`${p.name} `)).length
  const heard = async () => ((await notificationCounts()).get(p.course)?.times ?? 0) - (probesTold.get(p.course) ?? 0)
  let times = await heard()
  while (times < activities && Date.now() - ended < 90_000) {
    await sleep(300)
    times = await heard()
  }
  const lag = (Date.now() - ended) / 1000
  const missing = Math.max(0, activities - times)
  const wrong: string[] = []
  let lost = 0
  let doubled = 0
  for (const [kind, made] of Object.entries(p.made)) {
    const count = new Map<string, number>()
    for (const name of seen[kind] ?? []) count.set(name, (count.get(name) ?? 0) + 1)
    for (const name of made.keys()) if (!count.has(name)) wrong.push(`lost: ${name}`) && lost++
    for (const [name, times] of count) if (times > 1) wrong.push(`${times} times: ${name}`) && doubled++
  }
  const toldTwice = Math.max(0, times - activities)
  const failures = [...p.writesFailed, ...p.readsFailed].sort((a, b) => a.at - b.at)
  const waits = p.times.sort((a, b) => a - b)
  return {
    sent: p.sent,
    acknowledged: Object.values(p.made).reduce((sum, one) => sum + one.size, 0),
    lost: lost + missing,
    doubled: doubled + toldTwice,
    failedWrites: p.writesFailed.length,
    reads: p.reads,
    failedReads: p.readsFailed.length,
    p99: Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0),
    recovered: failures.length === 0 ? 0 : Math.max(0, (failures.at(-1)!.at - p.marked) / 1000),
    lag,
    untold: missing,
    toldTwice,
    wrong: wrong.slice(0, 10),
    failures: failures.slice(0, 12).map(({ at, what }) => `+${((at - p.marked) / 1000).toFixed(1)} s ${what}`),
  }
}

let flying: { upload: Promise<{ id: string; status: number }>; film: string } | undefined
const orders: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
  '/main-job': mainJob,
  '/phase': async (query) => {
    const name = `${query.get('name')} ${Date.now().toString(36)}`
    phase = begin(name, await newCourse(name))
    return { course: phase.course }
  },
  '/mark': async () => {
    if (phase) phase.marked = Date.now()
    return {}
  },
  '/crowd': async (query) => await crowd(phase!, Number(query.get('seconds'))),
  '/report': async () => await report(phase!),
  /** Answers when an upload is half sent and a film is being transcoded. */
  '/flight': async () => {
    const film = await upload('Long.mp4', await filmOf(30, '1280x720'))
    flying = { film: film.id, upload: upload('Slow.txt', Buffer.alloc(6 * 2 ** 20, 'high water\n'), 20) }
    await sleep(4000)
    return { state: (await must(() => call(teacher, 'GET', `/api/uploads/${film.id}`))).status }
  },
  '/landed': async () => {
    const { upload, film } = flying!
    const sent = await upload
    return { upload: sent.status, kept: sent.status < 300 ? await ready(sent.id, 120) : 'no', film: await ready(film, 400) }
  },
}

const begun = new Map<string, Promise<object>>()
createServer((asked, reply) => {
  const url = new URL(asked.url ?? '/', 'http://here')
  const order = orders[url.pathname]
  if (!order) return void reply.writeHead(url.pathname === '/' ? 200 : 404).end('{}')
  const id = url.searchParams.get('id') ?? randomUUID()
  const done =
    begun.get(id) ??
    order(url.searchParams).then(
      (value) => ({ value }),
      (error: Error) => ({ error: String(error.stack) }),
    )
  begun.set(id, done)
  void Promise.race([done, sleep(2000, {})]).then((answer) => reply.writeHead(200, json).end(JSON.stringify(answer)))
}).listen(9900)
process.on('SIGTERM', () => process.exit(0))
