// Tests of the check of a page's texts.
import { expect, test } from 'vitest'
import { missingTexts, moduleIn } from './page-texts.ts'

const files: Record<string, string> = {
  'web/src/features/exam/paper/paper-page.tsx': `
import { PaperEditor } from '../../../parts/learning/questions/paper-editor.tsx'
export default function Page() { return useTexts('exam') }`,
  'web/src/parts/learning/questions/paper-editor.tsx': `
const Draw = lazy(async () => (await Promise.all([import('./draw-dialog.tsx'), texts('questions')]))[0])
const Section = lazy(() => import('./section-dialog.tsx'))
export const PaperEditor = () => useTexts('exam-work')`,
  'web/src/parts/learning/questions/draw-dialog.tsx': `
export default function Draw() { useTexts('questions'); return useTexts('course')('cancel') }`,
  'web/src/parts/learning/questions/section-dialog.tsx': `
// useTexts('groups') is in a comment alone
export const later = () => texts('teaching').then(() => translate('teaching', 'sorted'))`,
}
const of = (texts: string[]) =>
  missingTexts(new Map([['/paper', { file: 'web/src/features/exam/paper/paper-page.tsx', texts }]]), (file) =>
    moduleIn(file, files[file] ?? ''),
  )

test('a page and each part that loads later have the texts of all that they show', () => {
  const draw = 'web/src/parts/learning/questions/draw-dialog.tsx'
  const editor = 'web/src/parts/learning/questions/paper-editor.tsx'
  expect(of(['exam'])).toEqual([
    `/paper: ${draw} reads the texts of course, which ${editor} does not load with ${draw}`,
    `/paper: ${editor} reads the texts of exam-work, which pages.ts does not load`,
  ])
  expect(of(['exam', 'exam-work', 'course'])).toEqual([])
})

test('the sentence of a code in a good answer is loaded as any other; that of a failed call is there before it', () => {
  const page = 'web/src/features/terms/terms-page.tsx'
  const sources: Record<string, string> = {
    [page]:
      "import { problemText } from '../../parts/base/errors/problem-text.ts'\nexport const why = (code) => translateIfPresent('errors', code)",
    'web/src/parts/base/errors/problem-text.ts': "export const problemText = (code) => translateIfPresent('errors', code)",
  }
  const found = (texts: string[]) =>
    missingTexts(new Map([['/terms', { file: page, texts }]]), (file) => moduleIn(file, sources[file] ?? ''))
  expect(found([])).toEqual([`/terms: ${page} reads the texts of errors, which pages.ts does not load`])
  expect(found(['errors'])).toEqual([])
})
