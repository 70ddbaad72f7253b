// Tests of the notice in place of a region that failed: of a whole page it has the page's heading, whatever the failure is.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { CallFailed } from '../../../client.ts'

vi.mock('react-router-dom', () => ({ useLocation: () => ({ pathname: '/inclass' }) }))
vi.mock('../../../i18n.ts', async (original) => ({
  ...(await original<object>()),
  translate: (_: string, key: string) => key,
  useTexts: () => String,
}))
vi.mock('../../../ui/states.tsx', () => ({ Failed: ({ title }: { title: string }) => `failed ${title}`, SkeletonRows: () => null }))
vi.mock('./refused.tsx', () => ({ Refused: () => 'refused' }))
const { Fault } = await import('./region.tsx')

const refusal = (status: number) => new CallFailed(status, { code: 'forbidden' } as ConstructorParameters<typeof CallFailed>[1])
const shown = (error: unknown, whole: boolean) =>
  renderToStaticMarkup(createElement(Fault, { error, at: 0, title: 'The class', whole, onRetry: () => {} }))

test.each([
  [refusal(403), 'forbidden', 'refused'],
  [refusal(404), 'thingNotFound', 'refused'],
  [refusal(400), 'thingNotFound', 'refused'],
  [refusal(500), 'The class', 'failed The class'],
  [new Error('lost'), 'The class', 'failed The class'],
])('%s of a whole page has a heading; of a part it has none', (error, heading, notice) => {
  expect(shown(error, true)).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>${notice}`))
  expect(shown(error, false)).toBe(notice)
})
