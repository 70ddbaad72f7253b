// Tests of the greeting: it names whatever the cards below it name.
import { expect, test } from 'vitest'
import { greetingOf } from './greeting.ts'

const t = ((key: string, { count }: { count: number }) => `${key} ${count}.`) as unknown as Parameters<typeof greetingOf>[0]
const nothing = { todo: undefined, teaching: undefined, taught: [], courses: [{ waiting: 0 }], unread: 0 }

test('failed files, works to mark and people waiting to join are summed over the courses', () => {
  const taught = [
    { failed_count: 1, to_mark_count: 0 },
    { failed_count: 2, to_mark_count: 5 },
  ]
  expect(greetingOf(t, { ...nothing, taught, courses: [{ waiting: 3 }, { waiting: 1 }] })).toEqual([
    'failedWait 3.',
    'worksWait 5.',
    'joinersWait 4.',
  ])
})
test('is empty where nothing waits', () => {
  expect(greetingOf(t, { ...nothing, taught: [{ failed_count: 0, to_mark_count: 0 }] })).toEqual([])
})
