// Tables of OneRoster 1.2 as CSV from what the owners list: the columns that its readers, ours among them (data-imports/oneroster.ts), take.
import { createHash } from 'node:crypto'
import type { contracts as courseContracts } from '@lyceum/course/contracts'
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import type { Reply } from '@lyceum/kit/calls/contract'

type Identity = typeof identityContracts
type Course = typeof courseContracts
type ListedDepartment = Reply<Identity['GET /api/roster/departments']>['items'][number]
type ListedPerson = Reply<Identity['GET /api/roster/people']>['items'][number]
type ListedCourse = Reply<Course['GET /api/roster/courses']>['items'][number]
type ListedEnrolment = Reply<Course['GET /api/roster/enrolments']>['items'][number]

type Cells = readonly (string | null | undefined)[]
type Pages<T> = AsyncIterable<T[]>
/** The name of a thing in a file: the source's id of it, else ours. */
export const guidOf = ({ id, external_id }: { id: string; external_id: string | null }): string => external_id ?? id

const quoted = (text: string) => (/[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
/** As they are: a program reads it, and a number that is led by an apostrophe would be another one. */
const line = (cells: Cells) => `${cells.map((cell) => quoted(cell ?? '')).join(',')}\r\n`
/** The line of column names, then a piece for each page. */
async function* table<T>(columns: string, pages: Pages<T>, rowsOf: (item: T) => Cells[]): AsyncGenerator<string> {
  yield line(columns.split(' '))
  for await (const items of pages) {
    const rows = items.flatMap(rowsOf)
    if (rows.length > 0) yield rows.map(line).join('')
  }
}
const begin = 'sourcedId status dateLastModified'
// of a whole file both stay empty
const bulk = ['', ''] as const

export const manifestOf = (files: readonly string[]): Cells[] => [
  ['manifest.version', '1.0'],
  ['oneroster.version', '1.2'],
  ...files.map((name) => [`file.${name}`, 'bulk']),
  ['source.systemName', 'Lyceum'],
]
export async function* manifest(files: readonly string[]): AsyncGenerator<string> {
  yield [['propertyName', 'value'], ...manifestOf(files)].map(line).join('')
}

export const orgs = (pages: Pages<ListedDepartment>, guids: ReadonlyMap<string, string>) =>
  table(`${begin} name type identifier parentSourcedId`, pages, (one) => [
    [guidOf(one), ...bulk, one.name, 'department', one.code, one.parent_id && (guids.get(one.parent_id) ?? '')],
  ])

/** Given and family name in one, as the reader joins them again. */
export function namesOf(name: string): [given: string, family: string] {
  if (/^\p{Script=Han}{2,}$/u.test(name)) return [[...name].slice(1).join(''), [...name][0]!]
  const at = name.lastIndexOf(' ')
  const parts: [string, string] = at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)]
  return /^\p{Script=Han}+$/u.test(parts[1] + parts[0]) ? [name, ''] : parts
}

export const users = (pages: Pages<ListedPerson>, departments: ReadonlyMap<string, string>) =>
  table(
    `${begin} enabledUser username userIds givenName familyName middleName identifier email sms phone agentSourcedIds grades password userMasterIdentifier resourceSourcedIds preferredGivenName preferredMiddleName preferredFamilyName primaryOrgSourcedId pronouns`,
    pages,
    (one) => {
      const [given, family] = namesOf(one.name)
      return [
        [
          ...[
            guidOf(one),
            ...bulk,
            String(one.state === 'active'),
            one.user_no,
            '',
            given,
            family,
            '',
            one.user_no,
            one.email,
            one.mobile_phone,
          ],
          ...['', '', '', '', '', '', '', '', '', one.department_id && departments.get(one.department_id), ''],
        ],
      ]
    },
  )

/** Roles that the standard has; managers have rights here that no file gives. */
const words: Partial<Record<ListedPerson['roles'][number], string>> = {
  student: 'student',
  instructor: 'teacher',
  instructor_assistant: 'aide',
  faculty: 'counselor',
}
export const roles = (pages: Pages<ListedPerson>, departments: ReadonlyMap<string, string>) =>
  table(`${begin} userSourcedId roleType role beginDate endDate orgSourcedId userProfileSourcedId`, pages, (one) =>
    one.roles
      .flatMap((role) => words[role] ?? [])
      .map((word, nth) => [
        ...[`${guidOf(one)}:${word}`, ...bulk, guidOf(one), nth === 0 ? 'primary' : 'secondary', word, '', ''],
        ...[one.department_id && departments.get(one.department_id), ''],
      ]),
  )

type Term = Pick<ListedCourse, 'academic_year' | 'semester' | 'start_date' | 'end_date'>
const digest = (parts: readonly (string | null)[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
/** Courses of one year, semester and days are in one session. */
export const termOf = ({ academic_year, semester, start_date, end_date }: Term): string | undefined =>
  academic_year || semester || start_date || end_date ? `term-${digest([academic_year, semester, start_date, end_date])}` : undefined
export async function* academicSessions(terms: ReadonlyMap<string, Term>): AsyncGenerator<string> {
  yield line(`${begin} title type startDate endDate parentSourcedId schoolYear`.split(' '))
  const years = new Set([...terms.values()].flatMap(({ academic_year }) => academic_year || []))
  const yearId = (year: string) => `year-${digest([year])}`
  const numberOf = (year: string) => /\d{4}(?!.*\d{4})/.exec(year)?.[0] ?? ''
  for (const year of years) yield line([yearId(year), ...bulk, year, 'schoolYear', '', '', '', numberOf(year)])
  for (const [id, { academic_year: year, semester, start_date, end_date }] of terms)
    yield line([id, ...bulk, semester, 'semester', start_date, end_date, year && yearId(year), year && numberOf(year)])
}

/** A course here is a class there; its course is named after it. */
export const courses = (pages: Pages<ListedCourse>) =>
  table(`${begin} schoolYearSourcedId title courseCode grades orgSourcedId subjects subjectCodes`, pages, (one) => [
    [`course-${one.id}`, ...bulk, '', one.name, one.course_code, '', '', '', ''],
  ])
export const classes = (pages: Pages<ListedCourse>, departments: ReadonlyMap<string, string>) =>
  table(
    `${begin} title grades courseSourcedId classCode classType location schoolSourcedId termSourcedIds subjects subjectCodes periods`,
    pages,
    (one) => [
      [
        ...[guidOf(one), ...bulk, one.name, '', `course-${one.id}`, one.course_code, 'scheduled', ''],
        ...[one.department_id && departments.get(one.department_id), termOf(one), '', '', ''],
      ],
    ],
  )

const courseWords: Record<ListedEnrolment['role'], string> = { student: 'student', instructor: 'teacher', instructor_assistant: 'aide' }
/** Of people and courses that are in the files. */
export const enrollments = (pages: Pages<ListedEnrolment>, people: ReadonlyMap<string, string>, classGuids: ReadonlyMap<string, string>) =>
  table(`${begin} classSourcedId schoolSourcedId userSourcedId role primary beginDate endDate`, pages, (one) => {
    const [ofClass, user] = [classGuids.get(one.course_id), people.get(one.person_id)]
    return ofClass && user ? [[guidOf(one), ...bulk, ofClass, '', user, courseWords[one.role], '', '', '']] : []
  })
