// The question type matrix: a choice for each row.
import type { QuestionType } from '../definition.ts'
import { has, mapParts, partFaults } from '../part-lists.ts'
import { nothing } from '../percents.ts'

export const matrix: QuestionType<'matrix'> = {
  askers: ['questionnaire'],
  marking: 'none',
  stored: (content) => content,
  faults: ({ content: { rows, columns } }) => ({ ...partFaults(rows, 'content.rows'), ...partFaults(columns, 'content.columns') }),
  texts: (content, map) => ({ ...content, rows: mapParts(content.rows, map), columns: mapParts(content.columns, map) }),
  keyTexts: (key) => key,
  fits: ({ rows, columns, multiple }, answer) =>
    Object.entries(answer.rows).every(
      ([row, chosen]) => has(rows, row) && (multiple || chosen.length <= 1) && chosen.every((id) => has(columns, id)),
    ),
  isBlank: ({ rows }) => Object.values(rows).every((chosen) => chosen.length === 0),
  mark: () => nothing,
  solution: () => null,
  shuffled: (content) => content,
  counted: (_, { rows }) => Object.entries(rows).flatMap(([row, chosen]) => chosen.map((id) => `${row}=${id}`)),
  example: {
    stem: '<p>How did these help you?</p>',
    content: {
      rows: [
        { id: 'lecture', text: '<p>Lectures</p>' },
        { id: 'exercise', text: '<p>Exercises</p>' },
      ],
      columns: [
        { id: 'little', text: '<p>Little</p>' },
        { id: 'alot00', text: '<p>A lot</p>' },
      ],
    },
    key: {},
  },
}
