// Tests of the ⋯ menu of an activity: deletion, and the undo of a copy that is one, are offered to who may delete.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { MenuProps } from '../../../ui/menus/menu.tsx'
import type { ActivityRow } from '../course/content.ts'

const { toast, getQueryData } = vi.hoisted(() => ({ toast: vi.fn(), getQueryData: vi.fn() }))
vi.mock('../../../i18n.ts', () => ({ useTexts: () => String, texts: async () => {}, translate: (_: string, key: string) => key }))
vi.mock('react-router-dom', () => ({ useNavigate: () => () => {} }))
vi.mock('../../../client.ts', () => ({ call: async () => ({ id: 'copy', title: 'Tides', version: 1 }), CallFailed: class {} }))
vi.mock('../../../queries.ts', () => ({ queryClient: { getQueryData }, invalidate: async () => {} }))
vi.mock('../course/queries.ts', () => ({ contentQuery: () => ({}), courseQuery: () => ({}) }))
vi.mock('../../base/drafts/resume.ts', () => ({ formToResume: () => undefined }))
vi.mock('../../base/errors/problem-text.ts', () => ({ problemText: String }))
vi.mock('../../../ui/dialogs/toast.tsx', () => ({ toast }))
vi.mock('../../../ui/menus/menu.tsx', () => ({
  Menu: ({ groups }: MenuProps) => groups.flatMap(({ items }) => items.map(({ label }) => label)).join(' '),
}))
const { ActivityMenu } = await import('./activity-menu.tsx')
const { copyActivity } = await import('../course/content-changes.ts')

const activity = { id: 'a1', course_id: 'c1', type: 'page', title: 'Tides', published: true } as ActivityRow
const labels = (mayDelete: boolean) => renderToStaticMarkup(createElement(ActivityMenu, { activity, mayDelete, modules: 0 })).split(' ')

test('deletion is offered to who may delete', () => {
  expect(labels(true)).toEqual([...labels(false), 'delete'])
  expect(labels(false)).toContain('copy')
})

test('a copy can be taken back by who may delete', async () => {
  for (const delete_content of [true, false]) {
    getQueryData.mockReturnValue({ can: { delete_content } })
    await copyActivity(activity)
    expect(toast.mock.lastCall?.[0]).toEqual({ text: 'addedDraft', ...(delete_content && { undo: expect.any(Function) }) })
  }
})
