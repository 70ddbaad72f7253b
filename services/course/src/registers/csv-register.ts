// A register as files: courses.csv and enrolments.csv in a folder of the operator's, in any encoding, with the names of the fields in the first line.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { conflict } from '@lyceum/kit/calls/errors'
import { type CsvRow, csvRows, decodeText, encodingOf, UnclosedQuote } from '@lyceum/kit/text/csv'
import type { Encoding } from '@lyceum/kit/text/encodings'
import { type ReplacedLetters, replacedLetters } from '@lyceum/kit/text/replaced-letters'
import { courseOf, type Register } from './register.ts'

export const registerFiles = ['courses', 'enrolments'] as const
type FileName = (typeof registerFiles)[number]
const needed: Record<FileName, readonly string[]> = { courses: ['id', 'name'], enrolments: ['course_id', 'user_no', 'role'] }
/** Encodings that somebody has chosen for a file; of the others the language decides between two that are as likely. */
export type Reading = { language?: string | undefined; encodings?: { [K in FileName]?: Encoding | undefined } | undefined }

const mostBytes = 100 * 1024 * 1024
/** Characters from which the first lines are shown. */
const shownText = 64 * 1024
const shown = { lines: 6, columns: 12, letters: 80 }

type RegisterText = { name: string; text: string; encoding: Encoding; replaced: ReplacedLetters | null }

/** 409 register.unreadable for a missing file and for one of more than 100 MiB. */
async function textOf(folder: string, file: FileName, { language, encodings }: Reading): Promise<RegisterText> {
  const name = `${file}.csv`
  const path = join(folder, name)
  const bytes = await stat(path).then(
    ({ size }) => (size <= mostBytes ? readFile(path) : undefined),
    () => undefined,
  )
  if (!bytes) throw conflict('register.unreadable', { what: name })
  const encoding = encodings?.[file] ?? encodingOf(bytes, language)
  const text = decodeText(bytes, { encoding })
  return { name, text, encoding, replaced: replacedLetters(text) }
}

/** 409 register.openQuote with the line in which a quotation mark opens that is never closed. */
function rowsOf(name: string, text: string): CsvRow[] {
  try {
    return csvRows(text)
  } catch (error) {
    if (error instanceof UnclosedQuote) throw conflict('register.openQuote', { what: name, line: error.line })
    throw error
  }
}

/** The lines of a file by the names of its columns. 409 register.columnMissing. */
function linesOf(file: FileName, { name, text }: RegisterText): Record<string, string>[] {
  const [head, ...lines] = rowsOf(name, text)
  const names = columnsOf(file, head)
  return lines.map(({ cells }) => Object.fromEntries(names.map((column, at) => [column, cells[at] ?? ''])))
}

function columnsOf(file: FileName, head: CsvRow | undefined): string[] {
  const names = (head?.cells ?? []).map((cell) => cell.toLowerCase())
  const missing = needed[file].find((one) => !names.includes(one))
  if (missing) throw conflict('register.columnMissing', { what: `${file}.csv`, column: missing })
  return names
}

/** The first lines of a text, for a look at its letters. */
function firstRows({ name, text }: RegisterText): CsvRow[] {
  if (text.length <= shownText) return rowsOf(name, text)
  const begin = text.slice(0, Math.max(text.lastIndexOf('\n', shownText), text.lastIndexOf('\r', shownText)) + 1)
  if (begin === '') return rowsOf(name, text)
  try {
    return csvRows(begin)
  } catch {
    // a cell in quotation marks goes on behind the cut
    return rowsOf(name, text)
  }
}

export type RegisterFile = Omit<RegisterText, 'text'> & { lines: string[][] }

/** The beginning of each file as it is read: the names of its columns, then its first lines. */
export const lookAtFiles = (folder: string, reading: Reading): Promise<RegisterFile[]> =>
  Promise.all(
    registerFiles.map(async (file) => {
      const { text, ...read } = await textOf(folder, file, reading)
      const rows = firstRows({ text, ...read })
      columnsOf(file, rows[0])
      const lines = rows
        .slice(0, shown.lines)
        .map(({ cells }) => cells.slice(0, shown.columns).map((cell) => [...cell].slice(0, shown.letters).join('')))
      return { ...read, lines }
    }),
  )

export const csvRegister = (folder: string, reading: Reading = {}): Register => ({
  async *courses() {
    const [courses, enrolments] = await Promise.all(registerFiles.map((file) => textOf(folder, file, reading)))
    const replaced = [courses!, enrolments!].flatMap(({ name, replaced }) => (replaced ? [{ file: name, ...replaced }] : []))
    const people = Map.groupBy(linesOf('enrolments', enrolments!), (line) => line.course_id ?? '')
    const lines = linesOf('courses', courses!)
    for (const [nth, course] of lines.entries())
      yield { course: courseOf(course, people.get(course.id ?? '') ?? []), of: lines.length, ...(nth === 0 && { replaced }) }
  },
})
