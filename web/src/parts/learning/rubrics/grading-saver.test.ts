// Test of the saving of a marking: in order, over the version seen, again after a lost connection, held by a conflict.
import { expect, test, vi } from 'vitest'
import { createSaver, emptyGrading, type Grading, type Marking, type Ports, type SaveState } from './grading-saver.ts'

const marking = (grading: Grading, version: number, state: 'draft' | 'done' = 'draft') =>
  ({ ...grading, version, state, updated_at: '2026-11-23T12:00:00.000Z' }) as Marking
const gradingWith = (points: string): Grading => ({ ...emptyGrading, points })

function setUp(more: Partial<Ports> = {}) {
  const states: SaveState['kind'][] = []
  const writes: [string | null, number, boolean][] = []
  const kept: (string | null | undefined)[] = []
  let version = 0
  const ports: Ports = {
    write: async (value, over, done) => {
      writes.push([value.points, over, done])
      version = over + 1
      return marking(value, version, done ? 'done' : 'draft')
    },
    read: async () => null,
    failureOf: (error) => error as 'transient',
    onState: ({ kind }) => states.push(kind),
    onSaved: () => {},
    keep: (value) => kept.push(value?.points),
    ...more,
  }
  return { states, writes, kept, saver: createSaver(ports, { given: emptyGrading, version: 0 }), ports }
}

test('a change is written once, over the version seen', async () => {
  const { saver, writes, states, kept } = setUp()
  saver.change(gradingWith('1'))
  saver.change(gradingWith('17'))
  expect(await saver.flush()).toBe(true)
  saver.change(gradingWith('18'))
  expect(await saver.finish()).toBe(true)
  expect(writes).toEqual([
    ['17', 0, false],
    ['18', 1, true],
  ])
  expect(states.at(-1)).toBe('saved')
  expect(kept.at(-1)).toBe(undefined)
  expect(saver.isWaiting()).toBe(false)
})

test('a change that is taken back before it is sent is not being saved any more', async () => {
  const { saver, states, writes } = setUp()
  saver.change(gradingWith('2'))
  saver.change(emptyGrading)
  expect(states).toEqual(['saving', 'clean'])
  saver.change(gradingWith('2'))
  await saver.flush()
  saver.change(gradingWith('3'))
  saver.change(gradingWith('2'))
  expect(states.slice(-2)).toEqual(['saving', 'saved'])
  expect(await saver.flush()).toBe(true)
  expect(writes).toEqual([['2', 0, false]])
})

test('without a connection it stays on the device and is sent again', async () => {
  vi.useFakeTimers()
  let fails = true
  const { saver, states, kept, ports } = setUp()
  const write = ports.write
  ports.write = async (...args) => {
    if (fails) throw 'transient'
    return write(...args)
  }
  saver.change(gradingWith('5'))
  expect(await saver.flush()).toBe(false)
  expect(states.at(-1)).toBe('device')
  expect(kept).toEqual(['5'])
  fails = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(states.at(-1)).toBe('saved')
  vi.useRealTimers()
})

test('another marking holds the writes until a choice', async () => {
  const theirs = marking(gradingWith('9'), 4)
  const { saver, states, writes, ports } = setUp({ read: async () => theirs })
  const write = ports.write
  ports.write = async (value, over, done) => {
    if (over < 4) throw 'conflict'
    return write(value, over, done)
  }
  saver.change(gradingWith('5'))
  expect(await saver.flush()).toBe(false)
  expect(states.at(-1)).toBe('conflict')
  expect(await saver.flush()).toBe(false)
  expect(await saver.keepMine(theirs)).toBe(true)
  expect(writes).toEqual([['5', 4, false]])
})

test('a conflict with the lost answer to its own write is none', async () => {
  const { saver, states } = setUp({
    write: async () => {
      throw 'conflict'
    },
    read: async () => marking(gradingWith('5'), 1),
  })
  saver.change(gradingWith('5'))
  expect(await saver.flush()).toBe(true)
  expect(states.at(-1)).toBe('saved')
})

test('theirs can be chosen, and a newer one is followed only while nothing waits', async () => {
  const { saver, writes } = setUp()
  expect(saver.follow(marking(gradingWith('3'), 2), { kind: 'saved', at: 1 })).toBe(true)
  saver.change(gradingWith('4'))
  expect(saver.follow(marking(gradingWith('9'), 7), { kind: 'saved', at: 2 })).toBe(false)
  expect(await saver.keepMine(marking(gradingWith('9'), 7), gradingWith('9'))).toBe(true)
  expect(writes).toEqual([])
})

test('a change kept over an older version waits for a choice, and is not sent over the newer one', async () => {
  const theirs = marking(gradingWith('9'), 4)
  const { saver, states, writes, kept } = setUp()
  saver.follow(theirs, { kind: 'saved', at: 1 })
  saver.restore(gradingWith('5'), 2, theirs)
  expect(await saver.flush()).toBe(false)
  expect(states.at(-1)).toBe('conflict')
  expect([writes, kept]).toEqual([[], ['5']])
  expect(await saver.keepMine(theirs, gradingWith('7'))).toBe(true)
  expect(writes).toEqual([['7', 4, false]])
})

test('a change kept over the present version is sent; one that the server has already is no choice', async () => {
  const { saver, writes, states, kept } = setUp()
  const theirs = marking(
    {
      points: '5.0',
      comment: '',
      criteria: { b: { level: null, points: '2', comment: '' }, a: { level: 'x', points: null, comment: '' } },
    },
    4,
  )
  saver.follow(theirs, { kind: 'saved', at: 1 })
  saver.restore(
    { points: '5', comment: '', criteria: { a: { level: 'x', points: null, comment: '' }, b: { points: '2', level: null, comment: '' } } },
    3,
    theirs,
  )
  expect([states.at(-1), kept.at(-1), saver.isWaiting()]).toEqual(['saved', undefined, false])
  saver.restore(gradingWith('6'), 4, theirs)
  expect(await saver.flush()).toBe(true)
  expect(writes).toEqual([['6', 4, false]])
})

test('mine that is theirs after all needs no write', async () => {
  const theirs = marking(gradingWith('9'), 4)
  const { saver, states, writes } = setUp()
  saver.restore(gradingWith('5'), 2, theirs)
  saver.change(gradingWith('9'))
  expect(await saver.keepMine(theirs)).toBe(true)
  expect([states.at(-1), writes]).toEqual(['saved', []])
})

test('two markers of one work: the second one sees both versions, keeps what was typed, and nothing is written over unseen', async () => {
  let server = marking(emptyGrading, 1)
  const marker = () => {
    const own = { state: undefined as SaveState | undefined, kept: undefined as Grading | undefined }
    const { saver } = setUp({
      write: async (value, over, done) => {
        if (over !== server.version) throw 'conflict'
        server = marking(value, over + 1, done ? 'done' : 'draft')
        return server
      },
      read: async () => server,
      onState: (state) => void (own.state = state),
      keep: (value) => void (own.kept = value),
    })
    saver.follow(server, { kind: 'saved', at: 1 })
    return { saver, own }
  }
  const [elena, tom] = [marker(), marker()]
  const data = { data: { level: 'good', points: null, comment: '' } }
  const [hers, his] = [
    { points: '14', comment: 'Well measured.', criteria: data },
    { points: '12', comment: 'Too short.', criteria: {} },
  ]
  elena.saver.change(hers)
  tom.saver.change(his)
  expect([await elena.saver.finish(), await tom.saver.finish()]).toEqual([true, false])
  expect(server).toMatchObject({ ...hers, state: 'done' })
  expect(tom.own.state).toEqual({ kind: 'conflict', theirs: server, base: emptyGrading })
  // what he goes on typing stays on his device, and is not sent before a choice
  const more = { ...his, comment: 'Too short, but right.' }
  tom.saver.change(more)
  expect(await tom.saver.flush()).toBe(false)
  expect([tom.own.kept, server.comment]).toEqual([more, hers.comment])
  // she saves once more while he chooses: he is asked once more
  elena.saver.change({ ...hers, points: '15' })
  expect(await elena.saver.flush()).toBe(true)
  const both = { ...hers, comment: 'Well measured.\nToo short, but right.' }
  expect(await tom.saver.keepMine((tom.own.state as { theirs: Marking }).theirs, both)).toBe(false)
  expect(tom.own.state).toMatchObject({ kind: 'conflict', theirs: { points: '15' } })
  expect(tom.own.kept).toEqual(both)
  expect(await tom.saver.keepMine(server, { ...both, points: '15' })).toBe(true)
  expect([server, tom.own.kept]).toEqual([expect.objectContaining({ ...both, points: '15' }), undefined])
})
