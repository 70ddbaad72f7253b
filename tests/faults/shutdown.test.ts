// The shutdown of the one process while it is busy with everything at once: every caller gets an answer or a refusal, and nothing is lost
// or logged as an error.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { scaled, until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../flows/school.ts'
import { type Product, startProduct } from '../flows/start.ts'
import { type Ground, makeGround } from './course.ts'
import { makeVideo, randomText } from './files.ts'

/** A sixth of them is what calls under way have: on a slow machine they take longer. */
const stopSeconds = Math.round(scaled(30))

let product: Product, ground: Ground
beforeAll(async () => {
  product = await startProduct({
    way: 'one',
    name: 'shutdown',
    env: { LOG_LEVEL: 'info', RATE_LIMIT: '0', STOP_SECONDS: String(stopSeconds) },
  })
  ground = await makeGround(product)
})
afterAll(() => product?.stop())

const MiB = 1024 * 1024
/** `at`: the time of the answer, or of the failure to get one; `next`: of the same caller. */
type Answer = {
  what: string
  at: number
  status: number
  retryAfter: string | null
  code?: string | undefined
  error?: string
  next?: Answer
}

/** Callers that continue after the port is closed. */
function underLoad({ teacher, student, course }: Ground, blocks: { url: string; headers: Record<string, string>; file: Buffer }) {
  const answers: Answer[] = []
  const keep = (own: Answer[], answer: Answer) => {
    const before = own.at(-1)
    if (before) before.next = answer
    own.push(answer)
    answers.push(answer)
  }
  const written = new Set<string>()
  let going = true
  const as = (person: Person) => ({ cookie: person.cookie, 'request-scope': person.org, 'content-type': 'application/json' })
  const ask = async (own: Answer[], what: string, url: string, init: RequestInit): Promise<Response | undefined> => {
    try {
      const answer = await fetch(url, init)
      const text = await answer.text()
      const at = Date.now()
      const code = answer.status >= 400 ? /"code":"([^"]*)"/.exec(text)?.[1] : undefined
      keep(own, { what, at, status: answer.status, retryAfter: answer.headers.get('retry-after'), code })
      return answer
    } catch (error) {
      const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string }
      keep(own, { what, at: Date.now(), status: 0, retryAfter: null, error: `${code} ${message}` })
      await sleep(50)
      return undefined
    }
  }
  const loop = async (count: number, one: (own: Answer[]) => Promise<unknown>) => {
    const callers = Array.from({ length: count }, async () => {
      const own: Answer[] = []
      while (going) {
        await one(own)
        await sleep(scaled(20))
      }
    })
    await Promise.all(callers)
  }
  const write = (own: Answer[]) => {
    const title = `Page ${randomUUID()}`
    const body = JSON.stringify({ type: 'page', title, body: '<p>Low water</p>', published: true })
    return ask(own, 'write', `${product.url}/api/courses/${course}/activities`, { method: 'POST', headers: as(teacher), body }).then(
      (answer) => answer?.status === 201 && written.add(title),
    )
  }
  const live = async (own: Answer[]) => {
    const at = `${product.url}/api/events?scope=${student.org}`
    await ask(own, 'live', at, { headers: { cookie: student.cookie } })
  }
  const size = blocks.file.length
  const block = (own: Answer[]) =>
    ask(own, 'block', `${blocks.url}/mkblk/${size}?index=0`, { method: 'POST', headers: blocks.headers, body: new Uint8Array(blocks.file) })
  const slowBlock = (own: Answer[]) => {
    const body = async function* () {
      for (let at = 0; at < size; at += 4096) {
        yield blocks.file.subarray(at, at + 4096)
        await sleep(20)
      }
    }
    return ask(own, 'slow block', `${blocks.url}/mkblk/${size}?index=0`, {
      method: 'POST',
      headers: blocks.headers,
      body: body() as never,
      duplex: 'half',
    } as RequestInit)
  }
  const click = JSON.stringify({ action: 'course.open', screen_width: 1440, screen_height: 900 })
  const done = Promise.all([
    loop(6, (own) => ask(own, 'read', `${product.url}/api/my-courses`, { headers: as(student) })),
    loop(3, (own) => ask(own, 'content', `${product.url}/api/courses/${course}/content`, { headers: as(student) })),
    loop(2, (own) => ask(own, 'config', `${product.url}/api/config`, {})),
    loop(4, write),
    loop(3, (own) => ask(own, 'beacon', `${product.url}/api/user-actions`, { method: 'POST', headers: as(student), body: click })),
    loop(3, live),
    loop(2, block),
    loop(2, slowBlock),
    loop(3, (own) => ask(own, 'grant', `${product.bytes}/bytes/unknown/file`, {})),
  ])
  return {
    answers,
    written,
    async stop() {
      going = false
      await done
    },
  }
}

test('SIGTERM under load: 503 with Retry-After for who comes late, no error in the log, and the work goes on at the next start', async () => {
  const { teacher, course } = ground
  const film = await makeVideo(5)
  const file = randomText(MiB)
  const { upload_url, headers } = await teacher.call('POST /api/uploads', {
    body: { name: 'notes.txt', size: file.length, storage_type: 'chunked' },
  })
  const load = underLoad(ground, { url: upload_url ?? '', headers, file })
  await until(() => load.written.size >= 10, 240_000, 50)
  // only then: on a slow machine it would be ready before the tenth write
  const ticket = await teacher.call('POST /api/uploads', { body: { name: 'Ebb.mp4', size: film.length, storage_type: 'media' } })
  await fetch(ticket.upload_url ?? '', { method: 'PUT', headers: ticket.headers, body: new Uint8Array(film) })
  await teacher.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
  const film_ = () => teacher.call('GET /api/uploads/:id', { params: { id: ticket.id }, query: {} })
  await until(async () => (await film_()).reason === 'upload.transcoding', 120_000, 50)

  const told = Date.now()
  const exited = new Promise((resolve) => product.process?.once('exit', (code, signal) => resolve(code ?? signal)))
  product.process?.kill('SIGTERM')
  expect(await exited).toBe(0)
  const over = Date.now()
  await load.stop()
  expect(over - told).toBeLessThan(stopSeconds * 1000)

  const late = load.answers.filter(({ at }) => at > told)
  // a request on the way while the port closes is refused by a reset: its caller finds the port closed from then on
  const foundClosed = ({ status, error = '', next }: Answer): boolean =>
    error.startsWith('ECONNREFUSED') || (status === 0 && /^(ECONNRESET|UND_ERR_SOCKET)/.test(error) && (!next || foundClosed(next)))
  const odd = load.answers.filter((answer) => {
    const { what, status, retryAfter, at, code } = answer
    if (status === 0) return at < told || !foundClosed(answer)
    if (status === 503) return retryAfter === null || at < told || !['stopping', 'service.unavailable'].includes(code ?? '')
    return status >= 300 && !(what === 'grant' && status === 403)
  })
  expect(odd.map(({ what, at, status, code, error }) => `${what} ${at - told} ms: ${status} ${code ?? error}`)).toEqual([])
  expect(late.some(({ status, code }) => status === 503 && code === 'stopping')).toBe(true)
  const lines = readFileSync(product.log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([])

  await product.again()
  const { activities } = await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  const titles = activities.map(({ title }) => title)
  expect([...load.written].filter((title) => !titles.includes(title))).toEqual([])
  expect((await film_()).status).not.toBe('failed')
  for (let i = 0; i < 300 && (await film_()).status === 'processing'; i++) await sleep(100)
  expect((await film_()).status).toBe('ready')
})
