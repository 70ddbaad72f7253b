// The invented past of the demo school's students.
import { expect, test } from 'vitest'
import { courses } from './content.ts'
import { pastOf } from './history.ts'

const now = new Date('2026-11-24T10:00:00Z')
const students = (count: number) => Array.from({ length: count }, (_, at) => ({ no: `26${1001 + at}`, id: `s${at}` }))

test('a term is spread over the students: ahead, on their way, late, not begun; the same every time', () => {
  const [course] = courses
  const past = pastOf(course!, students(30), now)
  expect(pastOf(course!, students(30), now)).toEqual(past)
  const counts = students(30).map(({ id }) => [...past.values()].filter((visits) => visits.some(({ person }) => person === id)).length)
  const open = past.size
  expect(counts.filter((count) => count >= open - 1).length).toBeGreaterThan(1)
  expect(counts.filter((count) => count > open * 0.3 && count < open * 0.9).length).toBeGreaterThan(10)
  expect(counts.filter((count) => count === 0).length).toBeGreaterThan(0)
  expect(counts.filter((count) => count === 0).length).toBeLessThan(6)
})

test.each(courses.map((course) => [course.name, course] as const))(
  'nobody of %s is in the future, ahead of a lock, or in a draft',
  (_, course) => {
    const past = pastOf(course, students(course.students), now)
    const items = course.modules.flatMap((module) => module.items)
    for (const item of items) {
      const visits = past.get(item.title)
      if (item.published === false || (item.opens ?? 0) > 0) expect(visits).toBeUndefined()
      for (const { person, at } of visits ?? []) {
        expect(at.getTime()).toBeLessThan(now.getTime())
        for (const before of item.after ?? []) expect(past.get(before)?.map((visit) => visit.person)).toContain(person)
      }
    }
    for (const named of [course.ownTimes?.title, ...items.flatMap(({ after = [] }) => after)])
      if (named) expect([...items, ...(course.homework ?? [])].map(({ title }) => title)).toContain(named)
  },
)
