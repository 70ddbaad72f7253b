// Tests of the words about my progress: the head of an activity's page, the lists and the table of who teaches say the same.
import { describe, expect, test } from 'vitest'
import { definitionOf } from '../activity-types.ts'
import type { ActivityRow } from '../parts/learning/course/content.ts'
import type { KindTexts } from './definition.ts'

const texts = ((key: string, values: Record<string, unknown> = {}) =>
  [key, ...Object.entries(values).flatMap(([name, value]) => (name === 'date' ? [] : [value]))].join(' ')) as unknown as KindTexts
const at = '2026-03-02T10:00:00Z'
const fresh = {
  percent: 0,
  pages_read: 0,
  completed: false,
  completed_at: null,
  watched_seconds: 0,
  resume_at: 0,
  read_at: null,
  last_seen_at: null,
}
const file = (pages: number | null, type = 'document') => ({ type, pages }) as ActivityRow['uploads'][number]
function words(type: ActivityRow['type'], kind: string, my: Partial<ActivityRow['my']> = {}, uploads = [file(12)]) {
  const activity = {
    my: { ...fresh, ...my },
    completion_criterion: { kind, percent: null, posts: null },
    uploads,
  } as unknown as ActivityRow
  const { progress, result } = definitionOf(type)
  return [progress(activity, texts), result(activity, texts)]
}
const opened = { read_at: at, last_seen_at: at }
const done = { ...opened, percent: 100, completed: true, completed_at: at }

describe('a material', () => {
  test('that asks to be opened says so, never that it is read', () => {
    expect(words('material', 'read')).toEqual(['notOpened', undefined])
    expect(words('material', 'read', done)).toEqual(['opened', 'openedOn'])
    expect(words('material', 'none', { ...opened, percent: 100 })).toEqual(['opened', 'openedOn'])
  })
  test('that asks for its pages names them', () => {
    expect(words('material', 'read_pages', opened)).toEqual(['pagesRead 0 12', undefined])
    expect(words('material', 'read_pages', { ...opened, percent: 58, pages_read: 7 })).toEqual(['pagesRead 7 12', 'pagesRead 7 12'])
    const two = [file(12), file(3), file(null, 'image')]
    expect(words('material', 'read_pages', { ...opened, percent: 46, pages_read: 7 }, two)).toEqual(['pagesRead 7 15', 'pagesRead 7 15'])
    expect(words('material', 'read_pages', { ...done, pages_read: 12 })).toEqual(['pagesRead 12 12', 'pagesRead 12 12'])
  })
  test('was done before its pages were asked for, or has pages that are not known', () => {
    expect(words('material', 'read_pages', { ...done, pages_read: 3 })).toEqual(['done', 'doneOn'])
    expect(words('material', 'read_pages', opened, [file(null)])).toEqual(['notDone', undefined])
    expect(words('material', 'read_pages', { percent: 58, pages_read: 7 }, [])).toEqual(['notDone', 'begun 58%'])
  })
})

test.each(['page', 'material', 'learning_activity'] as const)('a %s that is done by hand says nothing of reading', (type) => {
  expect(words(type, 'by_hand', opened)).toEqual(['notDone', undefined])
  expect(words(type, 'by_hand', done)).toEqual(['done', 'doneOn'])
})

test.each(['live_lecture', 'tencent_meeting'] as const)('a %s that is completed by its recording says how much is watched', (type) => {
  expect(words(type, 'watched')).toEqual(['watched 0%', undefined])
  expect(words(type, 'watched', { percent: 42 })).toEqual(['watched 42%', 'watched 42%'])
  expect(words(type, 'attended', done)).toEqual(['done', 'doneOn'])
})

test('a page is read, for whoever sees it', () => {
  expect(words('page', 'read')).toEqual(['notRead', undefined])
  expect(words('page', 'read', done)).toEqual(['read', 'readOn'])
  // the table of who teaches has no time of reading
  expect(words('page', 'none', { percent: 100 })[0]).toBe('read')
})
