// Tests of the nearness of a date by the reader's calendar.
import { afterEach, expect, test } from 'vitest'
import { setZone } from '../../../ui/zone.ts'
import { type ActivityRow, completenessOf, type Content } from '../../../parts/learning/course/content.ts'
import { contentFor, dueOf, nextStep, stepOf, upcoming } from './steps.ts'

afterEach(() => setZone(null))
const due = (due_time: string) => ({ availability: 'open', state: 'open', my: { completed: false }, due_time }) as ActivityRow
const near = (time: string, now: string) => dueOf(due(time), Date.parse(now))?.near

test('today is that of the chosen zone, whatever the device', () => {
  setZone('Asia/Tokyo')
  expect(near('2026-11-24T16:00:00Z', '2026-11-24T14:00:00Z')).toBe('week')
  expect(near('2026-11-24T23:00:00Z', '2026-11-24T16:00:00Z')).toBe('today')
  setZone('America/New_York')
  expect(near('2026-11-25T03:00:00Z', '2026-11-24T22:00:00Z')).toBe('today')
  setZone('Pacific/Kiritimati')
  expect(near('2026-11-24T11:00:00Z', '2026-11-24T09:00:00Z')).toBe('week')
})

test('work that was returned for rework is neither done nor ended by a date, and comes next', () => {
  const row = (state: string, completed: boolean) =>
    ({
      ...due('2026-11-20T12:00:00Z'),
      state,
      published: true,
      completion_criterion: { kind: 'scored' },
      my: { completed, percent: completed ? 100 : 0 },
    }) as ActivityRow
  const rework = row('rework', true)
  expect([stepOf(rework), dueOf(rework, Date.parse('2026-11-24T12:00:00Z'))]).toEqual(['rework', undefined])
  expect(nextStep({ modules: [], activities: [row('', false), rework] } as unknown as Content)).toBe(rework)
})

test('work that was returned for rework keeps a due time that is still ahead, also among the next dates', () => {
  const now = Date.parse('2026-11-18T12:00:00Z')
  const rework = { ...due('2026-11-20T12:00:00Z'), state: 'rework', my: { completed: true } } as ActivityRow
  expect(dueOf(rework, now)).toEqual({ kind: 'due', time: '2026-11-20T12:00:00Z', near: 'week' })
  expect(upcoming({ activities: [rework] } as unknown as Content, now).map(({ activity }) => activity)).toEqual([rework])
})

test('a person without a role in a course has nothing to complete in it and is late with nothing', () => {
  const now = Date.parse('2026-11-24T12:00:00Z')
  const row = (due_time: string, completed: boolean) =>
    ({
      ...due(due_time),
      published: true,
      completion_criterion: { kind: 'read' },
      my: { completed, percent: completed ? 100 : 0 },
    }) as ActivityRow
  const content = { modules: [], activities: [row('2026-11-20T12:00:00Z', false), row('2026-11-26T12:00:00Z', true)] } as unknown as Content
  const seen = (role: string | null) => {
    const { modules, activities } = contentFor({ role }, content, now)
    const { total } = completenessOf(activities)
    return [
      total,
      activities.map(stepOf),
      activities.map((one) => dueOf(one, now)?.kind),
      nextStep({ ...content, modules, activities })?.due_time,
    ]
  }
  expect(seen('student')).toEqual([2, ['open', 'done'], ['late', undefined], '2026-11-20T12:00:00Z'])
  expect(seen(null)).toEqual([0, ['none', 'none'], [undefined, 'due'], undefined])
})
