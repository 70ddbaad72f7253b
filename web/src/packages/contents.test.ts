// Contents of a package: prerequisites, the way through its items, and results that stay.
import { expect, test } from 'vitest'
import { beside, isOpen, type PackageItem, secondsOf, startItem, stateIn, statesOf, withEntry } from './contents.ts'
import { areMet } from './prerequisites.ts'

const item = (id: string, more: Partial<PackageItem> = {}): PackageItem => ({
  id,
  parent: '',
  title: id,
  launch: `${id}.html`,
  sco: true,
  mastery: null,
  ...more,
})
const saved = (sco: string, status: string, success = 'unknown') => ({ sco, data: {}, time: 0, status, success })

test('prerequisites are read with and, or, not and brackets; one that cannot be read keeps nobody out', () => {
  const met = (expression: string) => areMet(expression, (id) => id === 'a' || id === 'b')
  expect(['a', 'c', 'a&b', 'a & c', 'a|c', 'c|d', '~c', '~a', '(c|a)&~d', '~(a&c)', ''].map(met)).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    true,
    false,
    true,
    true,
    true,
  ])
  expect(['(', 'a&', '&', 'c d', ')', 'c&'.repeat(500), '('.repeat(5000)].map(met)).toEqual(Array(7).fill(true))
})

test('an attempt goes on with the item that was open, else with the first that is not done; next and previous skip what is not open', () => {
  const items = [item('top', { launch: null }), item('a'), item('b', { prerequisites: 'c' }), item('c'), item('d', { prerequisites: 'a' })]
  const states = statesOf([saved('a', 'completed')])
  expect(startItem(items, 'd', states)?.id).toBe('d')
  expect(startItem(items, 'b', states)?.id).toBe('c')
  expect(startItem(items, undefined, states)?.id).toBe('c')
  expect(startItem([items[0]!], undefined, states)).toBeUndefined()
  expect([
    beside(items, 'a', 1, states)?.id,
    beside(items, 'c', -1, states)?.id,
    beside(items, 'a', -1, states),
    beside(items, 'd', 1, states),
  ]).toEqual(['c', 'a', undefined, undefined])
  expect(items.map((one) => isOpen(one, states))).toEqual([false, true, false, true, true])
})

test('results of both editions; completed and passed are never taken back, and time adds up at the end', () => {
  let states = withEntry(new Map(), {
    sco: 'a',
    set: { 'cmi.core.lesson_status': 'passed', 'cmi.core.session_time': '00:01:30.5' },
    end: false,
  })
  states = withEntry(states, { sco: 'a', set: {}, end: true })
  states = withEntry(states, { sco: 'a', set: { 'cmi.core.lesson_status': 'incomplete' }, end: false })
  states = withEntry(states, { sco: 'b', set: { 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' }, end: true })
  states = withEntry(states, { sco: 'c', set: { 'cmi.core.lesson_location': '3' }, end: false })
  expect(['a', 'b', 'c', 'd'].map((id) => stateIn(states, id))).toEqual(['passed', 'failed', 'incomplete', 'none'])
  expect(states.get('a')?.time).toBe(90.5)
  expect(stateIn(withEntry(states, { sco: 'c', set: {}, end: true }), 'c')).toBe('completed')
  expect(['PT1H2M3.5S', 'P1D', '12:30', undefined, 'PT'].map(secondsOf)).toEqual([3723.5, 86_400, 0, 0, 0])
})
