// Tests of the looks of notifications on the page: each type that the service knows has one.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { registry } from './notification/src/registry/registry.ts'

test('each type of notification has its sentence on the page; another gets the neutral one', async () => {
  // the page's sources are typechecked apart
  const { lookOf } = await import(join(import.meta.dirname, '../web/src/parts/learning/notifications/types.ts'))
  const subject = { type: 'activity', id: 's', title: 'Neap' }
  const textOf = (type: string): string =>
    lookOf({
      id: 'n',
      org_id: 'o',
      type,
      count: 1,
      payload: { params: {}, course: { id: 'c', name: 'Tides' }, subject, subjects: [] },
      sender: null,
      created_at: '2026-11-22T08:00:00.000Z',
      read_at: null,
    }).text
  expect(Object.keys(registry).length).toBeGreaterThan(30)
  expect(Object.keys(registry).filter((type) => textOf(type).startsWith('unknown'))).toEqual([])
  expect(textOf('of_a_newer_server')).toBe('unknownInCourse')
})
