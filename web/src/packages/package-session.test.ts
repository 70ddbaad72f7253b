// A package in the page, with a frame of its protocol: what is left goes first, states follow, and each message of another shape is dropped.
import { afterEach, expect, test } from 'vitest'
import type { Entry, ToFrame } from '../../package-frame/messages.ts'
import type { PackageItem } from './contents.ts'
import { createPackageSession, type OpenAttempt, type PackageSession } from './package-session.ts'

const item = (id: string, more: Partial<PackageItem> = {}): PackageItem => ({
  id,
  parent: '',
  title: `Item ${id}`,
  launch: `${id}.html?a=1`,
  sco: true,
  mastery: '',
  ...more,
})
const open: PackageSession[] = []
const ports: MessagePort[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
  for (const one of ports.splice(0)) one.close()
})
function world({ left = [] as Entry[], sequencing = null as Record<string, unknown> | null, items = [item('a'), item('b')] } = {}) {
  let now: Pick<OpenAttempt, 'seq' | 'states'> | undefined
  const refused: unknown[] = []
  const sent: { seqs: number[]; sequencing: unknown }[] = []
  const session = createPackageSession(
    {
      kind: 'scorm12',
      items,
      learner: { alias: 'p', name: 'Aiko' },
      attempt: { id: 'x', n: 1, seq: 4, states: [], sequencing, trial: false },
    },
    {
      send: async (entries, sequencing) => {
        sent.push({ seqs: entries.map(({ seq }) => seq), sequencing })
        return { saved_at: 1, refused }
      },
      read: async () => now,
      failureOf: () => 'transient',
      keep: async () => {},
      drop: () => {},
      now: () => 2,
    },
    left,
  )
  open.push(session)
  const messages: ToFrame[] = []
  const waiting: ((message: ToFrame) => void)[] = []
  let port: MessagePort | undefined
  const frame = {
    postMessage: (_: unknown, origin: unknown, transfer?: unknown) => {
      expect(origin).toBe('https://packages.test')
      port = (transfer as MessagePort[])[0]!
      ports.push(port)
      port.onmessage = ({ data }) => {
        messages.push(data as ToFrame)
        for (const resolve of waiting.splice(0)) resolve(data as ToFrame)
      }
    },
  }
  session.attach(frame as Window, 'https://packages.test')
  const until = async <K extends ToFrame['what']>(what: K): Promise<Extract<ToFrame, { what: K }>> => {
    for (;;) {
      const at = messages.findIndex((message) => message.what === what)
      if (at >= 0) return messages.splice(at, 1)[0] as Extract<ToFrame, { what: K }>
      await new Promise<ToFrame>((resolve) => waiting.push(resolve))
    }
  }
  const asNow = (attempt: typeof now) => (now = attempt)
  return { session, sent, refused, asNow, until, say: (message: unknown) => port!.postMessage(message) }
}
const entry = (seq: number, set: Record<string, string>): Entry => ({ seq, sco: 'a', at: 1, set, end: false })

test('entries that are left of earlier go to the server first, and the state that the frame gets has it', async () => {
  const { sent, until, say } = world({ left: [entry(6, { 'cmi.suspend_data': 'kept' })], sequencing: { current: 'a' } })
  say({ ...entry(7, { 'cmi.core.lesson_location': '9' }), what: 'left' })
  say({ ...entry(3, { 'cmi.core.lesson_location': 'old' }), what: 'left' })
  say({ what: 'ready' })
  const begin = await until('begin')
  expect(sent.flatMap(({ seqs }) => seqs)).toEqual([6, 7])
  expect([begin.item, begin.launch, begin.state?.data, begin.first_seq, begin.next, begin.previous]).toEqual([
    'a',
    'a.html?a=1',
    { 'cmi.suspend_data': 'kept', 'cmi.core.lesson_location': '9' },
    8,
    true,
    false,
  ])
})

test('values are kept and saved at a commit; the item that is open is saved with them; messages of other shapes are dropped', async () => {
  const { session, sent, until, say } = world()
  say({ what: 'ready' })
  const begin = await until('begin')
  say({ what: 'set', seq: begin.first_seq, sco: 'a', set: { 'cmi.core.lesson_status': 'completed' }, at: 3 })
  say({ what: 'set', seq: 'x', sco: 'a', set: {}, at: 3 })
  say({ what: 'delete', everything: true })
  say({ what: 'commit', sco: 'a', seq: begin.first_seq, at: 4 })
  expect(await until('saved')).toMatchObject({ seq: 5 })
  expect(sent).toEqual([{ seqs: [5], sequencing: { current: 'a' } }])
  expect(session.snapshot().states.get('a')?.state).toBe('completed')
  say({ what: 'go', item: 'next' })
  expect((await until('begin')).item).toBe('b')
  say({ what: 'go', item: 'nowhere' })
  say({ what: 'go', item: 'previous' })
  const back = await until('begin')
  expect([back.item, back.state?.data, back.first_seq]).toEqual(['a', { 'cmi.core.lesson_status': 'completed' }, 6])
})

test('to exit takes the item out of the frame, waits for what it says at its end, and saves that', async () => {
  const { session, sent, until, say } = world()
  say({ what: 'ready' })
  await until('begin')
  const left = session.exit()
  await until('clear')
  say({ what: 'end', sco: 'a', seq: 5, at: 4 })
  say({ what: 'ready' })
  await left
  expect([session.snapshot().phase, sent.flatMap(({ seqs }) => seqs)]).toEqual(['left', [5]])
})

test('entries that another device has overtaken lie over nothing: the state is read again once they are sent', async () => {
  const { session, sent, asNow, until, say } = world({ left: [entry(3, { 'cmi.core.lesson_location': 'stale' })] })
  expect(session.snapshot().states.size).toBe(0)
  const data = { 'cmi.core.lesson_location': 'of the other' }
  asNow({ seq: 100_004, states: [{ sco: 'a', data, time: 9, status: 'incomplete', success: 'unknown' }] })
  say({ what: 'ready' })
  const begin = await until('begin')
  expect([sent.flatMap(({ seqs }) => seqs), begin.state, begin.first_seq]).toEqual([[3], { data, time: 9 }, 100_005])
})

test('a page that reports nothing is completed once it is shown, by one entry', async () => {
  const { session, sent, until, say } = world({ items: [item('a', { sco: false }), item('b', { sco: false })] })
  say({ what: 'ready' })
  expect((await until('begin')).first_seq).toBe(6)
  say({ what: 'go', item: 'b' })
  expect((await until('begin')).first_seq).toBe(7)
  say({ what: 'go', item: 'a' })
  await until('begin')
  expect([...session.snapshot().states.values()].map(({ state }) => state)).toEqual(['completed', 'completed'])
  await session.flush()
  expect(sent.flatMap(({ seqs }) => seqs)).toEqual([5, 6])
})

test('an item is still listened to while its frame goes away, and values that the server does not take are noted', async () => {
  const { session, sent, refused, until, say } = world()
  refused.push({})
  say({ what: 'ready' })
  await until('begin')
  session.close()
  say({ what: 'set', seq: 5, sco: 'a', set: { 'cmi.suspend_data': 'at the end' }, at: 4 })
  say({ what: 'end', sco: 'a', seq: 6, at: 4 })
  await until('saved')
  expect([sent.flatMap(({ seqs }) => seqs), session.snapshot().lacks]).toEqual([[5, 6], true])
})
