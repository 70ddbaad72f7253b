// Fields by which two versions of a form's value are compared: each field on its own, rich text by paragraphs, anything else as a whole.
import { compare, merge, type Choice, type Row } from './merge.ts'
import { htmlOf, paragraphsOf } from './paragraphs.ts'

export type VersionField<T> = {
  label: string
  /** html: compared by paragraphs. */
  kind: 'html' | 'plain'
  get: (value: T) => unknown
  put: (value: T, next: unknown) => T
  /** A plain value as text; without it only its side is named. */
  show?: (value: unknown) => string
}

/** A field that is a property of the value. */
export const property = <T extends object, K extends keyof T & string>(
  name: K,
  label: string,
  more: { kind?: 'html'; show?: (value: T[K]) => string } = {},
): VersionField<T> => ({
  label,
  kind: more.kind ?? 'plain',
  get: (value) => value[name],
  put: (value, next) => ({ ...value, [name]: next }),
  show: more.show ? (value) => more.show?.(value as T[K]) ?? '' : (value) => String(value ?? ''),
})

type Entry = { id: string }
/** A list within the value. */
export type ListOf<T, E extends Entry> = { get: (value: T) => readonly E[]; put: (value: T, entries: E[]) => T }
/** The entries with `next` in place of the one of this id, or behind the others; null: without it. */
export const withEntry = <E extends Entry>(entries: readonly E[], id: string, next: E | null): E[] =>
  entries.some((one) => one.id === id)
    ? entries.flatMap((one) => (one.id !== id ? [one] : next ? [next] : []))
    : [...entries, ...(next ? [next] : [])]

/** An entry of a list that both sides began from; either may have deleted it. */
export const entry = <T, E extends Entry>(
  { get, put }: ListOf<T, E>,
  id: string,
  label: string,
  show: (entry: E) => string,
): VersionField<T> => ({
  label,
  kind: 'plain',
  get: (value) => get(value).find((one) => one.id === id) ?? null,
  put: (value, next) => put(value, withEntry(get(value), id, next as E | null)),
  show: (value) => (value === null ? '' : show(value as E)),
})

/** The order of entries that both sides began from; what either has added stands behind them. */
export function orderOf<T, E extends Entry>(
  { get, put }: ListOf<T, E>,
  base: T,
  label: string,
  name: (entry: E) => string,
): VersionField<T> {
  const names = new Map(get(base).map((one) => [one.id, name(one)]))
  return {
    label,
    kind: 'plain',
    get: (value) => get(value).flatMap(({ id }) => (names.has(id) ? [id] : [])),
    put: (value, next) => {
      const places = new Map((next as string[]).map((id, at) => [id, at]))
      return put(
        value,
        get(value).toSorted((a, b) => (places.get(a.id) ?? places.size) - (places.get(b.id) ?? places.size)),
      )
    },
    show: (ids) => (ids as string[]).map((id) => names.get(id)).join('\n'),
  }
}

export type ComparedField<T> = { field: VersionField<T>; rows: Row[] }
/** By the number of a field among those that differ, then of a row. */
export type Choices = Readonly<Record<number, Readonly<Record<number, Choice | undefined>>>>

const partsOf = <T>({ kind, get }: VersionField<T>, value: T): string[] =>
  kind === 'html' ? paragraphsOf(String(get(value) ?? '')) : [JSON.stringify(get(value) ?? null)]

/** The fields that differ. */
export const compareFields = <T>(fields: readonly VersionField<T>[], base: T | undefined, mine: T, theirs: T): ComparedField<T>[] =>
  fields
    .map((field) => ({
      field,
      rows: compare(base === undefined ? undefined : partsOf(field, base), partsOf(field, mine), partsOf(field, theirs)),
    }))
    .filter(({ rows }) => rows.some(({ kind }) => kind === 'changed'))

/** Whether two values differ in any field. */
export const differ = <T>(fields: readonly VersionField<T>[], a: T, b: T): boolean =>
  fields.some((field) => partsOf(field, a).join() !== partsOf(field, b).join())

/** The value that the choices make of the compared fields; fields that do not differ stay as they are in `mine`. */
export const mergeFields = <T>(compared: readonly ComparedField<T>[], mine: T, choices: Choices): T =>
  compared.reduce((value, { field, rows }, at) => {
    const parts = merge(rows, choices[at])
    return field.put(value, field.kind === 'html' ? htmlOf(parts) : JSON.parse(parts[0] ?? 'null'))
  }, mine)
