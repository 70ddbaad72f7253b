// Attacks with numbers and times beyond what a column, a calendar or JavaScript holds, in every such field of every call; then everything that
// lists them is read: one row that cannot be shown must not close a list for good.
import { startInstance, type Instance } from './instance.ts'
import { type Field, fieldsOf, isWrite, type Operation, readOperations, type Schema, typesOf, withField } from './operations.ts'
import { consumables } from './consumables.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { type Made, requestFor } from './requests.ts'
import { ask, lineOf } from './rights-arena.ts'
import { makeWorld, type World } from './world.ts'

const beyond = {
  integer: [1e308, -1e308, 1e20, 2 ** 63],
  number: [1e308, -1e308],
  'date-time': [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '9999-12-31T23:59:59Z',
    '2026-12-31T23:59:60Z',
    '2026-12-31T10:00:00+23:59',
  ],
  date: ['0000-01-01', '0001-01-01', '9999-12-31'],
  /** A condition of a list has no schema: whatever it is, it is refused or finds nothing. */
  condition: [],
}
type Kind = keyof typeof beyond
/** Accepted or not, they must not break what is reckoned from them. */
const edges: Partial<Record<Kind, unknown[]>> = {
  integer: [2 ** 31, Number.MAX_SAFE_INTEGER, -1],
  'date-time': ['1970-01-01T00:00:00Z', '2200-01-01T00:00:00Z', '2200-01-01T13:59:00+14:00'],
  date: ['1970-01-01', '2200-01-01'],
  condition: [1e308, 1e20, -1, 0.5, true, 'x', ['x'], '9999-12-31T23:59:59-14:00', 'constructor'],
}
const kindOf = (schema: Schema): Kind | undefined =>
  schema.format === 'date-time' || schema.format === 'date'
    ? schema.format
    : typesOf(schema).includes('integer')
      ? 'integer'
      : typesOf(schema).includes('number')
        ? 'number'
        : undefined

// these calls would end the sessions that the others need
const left = ['POST /api/session', 'DELETE /api/session', 'DELETE /api/user/sessions', 'PUT /api/user/password', 'DELETE /api/users/:id']
/** Does not end by itself. */
const streams = ['GET /api/events']

type BoundedField = { name: string; kind: Kind; fill: (made: Made, value: unknown) => Made }
const inBody = ({ path, schema }: Field): BoundedField[] => {
  const kind = kindOf(schema)
  return kind ? [{ name: path.join('.'), kind, fill: (made, value) => ({ ...made, body: withField(made.body, path, value) }) }] : []
}
const inQuery = ({ name, schema }: Operation['query'][number]): BoundedField[] => {
  const kind = kindOf(schema)
  return kind ? [{ name: `?${name}`, kind, fill: (made, value) => ({ ...made, query: { ...made.query, [name]: written(value) } }) }] : []
}
/** The fields of a list's conditions, as its summary names them. */
const conditionsOf = ({ summary, query }: Operation): BoundedField[] =>
  query.some(({ name }) => name === 'conditions')
    ? (/conditions:? ([a-z_]+(?:(?:,| and| or) [a-z_]+)*)/.exec(summary)?.[1]?.split(/,? and |,? or |, /) ?? []).map((name) => ({
        name: `conditions.${name}`,
        kind: 'condition',
        fill: (made, value) => ({ ...made, query: { ...made.query, conditions: JSON.stringify({ [name]: value }) } }),
      }))
    : []
/** 1e20 as the twenty-one digits that somebody would type. */
const written = (value: unknown) => (value === 1e20 ? '99999999999999999999' : String(value))

async function everywhere(at: Instance, report: Report, world: World, operations: Operation[]): Promise<number> {
  let places = 0
  for (const operation of operations.filter(({ key }) => !left.includes(key) && !streams.includes(key))) {
    for (const place of [
      ...operation.query.flatMap(inQuery),
      ...conditionsOf(operation),
      ...fieldsOf(operation.body ?? {}).flatMap(inBody),
    ]) {
      places++
      const made = requestFor(operation, world, (await consumables[operation.key]?.(world)) ?? {})
      for (const value of [...beyond[place.kind], ...(edges[place.kind] ?? [])]) {
        const given = place.fill(made, value)
        for (const person of [world.owner, world.admin]) {
          const { status, text } = await ask({ at }, operation, given, { headers: { cookie: person.cookie }, scope: person.org })
          const found = `${operation.key} answers ${status} to ${written(value)} in ${place.name}: ${text.slice(0, 120)}`
          const held = (beyond[place.kind] as unknown[]).includes(value) ? status >= 400 && status < 500 : status < 500
          report.check(held, found, lineOf(operation, given))
        }
      }
    }
  }
  return places
}

/** Spans at both ends of what is accepted, beside the usual one. */
const edgesOfTime: Record<string, string>[] = [
  {},
  { start: '1970-01-01T00:00:00Z', end: '1970-02-01T00:00:00Z' },
  { start: '2199-12-01T00:00:00Z', end: '2200-01-01T00:00:00Z' },
]

/** Every read, as who owns the course and as who manages the school. */
async function lists(at: Instance, report: Report, world: World, operations: Operation[]): Promise<void> {
  for (const operation of operations.filter((one) => !isWrite(one) && !streams.includes(one.key)))
    for (const person of [world.owner, world.admin]) {
      const made = requestFor(operation, world)
      const spans = made.query.start && made.query.end ? edgesOfTime : [{}]
      for (const span of spans) {
        const asked = { ...made, query: { ...made.query, ...span } }
        const { status, text } = await ask({ at }, operation, asked, { headers: { cookie: person.cookie }, scope: person.org })
        report.check(status < 500, `${operation.key} answers ${status} after all: ${text.slice(0, 120)}`, lineOf(operation, asked))
      }
    }
}

export const bounds: Part = {
  name: 'bounds',
  about: 'numbers and times beyond every column and calendar, in every field and query of every call; then every list is read',
  seconds: 120,
  async run(report) {
    const at = await startInstance('bounds')
    try {
      const world = await makeWorld(at, 'Bounds')
      const operations = await readOperations(at.url)
      const places = await everywhere(at, report, world, operations)
      await lists(at, report, world, operations)
      report.note(`${places} fields and parameters`)
    } finally {
      await at.stop()
    }
  },
}
