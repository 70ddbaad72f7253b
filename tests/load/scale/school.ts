// A school of any size, filled by SQL: the same shape at each, so that only the amount differs.
import type { Actor } from '@lyceum/kit/calls/actor'

export type Sizes = { students: number; teachers: number; courses: number; facts: number }
export const sizesOf = (students: number): Sizes => ({
  students,
  teachers: Math.max(20, Math.round(students / 20)),
  courses: Math.max(20, Math.round(students / 10)),
  facts: students * 10,
})
/** Courses of each student. */
export const coursesEach = 5
/** Members of the course of the measured calls; the others have some fifty. */
export const crowd = 900
export const activitiesEach = 20

const kinds = { org: 1, department: 2, person: 3, course: 4, module: 5, activity: 6, upload: 7, enrolment: 8, notification: 9, fact: 10 }
export type Kind = keyof typeof kinds

/** Ids as UUIDv7 are: later ones are greater. As SQL over an expression, and in code. Teachers come after all students. */
export const idSql = (kind: Kind, nth: string) =>
  `('01900000-00${kinds[kind].toString(16).padStart(2, '0')}-7000-8000-' || lpad(to_hex(${nth}), 12, '0'))::uuid`
export const idOf = (kind: Kind, nth: number) =>
  `01900000-00${kinds[kind].toString(16).padStart(2, '0')}-7000-8000-${nth.toString(16).padStart(12, '0')}`
export const org = idOf('org', 1)

const actor = (nth: number, roles: string[]): Actor => ({
  kind: 'person',
  person: idOf('person', nth),
  org,
  roles,
  session: idOf('enrolment', nth),
})
export const student = (nth: number) => actor(nth, ['student'])
/** The teacher of course `nth` and every one that is the number of teachers further on. */
export const teacher = ({ students }: Sizes, nth: number) => actor(students + nth, ['instructor'])
export const manager = ({ students }: Sizes) => actor(students + 1, ['educational_admin'])
