// Tests of left answers: those of an attempt that has ended or goes on elsewhere reach the server, and are reported.
import { beforeEach, expect, test, vi } from 'vitest'
import { setScope } from '../../../client.ts'

const stored = vi.hoisted(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  return new Map<string, Record<string, unknown>>()
})
vi.mock('idb', () => ({
  openDB: async () => ({
    getAll: async () => [],
    getAllFromIndex: async () => [...stored.values()],
    put: async (_store: string, draft: { key: string }) => void stored.set(draft.key, draft),
    delete: async (_store: string, key: string) => void stored.delete(key),
  }),
}))
vi.mock('../../../queries.ts', () => ({ invalidate: async () => {} }))
vi.stubGlobal('localStorage', { getItem: () => '2c5ea4c0-4067-4fe9-8bad-9b1deb4d3b7d', setItem: () => {} })

const { keepAnswer, queueHandIn } = await import('./device-answers.ts')
const { sendLeft } = await import('./left-answers.ts')

type Sent = { path: string; items: { slot: number }[]; as_late: boolean }
let sent: Sent[] = []
const answering = (answer: (body: Sent) => [number, object]) =>
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    const body = { path: url.replace('/api/attempts/', ''), ...JSON.parse(init.body) } as Sent
    sent.push(body)
    const [status, value] = answer(body)
    return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
  })
const reply = { now: '2026-11-25T10:00:00Z', deadline: '2026-11-25T09:00:00Z', paused_at: null, saved: [], late: [], refused: [] }

beforeEach(() => {
  stored.clear()
  sent = []
  setScope({ org: 'school', person: 'ana' })
})

test('after the end it is sent, and what comes too late is said to be so; a hand-in that waited is over', async () => {
  await keepAnswer('a1', { slot: 3, seq: 7, answer: { choice: 'x' } })
  await keepAnswer('a1', { slot: 4, seq: 8, answer: { choice: 'y' } })
  await queueHandIn('a1')
  answering(({ path }) => [
    200,
    path === 'a1/submit' ? { state: 'marked', submitted_at: null, unanswered: 0, late: [] } : { ...reply, state: 'marked', late: [4] },
  ])
  expect((await sendLeft()).get('a1')).toEqual({ saved: 1, late: 1, refused: 0, waiting: 0, elsewhere: false })
  expect(sent.map(({ path, as_late }) => [path, as_late])).toEqual([
    ['a1/answers', false],
    ['a1/submit', undefined],
  ])
  expect(stored.size).toBe(0)
})

test('while it goes on elsewhere it is kept beside the attempt, and here too', async () => {
  await keepAnswer('a2', { slot: 0, seq: 2, answer: { choice: 'x' } })
  answering(({ as_late }) =>
    as_late ? [200, { ...reply, state: 'running', late: [0] }] : [409, { code: 'attempt.elsewhere', message: '', params: {}, errors: {} }],
  )
  expect((await sendLeft()).get('a2')).toMatchObject({ late: 1, elsewhere: true })
  expect(sent.map(({ as_late }) => as_late)).toEqual([false, true])
  expect(stored.size).toBe(1)
})

test('without a connection it stays here', async () => {
  await keepAnswer('a3', { slot: 0, seq: 2, answer: { choice: 'x' } })
  answering(() => [503, { code: 'unavailable', message: '', params: {}, errors: {} }])
  expect((await sendLeft()).get('a3')).toMatchObject({ waiting: 1, late: 0 })
  expect(stored.size).toBe(1)
})
