// The courses of the demo school, in the order in which they are made.
import { academicWriting } from './content/academic-writing.ts'
import { databases } from './content/databases.ts'
import { islandProse } from './content/island-prose.ts'
import { linearAlgebra } from './content/linear-algebra.ts'
import { marineBiology } from './content/marine-biology.ts'
import { reefSurvey } from './content/reef-survey.ts'
import { seminar } from './content/seminar.ts'
import { silkRoad } from './content/silk-road.ts'
import { statistics } from './content/statistics.ts'
import type { DemoCourse } from './content/types.ts'

export const courses: DemoCourse[] = [
  marineBiology,
  linearAlgebra,
  academicWriting,
  databases,
  silkRoad,
  statistics,
  islandProse,
  reefSurvey,
  seminar,
]

/** The names of its films. */
export const filmFiles = courses.flatMap(({ modules }) =>
  modules.flatMap(({ items }) => items.flatMap((item) => ('film' in item ? [item.film.file] : []))),
)
