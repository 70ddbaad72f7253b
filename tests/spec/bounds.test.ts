// The bounds of every request: numbers fit a column and JavaScript, times a calendar. Replies have none: what is stored is shown.
import { questionSchemas } from '@lyceum/activity/questions/question-types/api'
import { bffCalls } from '@lyceum/bff/api'
import type { Table } from '@lyceum/kit/calls/contract'
import { Day, Time } from '@lyceum/kit/calls/shapes'
import { bytesCalls } from '@lyceum/upload/bytes/api'
import { describe, expect, test } from 'vitest'
import { contracts } from '../../services/contracts.ts'

type Node = Record<string, unknown>
/** Every schema within one, with its place. */
function* within(node: unknown, place: string): Generator<[place: string, schema: Node]> {
  if (node === null || typeof node !== 'object') return
  if (!Array.isArray(node)) yield [place, node as Node]
  for (const [name, one] of Object.entries(node)) yield* within(one, `${place}.${name}`.replace('.properties.', '.'))
}
const typesOf = ({ type }: Node) => [type].flat()

const isBounded = (schema: Node) => {
  const [least, most] = [schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum]
  return [least, most].every((bound) => typeof bound === 'number' && Math.abs(bound) <= Number.MAX_SAFE_INTEGER)
}
/** Faults of a schema that requests have. */
function faultsOf(schema: unknown, place: string): string[] {
  return [...within(schema, place)].flatMap(([at, one]) => {
    const [types, { format, formatMinimum, formatMaximum, enum: words }] = [typesOf(one), one]
    const bounds = format === 'date-time' ? Time : format === 'date' ? Day : undefined
    return [
      ...((types.includes('integer') || types.includes('number')) && !words && !isBounded(one) ? [`${at} is not bounded`] : []),
      ...(bounds && JSON.stringify([formatMinimum, formatMaximum]) !== JSON.stringify(boundsOf(bounds)) ? [`${at} is no Time or Day`] : []),
      ...(format === 'time' || format === 'duration' ? [`${at} has a format that nothing bounds`] : []),
    ]
  })
}
const boundsOf = (schema: object) => [(schema as Node).formatMinimum, (schema as Node).formatMaximum]

const tables: Record<string, Table> = { ...contracts, bff: bffCalls, bytes: bytesCalls }
describe('requests', () => {
  test.each(Object.keys(tables))('%s: every number has a least and a most, every time and day its years', (name) => {
    const faults = Object.entries(tables[name]!).flatMap(([key, { params, query, body }]) => faultsOf({ params, query, body }, key))
    expect(faults).toEqual([])
  })

  test('questions, whose content a handler checks, too', () => expect(faultsOf(questionSchemas, 'question')).toEqual([]))

  test('a number or a time without bounds is found at any depth', () => {
    const list = {
      type: 'array',
      items: {
        anyOf: [
          { type: ['integer', 'null'], minimum: 0 },
          { type: 'string', format: 'date-time' },
        ],
      },
    }
    expect(faultsOf({ type: 'object', properties: { list } }, 'body')).toEqual([
      'body.list.items.anyOf.0 is not bounded',
      'body.list.items.anyOf.1 is no Time or Day',
    ])
    expect(faultsOf({ type: 'number', minimum: 0, maximum: 1e308 }, 'body')).toEqual(['body is not bounded'])
  })
})
