// The question type file, marked by a person.
import type { QuestionType } from '../definition.ts'
import { nothing } from '../percents.ts'

export const fileQuestion: QuestionType<'file'> = {
  askers: ['exam'],
  marking: 'person',
  stored: (content) => content,
  faults: () => ({}),
  texts: (content) => content,
  keyTexts: (key, map) => (key.guide === undefined ? key : { guide: map(key.guide) }),
  fits: ({ files_most: most }, { upload_ids: ids }) => ids.length <= most,
  takesFile: ({ file_types: types = [], file_size_mb: most }, { name, extension, size }) =>
    (types.length === 0 || types.includes((extension || (/\.([^.]+)$/.exec(name)?.[1] ?? '')).toLowerCase())) && size <= most * 1024 * 1024,
  isBlank: ({ upload_ids: ids }) => ids.length === 0,
  mark: () => nothing,
  solution: () => null,
  shuffled: (content) => content,
  counted: () => [],
  example: {
    stem: '<p>Hand in your map of the currents.</p>',
    content: { file_types: ['pdf', 'png'], files_most: 2, file_size_mb: 20 },
    key: { guide: '<p>Scale, legend, three currents.</p>' },
  },
}
