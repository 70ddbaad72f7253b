// Tests of the rule of words of names and comments.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { breachesOf, excludedWords } from './words.ts'

const excluded = excludedWords(readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8'))
const reasons = (text: string, file = 'kit/src/rules.ts') =>
  breachesOf(file, text, excluded).map(({ line, reason }) => `${line}: ${reason}`)

test('names of files, functions and types with an excluded word are found, with their line', () => {
  const text = `// Rules of courses.
export type CourseAsked = { told: string }
export async function tellCourse() {}
const said = (text: string) => text
interface Given {}
const asked = 3
// function told() {}
const query = 'type told = 1'`
  expect(reasons(text, 'kit/src/forget-course.ts')).toEqual([
    '1: forget-course.ts: no name has the word forget',
    '2: CourseAsked: no name has the word asked',
    '3: tellCourse: no name has the word tell',
    '4: said: no name has the word said',
    '5: Given: no name has the word given',
  ])
})

test('sentences of comments that begin with a question word are found, also behind another sentence and in the second line of a comment', () => {
  const text = `// Rules of courses. Who may
// open one. It says
// What a line begins with is no sentence.
/** Where it lies. */
const url = 'http://x// What is this'
/**
 * A row.
 * How it is read: at once.
 */
const row = (a: string) => a // the rest. What
`
  expect(reasons(text)).toEqual([
    '1: a sentence begins with its subject, not with Who',
    '4: a sentence begins with its subject, not with Where',
    '6: a sentence begins with its subject, not with How',
    '10: a sentence begins with its subject, not with What',
  ])
})

test('titles of tests that begin with a question word are found, also in a later clause and behind a table', () => {
  const text = `// Tests of rules.
test('what is kept stays', () => {})
  describe.concurrent("Who may open one", () => {
    test.each([[1, (n) => n]])(\`%i: how it is read\`, () => {})
    it('a course is open; where it is not, it is closed', () => {})
    it('a person who reads: the words what and who are no riddle here', () => {})
  })
// test('what a comment holds is no title')
`
  expect(reasons(text, 'kit/src/rules.test.ts')).toEqual([
    '2: a title begins with its subject, not with what',
    '3: a title begins with its subject, not with Who',
    '4: a title begins with its subject, not with how',
    '5: a title begins with its subject, not with where',
  ])
  expect(reasons(text)).toEqual([])
})

test('a file without a first comment is found; the line of its interpreter may stand before', () => {
  expect(reasons('#!/usr/bin/env node\n// Rules.\nexport const a = 1\n')).toEqual([])
  expect(reasons('export const a = 1\n// Rules.\n')).toEqual(['1: the first line says what the file is'])
  expect(reasons('/** Rules. */\nexport const a = 1\n')).toEqual([])
  expect(reasons('export const essay = 1', 'web/essay.ts')).toHaveLength(1)
})
