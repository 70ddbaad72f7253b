// Tests of the greeting: it names what is due, and new notifications.
import { expect, test } from 'vitest'
import { greetingOf } from './greeting.ts'

const t = ((key: string, { count }: { count: number }) => `${key} ${count}.`) as unknown as Parameters<typeof greetingOf>[0]

test('late work, work due soon and new notifications have a sentence each', () => {
  const todo = { late: 2, due_soon: 0, next_due_at: null }
  expect(greetingOf(t, { todo, unread: 3 })).toEqual(['lateCount 2.', 'greetingUnread 3.'])
})
test('is empty where nothing waits', () => {
  expect(greetingOf(t, { todo: undefined, unread: 0 })).toEqual([])
})
