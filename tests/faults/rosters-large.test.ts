// A register's file with a line for each of a million people: the process that reads and compares it needs no more memory than for a small one. In
// `npm run test:long` alone.
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, type Person } from '../flows/school.ts'
import { type Product, startProduct } from '../flows/start.ts'
import { ended } from './rosters.ts'

const MiB = 1024 * 1024
const lines = Number(process.env.LYCEUM_LINES ?? 1_000_000)
/** After these the process has all its code, and its connections. */
const few = 20_000
const most = 150 * MiB
const limit = 3_600_000
/** Megabytes of its heap: where there is room, V8 collects so late that its size says nothing. Half of this stays in use. */
const heap = 256

let product: Product
beforeAll(async () => {
  if (!process.env.LYCEUM_LONG) return
  const env = { RATE_LIMIT: '0', NODE_OPTIONS: `--max-old-space-size=${heap}` }
  product = await startProduct({ way: 'one', name: 'faults-rosters-large', env })
})
afterAll(() => product?.stop())

/** The file in pieces of a thousand lines: it is never whole in the memory of the test either. */
function* piecesOf(count: number): Generator<string> {
  yield 'id,user_no,name,email,roles\n'
  for (let from = 0; from < count; from += 1000) {
    const nths = Array.from({ length: Math.min(1000, count - from) }, (_, nth) => from + nth)
    yield nths.map((nth) => `P${nth},R${nth},Person ${nth},p${nth}@register.example.edu,student\n`).join('')
  }
}

/** Its upload's id. */
async function store(person: Person, count: number): Promise<string> {
  let size = 0
  for (const { length } of piecesOf(count)) size += length
  const ticket = await person.call('POST /api/uploads', { body: { name: 'people.csv', size, storage_type: 'media' } })
  const put = request(ticket.upload_url ?? '', { method: 'PUT', headers: { ...ticket.headers, 'content-length': size } })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    put.once('error', reject).once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
  })
  await pipeline(Readable.from(piecesOf(count)), put)
  expect(await answered).toBe(200)
  return (await person.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })).id
}

/** Bytes of the process now, and at most since `peakFromNow`. */
async function memory(): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${product.process!.pid}/status`, 'utf8')
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
}
const peakFromNow = () => writeFile(`/proc/${product.process!.pid}/clear_refs`, '5')

async function check(admin: Person, count: number) {
  const upload = await store(admin, count)
  await peakFromNow()
  const { now } = await memory()
  const began = performance.now()
  const { id } = await admin.call('POST /api/data-import', { body: { kind: 'people', mode: 'whole', upload_ids: [upload] } })
  const run = await ended(admin, id, limit)
  return { run, seconds: (performance.now() - began) / 1000, before: now, peak: (await memory()).peak }
}
const inMiB = (bytes: number) => `${Math.round(bytes / MiB)} MiB`

test.runIf(process.env.LYCEUM_LONG)(
  `the check of ${lines.toLocaleString('en')} lines ends, and takes less than ${inMiB(most)} of memory beyond that of ${few.toLocaleString('en')}`,
  async () => {
    const admin = await (await makeSchool(product)).signIn('admin')
    const first = await check(admin, few)
    expect(first.run.state).toBe('ready')
    const large = await check(admin, lines)
    console.info(
      `${few} lines: ${first.seconds.toFixed(1)} s, ${inMiB(first.before)}, at most ${inMiB(first.peak)}`,
      `${lines} lines: ${large.seconds.toFixed(1)} s, ${inMiB(large.before)}, at most ${inMiB(large.peak)}`,
    )
    expect(large.run).toMatchObject({ state: 'ready', counts: [{ kind: 'people', made: lines, refused: 0 }] })
    expect(large.peak - large.before).toBeLessThan(most)
  },
  limit,
)
