// A line of a file as a staged row: its external id, its fields as the owners know them, a hash of both, and what is wrong with it.
import { createHash } from 'node:crypto'
import type { RosterKind } from '@lyceum/kit/rosters/api'
import type { CsvRow } from '@lyceum/kit/text/csv-reader'
import { userNumber } from '@lyceum/kit/text/user-number'
import type { RosterCode } from '../errors.ts'
import { type Field, kinds, type Mapping } from './fields.ts'
import { courseRoleOf, dayOf, fullName, isHan, orgRoleOf, stateOf, unitKindOf } from './words.ts'

export type Fault = { code: RosterCode; params: Record<string, string | number> }
export type RowData = Record<string, string | string[] | null | true>
/** `id` '': nobody knows what the line is about. */
export type StagedRow = {
  kind: RosterKind
  id: string
  file: number
  line: number
  title: string
  data: RowData
  hash: string
  fault: Fault | null
}

/** The same values have the same hash, in whatever order. */
export const hashOf = (data: RowData): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 22)

/** Of the cells of a line, by the columns of its file. */
export function rowReader(kind: RosterKind, columns: readonly string[], mapping: Mapping) {
  const { fields, needed } = kinds[kind]
  const read = fields.flatMap((field) => {
    const at = mapping[field.name] ? columns.indexOf(mapping[field.name]!) : -1
    return at < 0 ? [] : [{ field, at }]
  })
  const hasParts = read.some(({ field }) => field.type === 'namePart')
  return ({ line, cells, cut }: CsvRow, file: number): StagedRow => {
    const data: RowData = {}
    let fault: Fault | null = cut ? { code: 'roster.lineCut', params: {} } : null
    let id = ''
    const parts: NameParts = {}
    if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== ''))
      fault ??= { code: 'roster.cellsBeyond', params: { cells: cells.length, columns: columns.length } }
    for (const { field, at } of read) {
      const text = (cells[at] ?? '').normalize('NFC')
      if (text.includes('\ufffd')) fault ??= { code: 'roster.lettersReplaced', params: { field: field.name } }
      if (text.length > field.most) {
        fault ??= { code: 'roster.tooLong', params: { field: field.name, most: field.most } }
        continue
      }
      if (field.name === 'id') id = text
      else if (field.type === 'namePart') parts[field.name as keyof NameParts] = text
      else if (field.type === 'state') fault = writeState(kind, text, data) ?? fault
      else if (text === '') {
        if (needed.includes(field.name) && !hasParts) fault ??= { code: 'roster.needed', params: { field: field.name } }
        // an empty role is that of most
        else if (field.name === 'role') data.role = 'student'
        else if (nullable.has(field.name)) data[field.name] = null
      } else fault = faultIn(field, text, data) ?? fault
    }
    if (hasParts) {
      const name = nameOf(typeof data.name === 'string' ? data.name : '', parts)
      if (name !== '') data.name = name
      else fault ??= { code: 'roster.needed', params: { field: 'name' } }
    }
    // of what is gone the id alone matters
    return stagedRow(kind, { id, file, line, data, fault: data.gone && !cut ? null : fault })
  }
}

/** Of a person's name, also where it is put together. */
const mostOfName = 100

type NameParts = { given_name?: string; family_name?: string }
const wordsOf = (name: string): string[] => name.toLowerCase().split(/[\s,]+/)
/** A column of names beside one of family names has given names, unless it has both already. */
function nameOf(name: string, { given_name = '', family_name = '' }: NameParts): string {
  if (name === '') return fullName(given_name, family_name)
  const has = new Set(wordsOf(name))
  const isWhole =
    given_name !== '' || wordsOf(family_name).every((word) => has.has(word)) || (isHan(family_name) && name.startsWith(family_name))
  return isWhole ? name : fullName(name, family_name)
}

/** Fields that the owners empty with null; other empty cells leave things as they are. */
const nullable = new Set(['email', 'mobile_phone', 'department', 'grade', 'klass', 'program', 'parent', 'start_date', 'end_date'])

/** A row with its id, title and hash; without an id of its own it is called by its code, an enrolment by course and person. */
export function stagedRow(kind: RosterKind, { id: own, file, line, data, fault }: Omit<StagedRow, 'kind' | 'title' | 'hash'>): StagedRow {
  const { code } = kinds[kind]
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '')
  const id = own || (code ? text(code) : data.course && data.person ? `${text('course')}:${text('person')}` : '')
  const title =
    kind === 'enrolments' ? `${text('course')} · ${text('person')}` : [text('name'), text(code ?? '')].filter(Boolean).join(' · ')
  const missing: Fault | null =
    id === ''
      ? { code: 'roster.withoutId', params: {} }
      : id.length > 200
        ? { code: 'roster.tooLong', params: { field: 'id', most: 200 } }
        : kind === 'people' && text('name').length > mostOfName
          ? { code: 'roster.tooLong', params: { field: 'name', most: mostOfName } }
          : shortenedIn(kind, own, data)
  return {
    kind,
    id: id.slice(0, 200),
    file,
    line,
    title: [...title].slice(0, 300).join(''),
    data,
    hash: hashOf(data),
    fault: fault ?? missing,
  }
}

/** Of all things people alone are suspended; an enrolment that is, has ended. An unknown word is refused: it may mean that somebody has left. */
function writeState(kind: RosterKind, text: string, data: RowData): Fault | undefined {
  if (text === '') return undefined
  const state = stateOf(text)
  if (state === undefined) return { code: 'roster.unknownState', params: { value: text } }
  if (state === 'gone' || (state === 'suspended' && kind === 'enrolments')) data.gone = true
  else if (kind === 'people') data.state = state
  return undefined
}

/** As spreadsheets shorten long numbers: 1.23457E+11, also with a decimal comma. */
const shortened = /^\d+([.,]\d+)?E\+\d+$/i
/** Fields that may be long numbers, beside references. */
const numbers = new Set(['user_no', 'code', 'course_code', 'mobile_phone'])
function shortenedIn(kind: RosterKind, id: string, data: RowData): Fault | null {
  const fields = kinds[kind].fields.filter(({ name, of }) => of || numbers.has(name)).map(({ name }) => [name, data[name]] as const)
  for (const [field, value] of [['id', id] as const, ...fields])
    if (typeof value === 'string' && shortened.test(value)) return { code: 'roster.numberShortened', params: { field, value } }
  return null
}

/** Writes the value of a cell; answers what is wrong with it. */
function faultIn({ name, type }: Field, text: string, data: RowData): Fault | undefined {
  if (type === 'roles') {
    const words = text
      .split(/[,;、，；|/]+/)
      .map((word) => word.trim())
      .filter(Boolean)
    const roles = words.map(orgRoleOf)
    const unknown = words[roles.indexOf(undefined)]
    if (unknown !== undefined || roles.length === 0) return { code: 'roster.unknownRole', params: { value: unknown ?? text } }
    data[name] = [...new Set(roles as string[])].toSorted()
    return undefined
  }
  if (type === 'role' || type === 'unitKind') {
    const value = type === 'role' ? courseRoleOf(text) : unitKindOf(text)
    if (value === undefined) return { code: type === 'role' ? 'roster.unknownRole' : 'roster.unknownKind', params: { value: text } }
    data[name] = value
    return undefined
  }
  if (type === 'day') {
    const day = dayOf(text)
    if ('code' in day) return { code: day.code, params: { field: name, value: text } }
    data[name] = day.day
    return undefined
  }
  data[name] = name === 'user_no' ? userNumber(text) : text
  return undefined
}
