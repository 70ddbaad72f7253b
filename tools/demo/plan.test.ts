// The plans of the demo courses name what there is in them.
import { expect, test } from 'vitest'
import { courses } from './content.ts'

test.each(courses.filter(({ plan }) => plan).map((course) => [course.name, course] as const))('%s', (_, { plan = [], modules }) => {
  const titles = modules.flatMap(({ items }) => items.map(({ title }) => title))
  expect(plan.flatMap((week) => week.modules ?? []).filter((name) => !modules.some((module) => module.name === name))).toEqual([])
  expect(plan.flatMap((week) => week.activities ?? []).filter((title) => !titles.includes(title))).toEqual([])
  expect(plan.every(({ weeks: [first, last] }, nth) => first <= last && first > (plan[nth - 1]?.weeks[1] ?? -9))).toBe(true)
})
