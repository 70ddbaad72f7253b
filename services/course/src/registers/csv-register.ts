// A register as files: courses.csv and enrolments.csv in a folder of the operator's, in any encoding, with the names of the fields in the first line.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { conflict } from '@lyceum/kit/calls/errors'
import { decodeText } from '@lyceum/kit/text/csv'
import { csvIn } from '@lyceum/kit/text/csv-field'
import { courseOf, type Register } from './register.ts'

const mostBytes = 100 * 1024 * 1024

/** The lines of a file by the names of its columns. */
async function read(folder: string, name: string, needed: readonly string[]): Promise<Record<string, string>[]> {
  const path = join(folder, name)
  const bytes = await stat(path).then(
    ({ size }) => (size <= mostBytes ? readFile(path) : undefined),
    () => undefined,
  )
  if (!bytes) throw conflict('register.unreadable', { what: name })
  const [{ cells: head } = { cells: [] }, ...lines] = csvIn(name, decodeText(bytes))
  const names = head.map((cell) => cell.toLowerCase())
  const missing = needed.find((one) => !names.includes(one))
  if (missing) throw conflict('register.columnMissing', { what: name, column: missing })
  return lines.map(({ cells }) => Object.fromEntries(names.map((column, at) => [column, cells[at] ?? ''])))
}

export const csvRegister = (folder: string): Register => ({
  async *courses() {
    const courses = await read(folder, 'courses.csv', ['id', 'name'])
    const people = Map.groupBy(await read(folder, 'enrolments.csv', ['course_id', 'user_no', 'role']), (line) => line.course_id ?? '')
    for (const course of courses) yield { course: courseOf(course, people.get(course.id ?? '') ?? []), of: courses.length }
  },
})
