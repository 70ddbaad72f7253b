// Tests of the demo courses against one another.
import { expect, test } from 'vitest'
import { hues } from '../../web/src/ui/marks/hue.ts'
import { courses } from './content.ts'
import { studentNos } from './school.ts'

test('no two courses look alike: each has a name, a code and a hue of its own', () => {
  const different = (values: (string | number)[]) => new Set(values).size
  expect(different(courses.map(({ name }) => name))).toBe(courses.length)
  expect(different(courses.map(({ code }) => code))).toBe(courses.length)
  expect(different(courses.map(({ cover }) => cover % hues.length))).toBe(courses.length)
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
