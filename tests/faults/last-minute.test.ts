// A whole year hands in during the last minute: what arrives before the close is taken, what comes after it is refused, and the list says so.
import { setTimeout as sleep } from 'node:timers/promises'
import { CallFailed } from '@lyceum/kit/calls/client'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Visitor, visitor } from '../flows/school.ts'
import { send, storageKinds } from '../flows/send.ts'
import { type Product, startProduct } from '../flows/start.ts'
import { makeWriters } from '../load/writers.ts'
import { type Ground, makeGround } from './course.ts'
import { randomText } from './files.ts'

const [students, megabytes, window] = process.env.LYCEUM_LONG ? [500, 20, 60_000] : [50, 1, 15_000]
/** Uploads under way at once: the disk's share of a lecture hall's network. */
const atOnce = 32

let product: Product
let ground: Ground
beforeAll(async () => {
  product = await startProduct({ way: 'one', name: 'faults-last-minute', env: { RATE_LIMIT: '0' } })
  ground = await makeGround(product)
})
afterAll(() => product?.stop())

type Handed = { status: number; code: string; sent: number; answered: number; receipt: string }

test(`${students} students with ${megabytes} MB each, by the four kinds of storage`, { timeout: 1_800_000 }, async () => {
  const { school, teacher, course } = ground
  const { id } = await teacher.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'homework', title: 'Field notes', points: '20', published: true },
  })
  const params = { id }
  const writers = await makeWriters(product, school.id, course, students)
  const bytes = Buffer.from(randomText(megabytes * 1024 * 1024))
  const ready: { who: Visitor; person: string; version: number }[] = []
  const prepare = async (nth: number) => {
    const { headers, person } = writers[nth]!
    const who = visitor(product, { cookie: headers.cookie!, 'request-scope': headers['request-scope']! })
    const file = await send(who, `notes-${nth}.txt`, bytes, storageKinds[nth % storageKinds.length])
    const draft = { text: `<p>Notes of ${nth}</p>`, upload_ids: [file.id], names: [`notes-${nth}.txt`], version: 0 }
    // the file is a fact on its way; nothing else is refused
    let version = 0
    await until(async () => {
      const kept = await who.call('PUT /api/activities/:id/my-submission/draft', { params, body: draft }).catch((error: unknown) => error)
      if (!(kept instanceof Error)) version = (kept as { version: number }).version
      else if (!(kept instanceof CallFailed) || kept.status !== 400) throw kept
      return version > 0
    }, 120_000)
    // its page shows the file as arrived: from then on it can be handed in
    const mine = () => who.call('GET /api/activities/:id/my-submission', { params })
    await until(async () => (await mine()).draft?.files[0]?.grant !== null, 120_000)
    ready.push({ who, person, version })
  }
  const left = writers.map((_, nth) => nth)
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let nth = left.shift(); nth !== undefined; nth = left.shift()) await prepare(nth)
    }),
  )
  expect(ready).toHaveLength(students)

  const closes = Date.now() + window
  await teacher.call('PUT /api/activities/:id', { params, body: { end_time: new Date(closes).toISOString() } })
  const handIn = async ({ who, version }: (typeof ready)[number], nth: number): Promise<Handed> => {
    // most in the last seconds, some too late
    await sleep(Math.max(0, closes - Date.now() - window * (1 - (nth + 1) / students) ** 2 + (nth % 10 === 9 ? window * 0.1 : 0)))
    const sent = Date.now()
    const answer = await who.send('POST', `/api/activities/${id}/my-submission`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version }),
    })
    const reply = (await answer.json()) as { code?: string; receipt?: string }
    return { status: answer.status, code: reply.code ?? '', sent, answered: Date.now(), receipt: reply.receipt ?? '' }
  }
  const handed = await Promise.all(ready.map(handIn))
  const taken = handed.filter(({ status }) => status === 201)
  expect(handed.filter(({ answered, status }) => answered < closes && status !== 201)).toEqual([])
  const after = handed.filter(({ sent }) => sent >= closes)
  expect(after.length).toBeGreaterThan(0)
  for (const { status, code } of handed) if (status !== 201) expect([status, code]).toEqual([409, 'submission.closed'])
  for (const { status } of after) expect(status).toBe(409)
  expect(new Set(taken.map(({ receipt }) => receipt)).size).toBe(taken.length)

  const of = (state: string, page: number) =>
    teacher.call('GET /api/activities/:id/submissions', { params, query: { page, page_size: 100, conditions: JSON.stringify({ state }) } })
  const { counts } = await of('submitted', 1)
  // the ground's own student has handed nothing in
  expect(counts).toMatchObject({ submitted: taken.length, missing: students + 1 - taken.length, late: 0 })
  const listed: string[] = []
  for (let page = 1; listed.length < taken.length; page++) {
    const { items } = await of('submitted', page)
    expect(items.length).toBeGreaterThan(0)
    for (const { author, files, n } of items) {
      expect([files, n]).toEqual([1, 1])
      listed.push(author.id ?? '')
    }
  }
  expect(listed.toSorted()).toEqual(
    ready
      .filter((_, nth) => handed[nth]?.status === 201)
      .map(({ person }) => person)
      .toSorted(),
  )
})
