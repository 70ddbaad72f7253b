// Tests of the list of chapters: it marks the chapter that the controls name.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { chapterAt } from './chapters.ts'

vi.mock('../i18n.ts', () => ({ useTexts: () => String, currentLocale: () => 'en' }))
const { ChapterList } = await import('./chapter-list.tsx')

const chapters = ['Salt', 'Ice', 'Thaw'].map((title, nth) => ({ title, second: nth * 60 }))

// a seek to a chapter may end a little before it; at its end a film is in its last chapter
test.each([0, 59.9, 59.97, 60, 120, 180])('at %d s', (position) => {
  const props = { chapters, duration: 180, position, watched: undefined, whole: false, onSeek: () => {} }
  const marked = renderToStaticMarkup(createElement(ChapterList, props))
    .split('<button')
    .filter((one) => one.includes('aria-current'))
  expect(marked).toEqual([expect.stringContaining(chapterAt(chapters, position)!.title)])
})
