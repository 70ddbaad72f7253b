// The courses that a call about all of my courses names, instead of the first ones.
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf } from '@lyceum/kit/calls/shapes'
import { mostCourses } from './shapes.ts'

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** conditions: course_ids; null without them. 400 for too many, and for what is no id. */
export function chosenCourses({ conditions }: { conditions?: string }): string[] | null {
  const { course_ids } = conditionsOf(conditions, ['course_ids'])
  if (course_ids === undefined) return null
  if (!Array.isArray(course_ids) || course_ids.length > mostCourses || !course_ids.every((id) => idForm.test(id)))
    throw invalid({ 'conditions.course_ids': 'field.format' })
  return course_ids
}
