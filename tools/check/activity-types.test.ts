// The names of activity types stay in their folders.
import { expect, test } from 'vitest'
import { namesType, typeRules } from './activity-types.ts'

const file = 'services/activity/src/overview/todo/todo.ts'
test.each([
  `if (type === 'page') return`,
  `where a.type = 'exam' and`,
  `where a.type in ('forum', 'page')`,
  `join activities a on a.type = 'online_video'`,
  `const available = ['material']`,
  `icons.learning_activity`,
  `{ type: "questionnaire" }`,
])('%s names one', (line) => expect(namesType(file, `// a page\n${line}\n`)).toBe(1))
test.each([`params.get('page')`, `if (kind === 'exam')`, `aria-current={current ? 'page' : undefined}`, `// the type 'material'`])(
  '%s names none',
  (line) => expect(namesType(file, line)).toBe(-1),
)
test('nor do the folders of types, tests and fixtures', () => {
  for (const path of [
    'activity-types.ts',
    'activity-types/api.ts',
    'activity-types/page/definition.ts',
    'todo/todo.test.ts',
    'test/course.ts',
  ])
    expect(namesType(`services/activity/src/${path}`, `type === 'page'`), path).toBe(-1)
})

const folder = 'services/activity/src/types/activity-types'
const faults = (from: string, source = `${folder}/page/definition.ts`) =>
  typeRules.flatMap((rule) => rule({ file: source, from, line: 1, typeOnly: false, lazy: false, isTest: false }) || [])
test('a type imports no other, and of a feature its domain file', () => {
  expect(faults(`${folder}/material/api.ts`)).toHaveLength(1)
  expect(faults('services/activity/src/activity/progress-row.ts')).toHaveLength(1)
  for (const from of [`${folder}/definition.ts`, `${folder}/page/rules.ts`, 'services/activity/src/progress/progress.ts', 'typebox'])
    expect(faults(from), from).toEqual([])
  expect(faults('services/activity/src/deps.ts')).toEqual([])
})
test('only the map of types imports a definition', () => {
  expect(faults(`${folder}/page/definition.ts`, file)).toHaveLength(1)
  expect(faults(`${folder}/page/definition.ts`, 'services/activity/src/types/activity-types.ts')).toEqual([])
})
