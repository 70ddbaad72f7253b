// The plan of a course by weeks: what stands where, which weeks begin folded, what a drop means.
import { expect, test } from 'vitest'
import type { ActivityRow, Content } from '../../../parts/learning/course/content.ts'
import { beforeOf, foldedAtFirst, planOf, timeOf, type Week, weeksFrom } from './plan.ts'

const activity = (id: string, module_id: string | null, completed = false) =>
  ({ id, title: id, module_id, sort: 1, published: true, completion_criterion: { kind: 'read' }, my: { completed } }) as ActivityRow
const content = {
  modules: [
    { id: 'M', name: 'M', sort: 1 },
    { id: 'N', name: 'N', sort: 2 },
    { id: 'O', name: 'O', sort: 3 },
  ],
  activities: [activity('m1', 'M', true), activity('m2', 'M'), activity('n1', 'N'), activity('loose', null)],
} as Content
const week = (id: string, fields: Partial<Week> = {}) =>
  ({ id, name: id, starts_on: null, ends_on: null, module_ids: [], activity_ids: [], ...fields }) as unknown as Week

test('a module brings its activities, but for those that stand in a week of their own; the rest is named too', () => {
  const { weeks, rest } = planOf([week('1', { module_ids: ['M', 'gone'] }), week('2', { activity_ids: ['m2', 'gone'] })], content)
  expect(weeks.map(({ activities }) => activities.map(({ id }) => id))).toEqual([['m1'], ['m2']])
  // an empty module is no part of anybody's way
  expect(rest.map(({ id }) => id)).toEqual(['N', 'loose'])
})

test('weeks are past, now or later, and some begin folded', () => {
  const days = { starts_on: '2026-09-07', ends_on: '2026-09-13' }
  expect(['2026-09-06', '2026-09-07', '2026-09-13', '2026-09-14'].map((today) => timeOf(days, today))).toEqual([
    'later',
    'now',
    'now',
    'past',
  ])
  expect([timeOf(week('x'), '2026-09-07'), timeOf({ ...days, ends_on: null }, '2027-01-01')]).toEqual(['undated', 'now'])
  const { weeks } = planOf(
    [week('done', { ...days, activity_ids: ['m1'] }), week('open', { ...days, activity_ids: ['m2'] }), week('empty', days)],
    content,
  )
  expect([...foldedAtFirst(weeks, '2026-10-01')]).toEqual(['done', 'empty'])
})

test('modules stay before single activities, wherever one is dropped', () => {
  const { weeks } = planOf([week('1', { module_ids: ['M', 'N'], activity_ids: ['loose'] })], content)
  const items = weeks[0]!.items
  const [m, n, loose] = items
  expect([beforeOf(items, n!, { group: '1', before: 'M' }), beforeOf(items, m!, { group: '1', before: 'loose' })]).toEqual(['M', null])
  expect([beforeOf(items, loose!, { group: '1', before: 'M' }), beforeOf(items, loose!, { group: '1', before: null })]).toEqual([
    null,
    null,
  ])
})

test('weeks of a term follow one another', () => {
  const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
  expect(weeksFrom('2026-12-28', 2, (nth) => `Week ${nth}`, addDays)).toEqual([
    { name: 'Week 1', starts_on: '2026-12-28', ends_on: '2027-01-03' },
    { name: 'Week 2', starts_on: '2027-01-04', ends_on: '2027-01-10' },
  ])
})
