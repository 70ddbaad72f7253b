// Test of the sending of marks and of undo.
import { expect, test, vi } from 'vitest'
import { emptyHistory, redo, undo, withChange } from '../../anchors/history.ts'
import { type Mark, numbersOf } from '../../anchors/mark.ts'
import { besideTheirs } from './beside-theirs.ts'
import { createMarkSender, type SenderPorts } from './mark-sender.ts'

const mark = (id: string, more: Partial<Mark> = {}) =>
  ({
    id,
    n: 1,
    upload_id: null,
    page: 1,
    kind: 'comment',
    shape: { x: 1, y: 1 },
    text: 'so',
    colour: '#c0221f',
    marker: null,
    version: 0,
    ...more,
  }) as Mark

function setUp(more: Partial<SenderPorts> = {}) {
  const sent: string[] = []
  const states: string[] = []
  const lost: string[] = []
  const ports: SenderPorts = {
    put: async ({ id, text }, over) => {
      sent.push(`put ${id} ${text} over ${over}`)
      return { version: over + 1 }
    },
    remove: async (id, over) => {
      sent.push(`remove ${id} over ${over}`)
      return { version: over + 1 }
    },
    failureOf: (error) => error as 'transient',
    onState: (state) => states.push(state),
    onLost: ({ id, mark: gone }) => lost.push(`${id} ${gone?.text}`),
    keep: () => {},
    ...more,
  }
  return { ports, sent, states, lost, sender: createMarkSender(ports) }
}

test('marks are sent in order, the last state of each, over the version the server gave', async () => {
  const { sender, sent } = setUp()
  sender.set('a', mark('a', { text: 'first' }), 0)
  sender.set('b', mark('b'), 3)
  sender.set('a', mark('a', { text: 'second' }), 0)
  expect(await sender.flush()).toBe(true)
  sender.set('a', undefined, 0)
  await sender.flush()
  expect(sent).toEqual(['put a second over 0', 'put b so over 3', 'remove a over 1'])
})

test('a mark that never reached the server is removed without a word', async () => {
  const { sender, sent } = setUp()
  sender.set('a', mark('a'), 0)
  sender.set('a', undefined, 0)
  expect(await sender.flush()).toBe(true)
  expect(sent).toEqual([])
})

test('without a connection they wait and are sent again; a refused one is lost alone', async () => {
  vi.useFakeTimers()
  let failure: string | undefined = 'transient'
  const { sender, states, lost, ports, sent } = setUp()
  const put = ports.put
  ports.put = async (one, over) => {
    if (failure && (failure === 'transient' || one.id === 'a')) throw failure
    return put(one, over)
  }
  sender.set('a', mark('a'), 0)
  sender.set('b', mark('b'), 0)
  expect(await sender.flush()).toBe(false)
  expect(states.at(-1)).toBe('device')
  expect(sender.waiting()).toHaveLength(2)
  failure = 'conflict'
  await vi.advanceTimersByTimeAsync(5000)
  expect(sender.waiting()).toEqual([])
  expect([lost, sent]).toEqual([['a so'], ['put b so over 0']])
  vi.useRealTimers()
})

test('a comment over which somebody else has written another one stands beside it; a moved one does not', () => {
  const mine = mark('a', { text: 'mine', version: 3, shape: { x: 990, y: 7 } })
  expect(besideTheirs(mine, 'so', { text: 'theirs' }, 'b')).toEqual({ ...mine, id: 'b', version: 0, shape: { x: 1000, y: 7 } })
  expect(besideTheirs(mine, 'so', { deleted: true }, 'b')?.text).toBe('mine')
  expect(besideTheirs(mine, 'mine', { text: 'theirs' }, 'b')).toBe(undefined)
  expect(besideTheirs(mine, 'so', { text: 'mine' }, 'b')).toBe(undefined)
})

test('undo takes back the last change and redo makes it again', () => {
  const [a, b] = [mark('a'), mark('b')]
  let history = withChange(emptyHistory, { id: 'a', before: undefined, after: a })
  history = withChange(history, { id: 'b', before: b, after: undefined })
  const back = undo(history)
  expect(back?.change).toEqual({ id: 'b', before: undefined, after: b })
  const again = back && redo(back.history)
  expect(again?.change).toEqual({ id: 'b', before: b, after: undefined })
  expect(again?.history).toEqual(history)
  expect(undo(emptyHistory)).toBe(undefined)
})

test('marks with a comment are numbered in reading order: text first, then files, pages, places from above', () => {
  const marks = [
    mark('file 2', { upload_id: 'two', page: 1 }),
    mark('low', { upload_id: 'one', page: 1, shape: { x: 1, y: 900 } }),
    mark('high', { upload_id: 'one', page: 1, kind: 'highlight', shape: { boxes: [[1, 20, 9, 9]] } }),
    mark('page 2', { upload_id: 'one', page: 2, shape: { x: 1, y: 5 } }),
    mark('text', { shape: { from: 7 } }),
    mark('silent', { upload_id: 'one', kind: 'highlight', text: '', shape: { boxes: [[1, 1, 9, 9]] } }),
  ]
  expect([...numbersOf(marks, [null, 'one', 'two']).keys()]).toEqual(['text', 'high', 'low', 'page 2', 'file 2'])
})
