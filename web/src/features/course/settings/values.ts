// A course's fields as the forms of its settings hold them, flat, and the body that a form sends.
import type { CallInput } from '../../../client.ts'
import type { Course } from '../frame/queries.ts'

/** A department as one value: its id, or none for one that is only a text, and its name. */
export const departmentValue = (department: { id: string | null; name: string } | null) =>
  department ? `${department.id ?? ''} ${department.name}` : ''
export const departmentName = (value: string) => value.slice(value.indexOf(' ') + 1)
const departmentOf = (value: string) =>
  value === '' ? null : { id: value.slice(0, value.indexOf(' ')) || null, name: departmentName(value) }

export const valuesOf = (course: Course) => ({
  name: course.name,
  display_name: course.display_name ?? '',
  course_code: course.course_code,
  subject_code: course.subject_code,
  course_outline: course.course_outline,
  course_type: String(course.course_type),
  department: departmentValue(course.department),
  term_id: course.term_id ?? '',
  academic_year: course.academic_year?.name ?? '',
  semester: course.semester ?? '',
  grade: course.grade?.name ?? '',
  klass: course.klass?.name ?? '',
  teaching_class_name: course.course_attributes.teaching_class_name,
  compulsory: course.compulsory,
  start_date: course.start_date ?? '',
  end_date: course.end_date ?? '',
  time_zone: course.time_zone ?? '',
  public_scope: course.public_scope as string,
  allow_clone: course.allow_clone,
  learning_mode: course.learning_mode as string,
  class_distribution: course.class_distribution,
})
export type Values = ReturnType<typeof valuesOf>
export type ValueName = keyof Values
type Body = CallInput<'PUT /api/courses/:id'>['body']

/** Empty texts of these are nothing. */
const nullable: readonly string[] = ['display_name', 'term_id', 'semester', 'start_date', 'end_date', 'time_zone']
const named: readonly string[] = ['academic_year', 'grade', 'klass']

/** The values that differ from those the form began with, as the call takes them. */
export function bodyOf(value: Partial<Values>, base: Partial<Values>): Body {
  const changed = Object.entries(value).filter(([name, one]) => one !== base[name as ValueName])
  return Object.fromEntries(
    changed.map(([name, one]) => {
      if (name === 'department') return [name, departmentOf(String(one))]
      if (name === 'course_type') return [name, Number(one)]
      if (named.includes(name)) return [name, one === '' ? null : { name: one }]
      return [name, one === '' && nullable.includes(name) ? null : one]
    }),
  ) as Body
}

/** The field of the form that a field of the body is called. */
export const fieldOf = (name: string): string => name.replace(/\.(id|name)$/, '')
