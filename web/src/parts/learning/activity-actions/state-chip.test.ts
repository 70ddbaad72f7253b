// Tests of what is said of a published activity while its course is a draft, and who is offered to publish the course.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ActivityRow } from '../course/content.ts'

const { toast, getQueryData } = vi.hoisted(() => ({ toast: vi.fn(), getQueryData: vi.fn() }))
vi.mock('../../../i18n.ts', () => ({ useTexts: () => String, translate: (_: string, key: string) => key }))
vi.mock('../../../ui/dialogs/toast.tsx', () => ({ toast }))
vi.mock('../../../queries.ts', () => ({ queryClient: { getQueryData }, query: () => ({ queryKey: [] }), invalidate: () => {} }))
vi.mock('../course/queries.ts', () => ({ contentQuery: () => ({}), courseQuery: () => ({}) }))
const { StateChip } = await import('./state-chip.tsx')
const { showWaiting: tellWaiting } = await import('../course/content-changes.ts')

const activity = { published: true, availability: 'open', course_id: 'c1', start_time: null, due_time: null, end_time: null } as ActivityRow
type OfCourse = Parameters<typeof StateChip>[0]['course']
const course = (published: boolean, publish: boolean) => ({ can: { publish }, course_attributes: { published } }) as OfCourse
const chip = (of: OfCourse) => renderToStaticMarkup(createElement(StateChip, { activity, course: of }))
beforeEach(() => void vi.clearAllMocks())

test('a person who may publish the course is led to it; others read the thing the activity waits for', () => {
  expect(chip(course(false, true))).toMatch(/^<button.*waiting: publishCourse/)
  expect(chip(course(false, false))).toContain('waiting')
  expect(chip(course(false, false))).not.toContain('button')
  expect(chip(course(true, false))).toContain('published')
})

test('the toast after publishing an activity offers the same', () => {
  const chipOf = (of: OfCourse | undefined) => {
    getQueryData.mockReturnValue(of)
    return tellWaiting('c1', 'Visible once …')
  }
  expect([chipOf(course(true, true)), chipOf(undefined)]).toEqual([false, false])
  expect(toast).not.toHaveBeenCalled()
  expect([chipOf(course(false, false)), chipOf(course(false, true))]).toEqual([true, true])
  expect(toast.mock.calls.map(([{ act }]) => act?.label)).toEqual([undefined, 'publishCourse'])
  // the toast outlives the page of its course
  const assign = vi.fn()
  vi.stubGlobal('window', { location: { pathname: '/user/index', assign } })
  toast.mock.lastCall?.[0].act.run()
  expect(assign).toHaveBeenCalledWith('/course/c1/content')
})
