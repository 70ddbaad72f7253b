// Port of a school's own register of courses (its planning system): courses with their people. Its adapters: csv-register.ts,
// rest-register.ts; register-of.ts chooses.
import type { ReplacedLetters } from '@lyceum/kit/text/replaced-letters'

/** The name of its ids among external ids. */
export const source = 'urp'
/** The sources whose ids are the register's: its own, and files of the same register. */
export const registerSources = [source, 'register']

export type RegisteredPerson = {
  /** Of the enrolment; missing: the course's and the person's together. */
  id?: string
  user_no: string
  /** The register's own id of the person: found by it first, then by the number. */
  person_id?: string
  /** student, instructor, instructor_assistant; anything else is reported. */
  role: string
}
export type RegisteredCourse = {
  id: string
  name: string
  course_code: string
  academic_year: string
  semester: string
  /** The organisation's code of it. */
  department_code: string
  start_date: string
  end_date: string
  people: RegisteredPerson[]
}
/** Letters of a file that its bytes do not have. */
type ReplacedInFile = ReplacedLetters & { file: string }
/** `of`: how many there are, as far as it is known; `replaced` comes with the first. */
export type Register = {
  courses(signal: AbortSignal): AsyncGenerator<{ course: RegisteredCourse; of: number; replaced?: ReplacedInFile[] }>
}

const fields = ['id', 'name', 'course_code', 'academic_year', 'semester', 'department_code', 'start_date', 'end_date'] as const
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')
const wordsOf = (given: unknown) => (typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {})

/** A course of a register, whatever its fields are; what is no text is missing. */
export const courseOf = (given: unknown, people: readonly unknown[]): RegisteredCourse => {
  const words = wordsOf(given)
  return {
    ...(Object.fromEntries(fields.map((field) => [field, textOf(words[field]).slice(0, 200)])) as Omit<RegisteredCourse, 'people'>),
    people: people.map((one): RegisteredPerson => {
      const { id, user_no, person_id, role } = wordsOf(one)
      return {
        ...(textOf(id) && { id: textOf(id).slice(0, 200) }),
        user_no: textOf(user_no),
        ...(textOf(person_id) && { person_id: textOf(person_id).slice(0, 200) }),
        role: textOf(role),
      }
    }),
  }
}
