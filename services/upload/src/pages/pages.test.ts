// Counting pages of PDFs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '@lyceum/kit/calls/actor'
import { scaled } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { memoryOf } from '../processes/memory.ts'
import { packedPdf, pdfOf } from '../test/pdfs.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'
import { countPages } from './count-pages.ts'

vi.setConfig({ testTimeout: 120_000 })
const encrypted = `/Encrypt<</Filter/Standard/V 1/R 2/P -60/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>/ID[<01><01>]`

describe('counting', () => {
  let scratch: string
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'lyceum-pages-'))
  })
  afterAll(() => rm(scratch, { recursive: true }))
  const counted = async (pdf: Buffer) => {
    const file = join(scratch, 'source.pdf')
    await writeFile(file, pdf)
    return await countPages({ file, scratch, hidden: [], signal: new AbortController().signal })
  }

  test.each<[string, () => Buffer, object]>([
    ['a page', () => pdfOf(1), { pages: 1 }],
    ['many pages', () => pdfOf(777), { pages: 777 }],
    ['pages in object streams', () => packedPdf({ pages: 600, streams: 7 }), { pages: 600 }],
    ['a table of references that is lost', () => pdfOf(12, { table: false }), { pages: 12 }],
    ['a count that is far too large', () => pdfOf(3, { count: 2_000_000_000 }), { pages: 3 }],
    ['a count below nothing', () => pdfOf(3, { count: -3 }), { unknown: 'broken' }],
    ['a count that is no number', () => pdfOf(3, { count: '/Many' }), { pages: 3 }],
    ['a tree that holds itself', () => pdfOf(3, { kids: '2 0 R 2 0 R', count: 9 }), { pages: expect.any(Number) }],
    ['a password', () => pdfOf(3, { trailer: encrypted }), { unknown: 'encrypted' }],
    ['only the first words of a PDF', () => somePdf(5000), { unknown: 'broken' }],
    ['nothing', () => Buffer.alloc(0), { unknown: 'broken' }],
  ])('%s', async (_, make, expected) => expect(await counted(make())).toEqual(expected))

  test('a page tree that unpacks to gigabytes is given up, by time or by memory', async () => {
    const answer = await counted(packedPdf({ pages: 3, blanks: 600 * 1024 ** 2, nested: 1 }))
    expect(answer).toEqual({ unknown: expect.stringMatching(/tooCostly|broken/) })
  })
})

describe('of uploads', () => {
  let env: TestUploads, teacher: Actor
  beforeAll(async () => {
    env = await openUploads()
    teacher = env.school.teacher
  })
  afterAll(() => env?.stop())
  const info = async (id: string) => (await env.call(teacher, 'GET', `/api/uploads/reference/document/${id}/pdf-info-for-stat`)).body
  const storedPages = (id: string) =>
    env.school.db.query('select pages, pages_unknown from uploads where id = $1::uuid', [id]).then(({ rows }) => rows as object[])
  const until = (id: string, row: object, timeout = 30_000) => expect.poll(() => storedPages(id), { timeout, interval: 100 }).toEqual([row])

  test('the count, or its failure, is stored when the file arrives', async () => {
    const [good, bad] = [await env.send(teacher, pdfOf(4), { name: 'a.pdf' }), await env.send(teacher, somePdf(500), { name: 'b.PDF' })]
    await until(good.id, { pages: 4, pages_unknown: null })
    await until(bad.id, { pages: null, pages_unknown: 'broken' })
    expect(await info(good.id)).toEqual({ num_pages: 4, file_key: good.key })
    expect(await info(bad.id)).toEqual({ num_pages: null, file_key: bad.key })
  })

  test('a PDF with a password is given as a file, unless somebody switched that off', async () => {
    for (const [draft, allowed] of [
      [{}, true],
      [{ allow_download: false }, false],
    ] as const) {
      const { id } = await env.send(teacher, pdfOf(3, { trailer: encrypted }), { name: 'locked.pdf', ...draft })
      await until(id, { pages: null, pages_unknown: 'encrypted' })
      const { body } = await env.call(teacher, 'GET', `/api/uploads/${id}`)
      expect(body).toMatchObject({ allow_download: allowed, preview_failed: true })
    }
  })

  test('the count is told by a fact, once; one that was never told is told by the periodic job', async () => {
    const { id } = await env.send(teacher, pdfOf(6), { name: 'told.pdf' })
    await until(id, { pages: 6, pages_unknown: null })
    const emittedCounts = async () =>
      (
        await env.school.db.query("select value::jsonb->'upload' as upload from kit.outbox where key = $1 order by seq", [`upload:${id}`])
      ).rows.flatMap(({ upload }) => upload?.pages ?? [])
    expect(await emittedCounts()).toEqual([6])
    await env.school.db.query('update uploads set pages_told = false where id = $1::uuid', [id])
    await env.school.db.query("update kit.jobs set run_at = now() where key = 'every:sweepMissingPages'")
    await expect.poll(emittedCounts, { timeout: scaled(30_000) }).toEqual([6, 6])
  })

  test('an older file is counted once by the periodic job, not by a call', async () => {
    const { id } = await env.send(teacher, pdfOf(5), { name: 'old.pdf' })
    await until(id, { pages: 5, pages_unknown: null })
    await env.school.db.query("update uploads set pages = null, stored_at = now() - interval '1 day' where id = $1::uuid", [id])
    expect(await info(id)).toMatchObject({ num_pages: null })
    // a call would leave the job with its answer
    expect((await env.school.db.query("select from kit.jobs where kind = 'countPages'")).rowCount).toBe(0)
    expect(await storedPages(id)).toEqual([{ pages: null, pages_unknown: null }])
    await env.school.db.query("update kit.jobs set run_at = now() where key = 'every:sweepMissingPages'")
    await until(id, { pages: 5, pages_unknown: null })
  })

  test('60 object streams of 15 MB each and six calls at once take little memory', async () => {
    // made before the measurement: its memory is the test's own
    const bomb = packedPdf({ pages: 60, streams: 60, blanks: 15 * 1024 ** 2 })
    const rssAtStart = process.memoryUsage().rss / 1024 ** 2
    let most = 0
    let child = 0
    let stop = false
    const watching = (async () => {
      for (; !stop; await sleep(50)) {
        const all = await memoryOf(process.pid)
        most = Math.max(most, process.memoryUsage().rss / 1024 ** 2)
        child = Math.max(child, all - process.memoryUsage().rss / 1024 ** 2)
      }
    })()
    const { id } = await env.send(teacher, bomb, { name: 'bomb.pdf' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => info(id)))
    for (const answer of answers) expect(answer.num_pages).toBeNull()
    await expect
      .poll(async () => Object.values((await storedPages(id))[0]!).filter((one) => one !== null), { timeout: scaled(60_000) })
      .toHaveLength(1)
    stop = true
    await watching
    console.log(`bomb: ours ${Math.round(rssAtStart)} to ${Math.round(most)} MB, the counting process ${Math.round(child)} MB`)
    expect(child).toBeLessThan(512)
    expect(most - rssAtStart).toBeLessThan(150)
  })
})
