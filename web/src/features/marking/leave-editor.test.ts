// Tests of the question before an editor of marks is left: it names everything that is not saved there.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

const { blocked } = vi.hoisted(() => ({ blocked: { state: 'blocked', location: { pathname: '/courses' } } }))
vi.mock('react-router-dom', () => ({ useBlocker: () => blocked, useLocation: () => ({ pathname: '/marking' }) }))
vi.mock('../../i18n.ts', async (original) => ({ ...(await original<object>()), useTexts: () => String }))
vi.mock('../../ui/dialogs/confirm.tsx', () => ({ Confirm: ({ description }: { description: string }) => description }))
const { LeaveEditor } = await import('./leave-editor.tsx')

const score = { typed: '11', max: '10', onLeave: () => {}, onStay: () => {} }
const textOf = (props: Parameters<typeof LeaveEditor>[0], pathname: string) => {
  blocked.location.pathname = pathname
  return renderToStaticMarkup(createElement(LeaveEditor, props))
}

test('a wrong score and marks that are not sent are both named; for another work of the same page the score alone', () => {
  expect(textOf({ score }, '/courses')).toBe('leaveText')
  expect(textOf({ marks: 'copy' }, '/courses')).toBe('leaveMarksCopy')
  expect(textOf({ score, marks: 'server' }, '/courses')).toMatch(/^leaveText\W+leaveMarksServer$/)
  expect(textOf({ score, marks: 'server' }, '/marking')).toBe('leaveText')
})
