// Tests of the view of a material: who teaches reads why a file cannot be shown, students that somebody sees to it.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import type { Activity } from '../../parts/learning/course/content.ts'

vi.mock('../../i18n.ts', () => ({ useTexts: () => String, texts: async () => {} }))
vi.mock('../../queries.ts', () => ({ invalidate: async () => {} }))
vi.mock('../../client.ts', () => ({ call: async () => ({}), CallFailed: class {} }))
vi.mock('../../parts/base/uploads/upload-state.ts', () => ({
  useFileState: () => () => ({ failed: true, word: 'Failed', why: 'not what its name says' }),
}))
vi.mock('../../parts/learning/activity/use-play.ts', () => ({ usePlay: () => ({ updatedAt: 0, reopen: () => {} }) }))
vi.mock('../../parts/learning/activity/use-pages.ts', () => ({ usePages: () => () => {} }))
vi.mock('../../parts/learning/activity/read-mark.ts', () => ({ useReadMark: () => {} }))
vi.mock('../../parts/learning/activity/description.tsx', () => ({ Description: () => null }))
vi.mock('../../parts/base/errors/read-failed.tsx', () => ({ ReadFailed: () => null }))
vi.mock('../../parts/base/errors/problem-text.ts', () => ({ problemText: String }))
const { default: MaterialView } = await import('./view.tsx')

const uploads = [{ id: 'u', name: 'tides.docx', type: 'document', status: 'failed' }]
const activity = {
  id: 'a',
  title: 'Tides',
  uploads,
  completion_criterion: { kind: 'read' },
  my: { completed: false },
} as unknown as Activity
const shown = (teaches: boolean) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(MaterialView, { activity, teaches })))

test('a file that cannot be shown', () => {
  expect(shown(true)).toContain('not what its name says')
  expect(shown(false)).toContain('fileFailedStudent')
  expect(shown(false)).not.toContain('not what its name says')
})
