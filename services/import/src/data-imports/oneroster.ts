// OneRoster 1.2 as CSV: its files become rows of departments, people, courses and enrolments. Demographics and passwords are never read.
import { refused } from '@lyceum/kit/calls/errors'
import type { RosterKind } from '@lyceum/kit/rosters/api'
import { csvStream } from '@lyceum/kit/text/csv-stream'
import type { Encoding } from '@lyceum/kit/text/encodings'
import { fileEnd } from './file-end.ts'
import type { ReadFile } from './reading.ts'
import { type Fault, type RowData, type StagedRow, stagedRow } from './rows.ts'
import { dayOf, fullName } from './words.ts'

export type OpenFile = { name: string; bytes(): AsyncIterable<Uint8Array> }
type Reading = {
  look: number | null
  encoding: Encoding | null
  give(row: StagedRow): Promise<void>
  problemOf(file: string, error: unknown): unknown
}
type Line = (column: string) => string
type Session = { title: string; type: string; start: string; end: string; parent: string; year: string }
/** Small tables that rows of others are joined with. */
type Known = { sessions: Map<string, Session>; codes: Map<string, string>; roles: Map<string, Set<string>>; hasRoles: boolean }

const tables = ['manifest', 'orgs', 'academicSessions', 'courses', 'roles', 'users', 'classes', 'enrollments'] as const
type Table = (typeof tables)[number]
const kindOf: Partial<Record<Table, RosterKind>> = { orgs: 'departments', users: 'people', classes: 'courses', enrollments: 'enrolments' }

const roles: Record<string, string> = {
  student: 'student',
  teacher: 'instructor',
  aide: 'instructor_assistant',
  proctor: 'instructor_assistant',
  counselor: 'faculty',
  principal: 'faculty',
  administrator: 'faculty',
  siteadministrator: 'faculty',
  districtadministrator: 'faculty',
  systemadministrator: 'faculty',
}
/** Roles of people who are none of the organisation. */
const outside = new Set(['guardian', 'parent', 'relative'])

/** The files in the order in which rows need each other. 400 roster.noFile without one of OneRoster's names. */
export async function readOneRoster(files: readonly OpenFile[], reading: Reading): Promise<ReadFile[]> {
  const known: Known = { sessions: new Map(), codes: new Map(), roles: new Map(), hasRoles: false }
  const delta = new Set<string>()
  const read: ReadFile[] = []
  const nameOf = (file: OpenFile) =>
    file.name
      .split('/')
      .at(-1)!
      .replace(/\.csv$/i, '')
      .toLowerCase()
  for (const table of tables)
    for (const file of files.filter((one) => nameOf(one) === table.toLowerCase())) {
      if (table === 'roles') known.hasRoles = true
      const about = await readTable(file, table, files.indexOf(file), known, delta, reading).catch((error: unknown) => {
        throw reading.problemOf(file.name, error)
      })
      read.push({ ...about, delta: delta.has(table.toLowerCase()) })
    }
  if (!read.some(({ kind }) => kind)) throw refused(400, 'roster.noFile')
  return read
}

async function readTable(
  file: OpenFile,
  table: Table,
  nth: number,
  known: Known,
  delta: Set<string>,
  { look, encoding, give }: Reading,
): Promise<ReadFile> {
  // the standard has UTF-8 alone
  const end = fileEnd()
  const stream = csvStream(end.watched(file.bytes()), { encoding: encoding ?? undefined })
  const kind = kindOf[table] ?? null
  let columns: string[] | undefined
  const places = new Map<string, number>()
  const first: string[][] = []
  let lines = 0
  for await (const rows of stream.rows) {
    for (const one of rows) {
      const { line, cells, cut } = one
      if (!columns) {
        columns = cells
        for (const [at, column] of cells.entries()) places.set(column.toLowerCase(), at)
        const needed = table === 'manifest' ? 'propertyName' : 'sourcedId'
        if (!places.has(needed.toLowerCase())) throw refused(400, 'roster.columnMissing', { file: file.name, column: needed })
        continue
      }
      lines++
      end.take(one, columns)
      const at: Line = (column) => (cells[places.get(column.toLowerCase()) ?? -1] ?? '').normalize('NFC')
      if (first.length < (look ?? 0)) first.push(cells)
      if (!kind || look === null) {
        const row = rowOf(table, at, known, delta)
        if (row && kind)
          await give(
            staged(kind, row, {
              id: at('sourcedId'),
              file: nth,
              line,
              isGone: at('status').toLowerCase() === 'tobedeleted',
              isCut: cut ?? false,
            }),
          )
      } else if (first.length >= look) break
    }
    if (kind && look !== null && first.length >= look) break
  }
  const encodingFound = stream.encoding() ?? 'utf-8'
  return {
    name: file.name,
    kind,
    lines,
    encoding: encodingFound,
    replaced: stream.replaced(),
    delta: false,
    endsEarly: look === null ? end.endsEarly() : null,
    columns: columns ?? [],
    first,
    mapping: {},
  }
}

type Row = { data: RowData; fault?: Fault | undefined }
function staged(
  kind: RosterKind,
  { data, fault }: Row,
  { id, file, line, isGone, isCut }: { id: string; file: number; line: number; isGone: boolean; isCut: boolean },
) {
  const damaged = Object.entries(data).find(([, value]) => typeof value === 'string' && value.includes('\ufffd'))
  const wrong: Fault | null = isCut
    ? { code: 'roster.lineCut', params: {} }
    : damaged
      ? { code: 'roster.lettersReplaced', params: { field: damaged[0] } }
      : (fault ?? (data.name === '' ? { code: 'roster.needed', params: { field: 'name' } } : null))
  return stagedRow(kind, { id, file, line, data: isGone ? { ...data, gone: true } : data, fault: isGone && !isCut ? null : wrong })
}

/** A row for the owners; undefined for a line that others are joined with, or that concerns nobody here. */
function rowOf(table: Table, at: Line, known: Known, delta: Set<string>): Row | undefined {
  if (table === 'manifest') {
    const [, name] = /^file\.(\w+)$/i.exec(at('propertyName')) ?? []
    if (name && at('value').toLowerCase() === 'delta') delta.add(name.toLowerCase())
    return undefined
  }
  const isGone = at('status').toLowerCase() === 'tobedeleted'
  if (table === 'academicSessions') {
    known.sessions.set(at('sourcedId'), {
      title: at('title'),
      type: at('type').toLowerCase(),
      start: at('startDate'),
      end: at('endDate'),
      parent: at('parentSourcedId'),
      year: at('schoolYear'),
    })
    return undefined
  }
  if (table === 'courses') {
    if (!isGone) known.codes.set(at('sourcedId'), at('courseCode'))
    return undefined
  }
  if (table === 'roles') {
    if (!isGone) known.roles.set(at('userSourcedId'), (known.roles.get(at('userSourcedId')) ?? new Set()).add(at('role').toLowerCase()))
    return undefined
  }
  if (table === 'orgs')
    return {
      data: { name: at('name'), ...(at('identifier') && { code: at('identifier').slice(0, 64) }), parent: at('parentSourcedId') || null },
    }
  if (table === 'users') return personOf(at, known)
  if (table === 'classes') return courseOf(at, known)
  const role = at('role').toLowerCase()
  if (outside.has(role)) return undefined
  const courseRole = roles[role] === 'faculty' ? undefined : roles[role]
  return {
    data: { course: at('classSourcedId'), person: at('userSourcedId'), ...(courseRole && { role: courseRole }) },
    fault: courseRole ? undefined : { code: 'roster.unknownRole', params: { value: at('role') } },
  }
}

function personOf(at: Line, { roles: byPerson, hasRoles }: Known): Row | undefined {
  const words = hasRoles ? [...(byPerson.get(at('sourcedId')) ?? [])] : [at('role').toLowerCase()].filter(Boolean)
  if (words.length > 0 && words.every((word) => outside.has(word))) return undefined
  const all = words.filter((word) => !outside.has(word))
  const unknown = all.find((word) => !roles[word])
  const [given, family] = [at('preferredGivenName') || at('givenName'), at('preferredFamilyName') || at('familyName')]
  const number = at('identifier') || at('username')
  return {
    data: {
      name: fullName(given, family),
      ...(number && { user_no: number.slice(0, 50) }),
      email: at('email') || null,
      mobile_phone: at('sms') || at('phone') || null,
      ...(all.length > 0 && !unknown && { roles: [...new Set(all.map((word) => roles[word]!))].toSorted() }),
      department: at('primaryOrgSourcedId') || at('orgSourcedIds').split(',')[0]!.trim() || null,
      state: at('enabledUser').toLowerCase() === 'false' ? 'suspended' : 'active',
    },
    fault: unknown ? { code: 'roster.unknownRole', params: { value: unknown } } : undefined,
  }
}

function courseOf(at: Line, { sessions, codes }: Known): Row {
  const term = sessions.get(at('termSourcedIds').split(',')[0]!.trim())
  const year = term && sessions.get(term.parent)
  const code = at('classCode') || codes.get(at('courseSourcedId'))
  const data: RowData = { name: at('title'), ...(code && { course_code: code.slice(0, 64) }), department: at('schoolSourcedId') || null }
  let fault: Fault | undefined
  if (term) {
    data.semester = term.title
    data.academic_year = year?.type === 'schoolyear' ? year.title : term.year
    for (const [field, text] of [
      ['start_date', term.start],
      ['end_date', term.end],
    ] as const) {
      if (text === '') continue
      const day = dayOf(text)
      if ('day' in day) data[field] = day.day
      else fault ??= { code: day.code, params: { field, value: text } }
    }
  }
  return { data, fault }
}
