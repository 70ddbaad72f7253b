// Shapes that every contract uses: ids, values that may be null, paged lists.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { invalid } from './errors.ts'
import { dayBounds, timeBounds } from './time-bounds.ts'

// the pattern too: 'urn:uuid:…' and capitals have the format as well, and would not be the id that is stored
export const Id = Type.String({ format: 'uuid', pattern: '^[0-9a-f-]{36}$' })
export const ById = Type.Object({ id: Id })
/** Of a change or a deletion: the version that the writer saw, 0 before there is a row. A newer row is answered with 409. */
export const Version = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'the version the writer saw' })
/** Greatest number of a column of type integer. */
export const maxInt4 = 2 ** 31 - 1
/** A number that counts from 1: of a version handed in, of a place in a list. */
export const Ordinal = Type.Integer({ minimum: 1, maximum: maxInt4 })
/** A time as ISO 8601 in UTC, within years that a calendar, PostgreSQL and JavaScript share. The bounds hold for the moment, after its offset. */
export const Time = Type.String({ format: 'date-time', ...timeBounds })
/** A day as YYYY-MM-DD. */
export const Day = Type.String({ format: 'date', ...dayBounds })

/** The same schema, or null. Written as a list of types: unlike a union it is serialised as fast as the plain one. */
export const nullable = <T extends TSchema>(schema: T) => {
  const { type = 'object', enum: words } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'], ...(words && { enum: [...words, null] }) })
}

/** One of a few words. */
export const oneOf = <const T extends string>(...words: T[]) => Type.Unsafe<T>({ type: 'string', enum: words })

/** The query of a paged list: page counts from 1; conditions is a JSON object with fields of the call's own. */
export const pageQuery = <T extends TProperties = Record<never, never>>(more: T = {} as T) =>
  Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    ...more,
  })
export type PageQuery = { page?: number; page_size?: number }

/** The order of a paged list: a field of the call's own, and its direction. */
export const sorted = <const T extends string>(...by: T[]) => ({
  sort: Type.Optional(oneOf(...by)),
  order: Type.Optional(oneOf('ascending', 'descending')),
})

/** The fields of a page of a list: start and end are the positions of its first and last item, from 1; 0 when it is empty. */
export const pageFields = {
  page: Type.Integer(),
  page_size: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
  start: Type.Integer(),
  end: Type.Integer(),
}

/** A page of a list, in `items`. */
export const paged = <T extends TSchema, M extends TProperties = Record<never, never>>(item: T, more: M = {} as M) =>
  Type.Object({
    items: Type.Array(item),
    ...pageFields,
    ...more,
  })

export const limits = ({ page = 1, page_size = 10 }: PageQuery) => ({ limit: page_size, offset: (page - 1) * page_size })

export const pageOf = <T>({ page = 1, page_size = 10 }: PageQuery, total: number, items: T[]) => {
  const start = items.length === 0 ? 0 : (page - 1) * page_size + 1
  return {
    items,
    page,
    page_size,
    pages: Math.ceil(total / page_size),
    total,
    start,
    end: items.length === 0 ? 0 : start + items.length - 1,
  }
}

/** Reads `?conditions={…}`: a flat object of text, numbers, booleans and lists of text, all fields among `known`. 400 otherwise. */
export function conditionsOf<const K extends string>(
  text: string | undefined,
  known: readonly K[],
): Partial<Record<K, string | number | boolean | string[]>> {
  if (text === undefined || text === '') return {}
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw invalid({ conditions: 'field.format' })
  }
  if (read === null || typeof read !== 'object' || Array.isArray(read)) throw invalid({ conditions: 'field.type' })
  for (const [name, value] of Object.entries(read)) {
    if (!(known as readonly string[]).includes(name)) throw invalid({ [`conditions.${name}`]: 'field.unknown' })
    const plain =
      ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    if (!plain) throw invalid({ [`conditions.${name}`]: 'field.type' })
  }
  return read as Partial<Record<K, string | number | boolean | string[]>>
}

/** The fields of an object, each of which may be left out: the body of a PUT. */
export const changes = <T extends TProperties>(draft: TObject<T>) => Type.Partial(draft)
