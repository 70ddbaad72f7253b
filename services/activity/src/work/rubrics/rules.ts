// Rules of rubrics: their sums, and the points that a marking by one of them has. Pure.
import { type Fields, invalid } from '@lyceum/kit/calls/errors'
import { greatest, pointsOf, smaller, sumOf, unitsOf } from '../../points/decimals.ts'
import type { Criterion, CriterionMark, CriterionMarks } from './api.ts'

export const bestOf = ({ levels }: Criterion): bigint => greatest(levels.map(({ points }) => points))

/** The sum of the best levels. */
export const bestSum = (criteria: readonly Criterion[]): string => pointsOf(criteria.reduce((sum, one) => sum + bestOf(one), 0n))

/** Two criteria or levels with one id: marks would fit both. */
export function hasSameId(criteria: readonly Criterion[]): boolean {
  const ids = criteria.flatMap(({ id, levels }) => [id, ...levels.map((level) => level.id)])
  return new Set(ids).size < ids.length
}

/** The same rubric with points written in one way: '07.50' is '7.5'. */
export const written = (criteria: readonly Criterion[]): Criterion[] =>
  criteria.map((one) => ({ ...one, levels: one.levels.map((level) => ({ ...level, points: pointsOf(unitsOf(level.points)) })) }))

/** The same rubric with other texts. */
export const textsMapped = (criteria: readonly Criterion[], map: (text: string) => string): Criterion[] => {
  const mapped = <T extends { title: string; about: string }>(one: T): T => ({ ...one, title: map(one.title), about: map(one.about) })
  return criteria.map((one) => ({ ...mapped(one), levels: one.levels.map(mapped) }))
}

/**
 * The marks of criteria after a write: those before it, with those it brings. A level brings its points; points between two levels stand by themselves. 400 names
 * `criteria.<id>` of one that the rubric does not have, its level, or points above its best level.
 */
export function criteriaAfter(criteria: readonly Criterion[], before: CriterionMarks, now: CriterionMarks): CriterionMarks {
  const fields: Fields = {}
  const after = { ...before }
  for (const [id, mark] of Object.entries(now)) {
    const criterion = criteria.find((one) => one.id === id)
    if (!criterion) {
      fields[`criteria.${id}`] = 'field.unknown'
      continue
    }
    const level = criterion.levels.find((one) => one.id === mark.level)
    if (mark.level !== null && !level) fields[`criteria.${id}.level`] = 'field.unknown'
    const points = mark.points ?? level?.points ?? null
    const best = bestOf(criterion)
    if (points !== null && unitsOf(points) > best) fields[`criteria.${id}.points`] = ['homework.scoreError', { most: pointsOf(best) }]
    after[id] = { level: mark.level, points: points && pointsOf(unitsOf(points)), comment: mark.comment }
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
  return after
}

const pointsIn = (marks: CriterionMarks): string[] => Object.values(marks).flatMap(({ points }) => points ?? [])

/** The sum of what the criteria were given, at most `max`; null where none has points. */
export function sumOfCriteria(marks: CriterionMarks, max: string | null): string | null {
  const points = pointsIn(marks)
  if (points.length === 0) return null
  const sum = sumOf(points)
  return pointsOf(max === null ? sum : smaller(sum, unitsOf(max)))
}

/** The criteria that both markers marked alike: those of a decision between equal markings. */
export const agreed = (a: CriterionMarks, b: CriterionMarks): CriterionMarks =>
  Object.fromEntries(
    Object.entries(a).flatMap(([id, one]) => {
      const other = b[id]
      if (!other || other.level !== one.level || other.points !== one.points) return []
      const both: CriterionMark = { ...one, comment: joined(one.comment, other.comment) }
      return [[id, both]]
    }),
  )

/** Two comments as one. */
export const joined = (a: string, b: string): string => [...new Set([a, b])].filter((text) => text !== '').join('\n\n')

/** The points of a marking as they are stored; 400 where they are above those of the activity, or above 100. */
export function checkedPoints(points: string | null, max: string | null): string | null {
  if (points === null) return null
  const most = max === null ? 0n : smaller(unitsOf(max), unitsOf('100'))
  if (unitsOf(points) > most) throw invalid({ points: ['homework.scoreError', { most: pointsOf(most) }] })
  return pointsOf(unitsOf(points))
}
