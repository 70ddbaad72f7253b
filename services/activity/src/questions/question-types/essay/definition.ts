// The question type essay, marked by a person.
import type { Faults, QuestionType } from '../definition.ts'
import { nothing } from '../percents.ts'
import { isEmptyHtml } from '../plain-text.ts'

export const essay: QuestionType<'essay'> = {
  askers: ['exam', 'questionnaire'],
  marking: 'person',
  stored: (content) => content,
  faults: ({ content: { words_least: least = 0, words_most: most = least } }): Faults =>
    least > most ? { 'content.words_most': [{ code: 'field.tooSmall', params: { limit: least } }] } : {},
  texts: (content, map) => ({ ...content, ...(content.template !== undefined && { template: map(content.template) }) }),
  keyTexts: (key, map) => (key.guide === undefined ? key : { guide: map(key.guide) }),
  fits: ({ files_most: most = 0 }, { upload_ids: ids = [] }) => ids.length <= most,
  // a program may be nothing but markup
  isBlank: ({ text, upload_ids: ids = [] }, { format }) => ids.length === 0 && (format === 'rich' ? isEmptyHtml(text) : text.trim() === ''),
  mark: () => nothing,
  solution: () => null,
  shuffled: (content) => content,
  counted: () => [],
  example: {
    stem: '<p>Why is the sea salty?</p>',
    content: { format: 'rich', words_least: 100, words_most: 300, files_most: 1 },
    key: { guide: '<p>Rivers, vents, and the water that leaves without its salt.</p>' },
  },
}
