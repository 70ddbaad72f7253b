// Tests of exports of topics: the posts that their reader sees, in the order of reading, as one safe page; refusals, and rights that are taken away.
import { deflateSync } from 'node:zlib'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPdf } from '../test/pdf-text.ts'
import { type Rosters, testRosters } from '../test/rosters.ts'

let it: Rosters
let org: string
const topic = newId()
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => {
  org = it.begin().org
  it.owners.onRead = school()
})

const author = (more: object = {}) => ({ id: newId(), name: 'Ada <Lovelace>', avatar: '', alias: null, role: 'student', ...more })
const post = (n: number, more: object = {}) => ({
  ...{
    id: newId(),
    topic_id: topic,
    n,
    thread_n: n,
    parent_n: null,
    quote: null,
    author: author(),
    body: `<p>Post ${n}</p>`,
    state: 'shown',
  },
  ...{ reason: '', reactions: [], edited_at: null, created_at: '2026-03-02T18:30:00.000Z', accepted: false, mine: false, version: 1 },
  can: Object.fromEntries(
    ['change', 'remove', 'restore', 'reply', 'react', 'accept', 'versions', 'report', 'moderate'].map((of) => [of, false]),
  ),
  ...more,
})
const nobody = { id: null, name: '', role: null }
const special = [
  post(1, {
    body: `<p>潮汐 กระแสน้ำ <span data-mention="person:${topic}">@Bo</span> <a data-upload="${topic}">tides.pdf</a> <script>alert(1)</script><img src="x" onerror="alert(1)" alt=""></p>`,
  }),
  post(3, { thread_n: 3, author: author({ ...nobody, alias: 7 }), accepted: true, edited_at: '2026-03-03T02:00:00.000Z' }),
  post(4, {
    thread_n: 3,
    parent_n: 3,
    author: author(nobody),
    quote: { n: 3, author: author({ ...nobody, alias: 7 }), text: 'Moon & sun' },
  }),
  post(2, { thread_n: 2, state: 'hidden', body: '<p>Kept for who moderates</p>' }),
]
const list = [...special, ...Array.from({ length: 110 }, (_, nth) => post(nth + 5))]
type Reply = { status: number; body: unknown }
const forbidden: Reply = { status: 403, body: { code: 'forbidden', message: '' } }
const asked: string[] = []
/** Activity and the organisation's clock. */
const school =
  ({ check, posts }: { check?: Reply; posts?: () => Reply | undefined } = {}) =>
  (path: string, query: URLSearchParams): Reply | undefined => {
    if (path === '/api/org') return { status: 200, body: { orgs: [{ id: org, name: 'Reef School', time_zone: 'Asia/Bangkok' }] } }
    if (path === `/api/topics/${topic}`) return check ?? { status: 200, body: { id: topic, title: 'Spring/tides <b>' } }
    if (path === `/api/topics/${topic}/outline`)
      return {
        status: 200,
        body: { rows: list.map(({ n, thread_n }) => [n, thread_n, 0, 0]), authors: [], last_n: 114, read_n: 0, first_unread: null },
      }
    if (path !== `/api/topics/${topic}/posts`) return undefined
    const numbers = query.get('numbers')!.split(',').map(Number)
    asked.push(query.get('numbers')!)
    const items = numbers.map((n) => list.find((one) => one.n === n)!)
    return posts?.() ?? { status: 200, body: { items, files: [], expires_at: '', last_n: 114, more: false } }
  }

const begin = (body: object) => it.send('POST', `/api/topics/${topic}/export`, body)
async function exported(body: object) {
  const { status, body: begun } = await begin(body)
  expect(status, JSON.stringify(begun)).toBe(202)
  return await until(async () => {
    const { rows } = await it.db.query('select state, result, error from kit.tasks where id = $1', [begun.task])
    return rows[0].state === 'running' ? undefined : rows[0]
  })
}

test('a page has the posts that its reader sees in the order of reading, by fifty, and nothing that runs or is loaded', async () => {
  asked.length = 0
  const { state, result } = await exported({ format: 'html', lang: 'zh-TW' })
  expect([state, result]).toMatchObject(['finished', { name: 'Spring_tides _b_.html', posts: 114 }])
  expect(asked.map((numbers) => numbers.split(',').length)).toEqual([50, 50, 14])
  const html = it.owners.bytesOf(result.upload).toString()
  expect([...html.matchAll(/<article id="post-(\d+)"/g)].slice(0, 5).map(([, n]) => Number(n))).toEqual([1, 3, 4, 2, 5])
  for (const held of [
    '<html lang="zh-TW">',
    '<meta charset="utf-8">',
    '<title>Spring/tides &lt;b&gt;</title>',
    '潮汐 กระแสน้ำ',
    '<span>@Bo</span>',
    'tides.pdf</a>',
    'Ada &lt;Lovelace&gt;',
    '匿名學生 7',
    '已離開的成員',
    '2026-03-03 01:30',
    '2026-03-03 09:00 編輯過',
    'Moon &amp; sun',
    '這則貼文暫時隱藏',
    'Asia/Bangkok',
    '@media print',
  ])
    expect([held, html.includes(held)]).toEqual([held, true])
  for (const absent of ['<script', 'onerror', topic, 'Kept for who moderates', '<img', 'http-equiv="refresh"'])
    expect([absent, html.includes(absent)]).toEqual([absent, false])
  expect((await it.send('GET', '/api/management/exports')).body.items).toMatchObject([{ kind: 'topic', rows: 114, state: 'finished' }])
})

const chunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}
/** 13 million points of one bit, in two kilobytes. */
function large(): Buffer {
  const [width, height] = [4000, 3250]
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc((width / 8 + 1) * height))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

test('a PDF has the same posts, in Chinese and Thai, with its picture, and little of its fonts', async () => {
  const hidden = 'Kept for who moderates'
  const bytes = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
  const upload = it.owners.upload('chart.png', bytes)
  const shown = `<img data-upload="${upload}" alt="Chart">`
  const body = `<p>为什么每月有两次大潮？${shown}${shown}</p><ul><li>กระแสน้ำขึ้นน้ำลงทำให้ระดับน้ำทะเลเปลี่ยนแปลง</li></ul>`
  const items = [post(1, { body }), post(2, { author: author({ ...nobody, alias: 7 }) }), { ...special[3]!, n: 3, thread_n: 3 }]
  // one whose points cannot be unpacked is there by its name
  const broken = it.owners.upload('broken.png', Buffer.from(bytes).fill(7, 45, 50))
  // as one whose points come after its end
  const early = it.owners.upload('early.png', Buffer.concat([bytes.subarray(0, 33), bytes.subarray(58), bytes.subarray(33, 58)]))
  // and one that does not fit into memory with those that are not written yet; the next fifty posts have room for it
  const [first, second] = [it.owners.upload('first.png', large()), it.owners.upload('second.png', large())]
  items[1]!.body = [broken, early, first, second]
    .map((id, nth) => `<p><img data-upload="${id}" alt="${['Broken chart', 'Early end', 'First', 'Second'][nth]}"></p>`)
    .join('')
  const later = [post(4, { body: `<p><img data-upload="${second}" alt="Later"></p>` })]
  const files = [upload, broken, early, first, second].map((id) => ({
    ...{ upload_id: id, type: 'image', name: 'chart.png', size: bytes.length, grant: '' },
    url: `/bytes/${id}/file`,
  }))
  let reads = 0
  const page = () => ({ items: [items, later][reads++] ?? [], files, expires_at: '', last_n: 3, more: false })
  it.owners.onRead = school({ posts: () => ({ status: 200, body: page() }) })
  const { state, result, error } = await exported({ format: 'pdf', lang: 'th' })
  expect([state, error, result]).toMatchObject(['finished', null, { name: 'Spring_tides _b_.pdf' }])
  const file = it.owners.bytesOf(result.upload)
  expect(file.length).toBeLessThan(300_000)
  const { pages, text, lang, pictures } = await readPdf(file)
  expect([pages, lang]).toEqual([2, 'th'])
  expect(pictures).toBe(4)
  for (const drawn of ['[Chart]', '[First]', '[Later]']) expect(text).not.toContain(drawn)
  for (const held of [
    '为什么每月有两次大潮？',
    'กระแสน้ำขึ้นน้ำลงทำให้ระดับน้ำทะเลเปลี่ยนแปลง',
    'Spring/tides <b>',
    'Ada <Lovelace>',
    'ผู้เรียน 7',
    '[Broken chart]',
    '[Early end]',
    '[Second]',
  ])
    expect([held, text.includes(held)]).toEqual([held, true])
  expect(text).not.toContain(hidden)
})

test('without the right nothing begins, and rights that are taken away end it', async () => {
  expect((await begin({ format: 'docx' })).status).toBe(400)
  it.owners.onRead = school({ check: forbidden })
  expect((await begin({ format: 'html' })).status).toBe(403)
  let reads = 0
  it.owners.onRead = school({ posts: () => (++reads > 1 ? forbidden : undefined) })
  expect(await exported({ format: 'html' })).toMatchObject({ state: 'failed', error: { code: 'export.rightsChanged' } })
})
