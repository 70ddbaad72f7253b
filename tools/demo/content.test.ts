// Tests of the demo courses against one another.
import { expect, test } from 'vitest'
import { hues } from '../../web/src/ui/marks/hue.ts'
import { courses } from './content.ts'
import { studentNos } from './school.ts'

test('no two courses look alike: each has a name, a code and a hue of its own', () => {
  const different = (values: (string | number)[]) => new Set(values).size
  expect(different(courses.map(({ name }) => name))).toBe(courses.length)
  expect(different(courses.map(({ code }) => code))).toBe(courses.length)
  // a template stands on no start page beside the others
  const beside = courses.filter(({ template }) => !template)
  expect(different(beside.map(({ cover }) => cover % hues.length))).toBe(beside.length)
})

test('nobody is invited to a course, or waits for a seat of it, who is in it', () => {
  for (const { students, from = 0, waiting = 0, invited = [] } of courses) {
    const members = studentNos({ students, from })
    const waits = studentNos({ students: waiting, from: from + students })
    expect([...invited, ...waits].filter((no) => members.includes(no))).toEqual([])
    expect(invited.filter((no) => waits.includes(no))).toEqual([])
    expect(from + students + waiting).toBeLessThanOrEqual(30)
  }
})

test('the course in which everything can be seen has files beside its content: to read, to calculate with, and plain text', () => {
  const [biology] = courses
  expect(biology?.resources?.map(({ file }) => file.split('.').at(-1))).toEqual(['pdf', 'xlsx', 'txt'])
})

test('each language of the page has a course', () => {
  expect(new Set(courses.map(({ language }) => language))).toEqual(new Set(['en', 'zh-CN', 'zh-TW', 'th', 'id', 'ms']))
})

test('no two works of a homework are alike, and nobody hands in one that somebody else wrote', () => {
  for (const { works, handedIn } of courses.flatMap(({ homework = [] }) => homework)) {
    expect(works.length).toBeGreaterThanOrEqual(handedIn)
    const parts = works.flatMap((work) => work.split(/<\/?p>/).filter((part) => part.length > 60))
    expect(new Set(parts).size).toBe(parts.length)
  }
})
