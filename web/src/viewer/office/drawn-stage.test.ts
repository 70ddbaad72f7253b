// Tests of an office file that the page draws: before it is drawn a large one says that it is being prepared.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { StageProps } from '../stage.ts'

vi.mock('../../i18n.ts', () => ({ useTexts: () => String }))
vi.mock('../download-fallback.tsx', () => ({ DownloadFallback: () => null }))
vi.mock('./document-view.tsx', () => ({ DocumentView: () => null }))
vi.mock('./sheets-view.tsx', () => ({ SheetsView: () => null }))
const { default: DrawnStage } = await import('./drawn-stage.tsx')

test.each([
  [3000, false],
  [3_000_000, true],
])('of %d bytes: %s', (size, said) => {
  const props = { view: { size, urls: { file: '/f' } }, address: String, onFit: () => {}, format: 'xlsx' } as unknown as StageProps & {
    format: 'xlsx'
  }
  expect(renderToStaticMarkup(createElement(DrawnStage, props)).includes('converting')).toBe(said)
})
