// Circles among prerequisites, and which activities are locked.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { circleThrough, lockedAmong, type Requirement } from './rules.ts'

test.each<[string, Requirement[], string[], string | undefined]>([
  ['nothing', [], ['b'], undefined],
  ['each other', [['b', 'a']], ['b'], 'b'],
  [
    'a longer way round',
    [
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'a'],
    ],
    ['x', 'b'],
    'b',
  ],
  [
    'a diamond is no circle',
    [
      ['b', 'd'],
      ['c', 'd'],
    ],
    ['b', 'c'],
    undefined,
  ],
  [
    'what it required until now is replaced',
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    ['c'],
    undefined,
  ],
  [
    'a circle elsewhere ends',
    [
      ['b', 'c'],
      ['c', 'b'],
    ],
    ['b'],
    undefined,
  ],
])('circles: %s', (_, existing, required, found) => {
  expect(circleThrough(existing, 'a', required)).toBe(found)
})

test('whatever is accepted one after the other never holds a circle', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }))), (writes) => {
      let edges: Requirement[] = []
      for (const [activity, required] of writes) {
        if (required.includes(activity) || circleThrough(edges, activity, required)) continue
        edges = [...edges.filter(([one]) => one !== activity), ...required.map((other) => [activity, other] as const)]
      }
      const open = new Set(names)
      // takes away what requires nothing that is left, until nothing is left
      for (let left = -1; left !== open.size; ) {
        left = open.size
        for (const name of open) if (!edges.some(([one, other]) => one === name && open.has(other))) open.delete(name)
      }
      expect([...open]).toEqual([])
    }),
  )
})

const step = (id: string, more: object = {}) => ({ id, counts: true, completed: false, opened: false, ...more })
test.each<[string, ReturnType<typeof step>[], Requirement[], boolean, string[]]>([
  ['what waits for an undone one', [step('a'), step('b')], [['b', 'a']], false, ['b']],
  ['not once it is done', [step('a', { completed: true }), step('b')], [['b', 'a']], false, []],
  [
    'all are needed',
    [step('a', { completed: true }), step('b'), step('c')],
    [
      ['c', 'a'],
      ['c', 'b'],
    ],
    false,
    ['c'],
  ],
  ['not what was opened', [step('a'), step('b', { opened: true })], [['b', 'a']], false, []],
  ['not for one without a criterion', [step('a', { counts: false }), step('b')], [['b', 'a']], false, []],
  ['not for one that is a draft or deleted', [step('b')], [['b', 'a']], false, []],
  ['checkpoints: each behind the one before', [step('a'), step('b'), step('c')], [], true, ['b', 'c']],
  ['checkpoints: open as far as the first that is undone', [step('a', { completed: true }), step('b'), step('c')], [], true, ['c']],
  ['checkpoints: past one without a criterion', [step('a'), step('x', { counts: false }), step('b')], [], true, ['b']],
  ['checkpoints: a change of order locks nothing that was opened', [step('a'), step('b', { opened: true })], [], true, []],
])('locked: %s', (_, steps, required, checkpoints, locked) => {
  expect([...lockedAmong(steps, required, checkpoints).keys()]).toEqual(locked)
})
