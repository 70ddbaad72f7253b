// Tests of moving activities, of the next step and of due times.
import { describe, expect, test } from 'vitest'
import type { ActivityRow, Content } from '../../../parts/learning/course/content.ts'
import { orderAfterMove, withOrder } from '../../../parts/learning/course/order.ts'
import { dueOf, nextStep, stepOf } from './steps.ts'

const my = {
  percent: 0,
  pages_read: 0,
  completed: false,
  completed_at: null,
  watched_seconds: 0,
  resume_at: 0,
  read_at: null,
  last_seen_at: null,
}
const row = (id: string, module: string | null, sort: number, more: Partial<ActivityRow> = {}) =>
  ({
    id,
    module_id: module,
    sort,
    published: true,
    availability: 'open',
    is_locked: false,
    locked_by: null,
    state: '',
    completion_criterion: { kind: 'read', percent: null },
    my,
    start_time: null,
    due_time: null,
    end_time: null,
    ...more,
  }) as ActivityRow
const content = {
  modules: [
    { id: 'm1', sort: 0 },
    { id: 'm2', sort: 1 },
    { id: 'm3', sort: 2 },
  ],
  activities: [row('a', 'm1', 0), row('b', 'm1', 1), row('c', 'm1', 2), row('d', 'm2', 0)],
} as Content

describe('moving activities', () => {
  test('inside a module', () => expect(orderAfterMove(content.activities, ['c'], { group: 'm1', before: 'a' })).toEqual(['c', 'a', 'b']))
  test('several to the end of another', () =>
    expect(orderAfterMove(content.activities, ['a', 'c'], { group: 'm2', before: null })).toEqual(['d', 'a', 'c']))
  test('shows the new place at once', () => {
    const { activities } = withOrder(content, 'm2', ['d', 'a'])
    expect(
      activities
        .filter((activity) => activity.module_id === 'm2')
        .sort((x, y) => x.sort - y.sort)
        .map((activity) => activity.id),
    ).toEqual(['d', 'a'])
  })
})

describe('the next step', () => {
  const begun = { ...my, percent: 62, last_seen_at: '2026-11-20T10:00:00Z' }
  test('is what was begun last', () =>
    expect(nextStep({ ...content, activities: [row('a', 'm1', 0), row('b', 'm1', 1, { my: begun })] })?.id).toBe('b'))
  test('else the first open thing', () =>
    expect(
      nextStep({ ...content, activities: [row('a', 'm1', 0, { my: { ...my, completed: true } }), row('b', 'm1', 1), row('c', 'm1', 2)] })
        ?.id,
    ).toBe('b'))
  test('is nothing that cannot be opened', () =>
    expect(
      nextStep({ ...content, activities: [row('a', 'm1', 0, { availability: 'notStarted' }), row('b', 'm1', 1, { published: false })] }),
    ).toBeUndefined())
  test('marks', () => {
    expect(
      [
        row('a', 'm1', 0, { my: begun }),
        row('a', 'm1', 0, { availability: 'notStarted' }),
        row('a', 'm1', 0, { completion_criterion: { kind: 'none', percent: null, posts: null } }),
      ].map(stepOf),
    ).toEqual(['part', 'locked', 'none'])
  })
})

test('due activities come before closed ones; late until it is done or closed', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const [past, soon, later] = ['2026-11-20T12:00:00Z', '2026-11-24T12:00:00Z', '2026-12-24T12:00:00Z']
  const due = (more: Partial<ActivityRow>) => dueOf(row('a', null, 0, more), now)?.kind
  expect(due({ due_time: soon, end_time: later })).toBe('due')
  expect(due({ end_time: later })).toBe('closes')
  expect(due({ due_time: past, end_time: later })).toBe('late')
  expect(due({ due_time: past, my: { ...my, completed: true } })).toBeUndefined()
  expect(due({ due_time: past, state: 'submitted' })).toBeUndefined()
  expect(due({ due_time: past, end_time: past, availability: 'ended' })).toBe('ended')
})
