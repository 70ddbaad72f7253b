// Tests of the attack suite's own parts: the table is complete, the report counts, and only this machine can be attacked.
import { bffCalls } from '@lyceum/bff/api'
import { openapi } from '@lyceum/kit/calls/openapi'
import { describe, expect, test } from 'vitest'
import { contracts } from '../../services/contracts.ts'
import { mustBeLoopback } from './instance.ts'
import { fieldsOf, isText, withField } from './operations.ts'
import { createReport } from './report.ts'
import { subjects } from './rights-subjects.ts'
import { incomplete, rules, verdictOf } from './rights-table.ts'

const { paths } = openapi('Lyceum', '0', Object.assign({}, ...Object.values(contracts), bffCalls))
const keys = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
)

describe('the table of rights', () => {
  test('has every public call once, and no other', () => {
    expect(incomplete(keys)).toEqual({ without: [], gone: [] })
    const ruled = Object.values(rules).flatMap(({ calls }) => calls)
    expect(ruled.length).toBe(new Set(ruled).size)
  })

  test('names a call that nobody has thought of', () => {
    expect(incomplete([...keys, 'GET /api/new'])).toEqual({ without: ['GET /api/new'], gone: [] })
    expect(verdictOf('GET /api/new', 'visitor')).toBeUndefined()
  })

  test('opens no write to a visitor but those before signing in, and nothing at home to another organisation’s administrator who claims its scope', () => {
    for (const key of keys.filter((one) => !rules['before signing in']?.calls.includes(one)))
      expect(verdictOf(key, 'visitor'), key).toBe('closed')
    const open = keys.filter((key) => verdictOf(key, 'intruder') === 'open')
    expect(open.sort()).toEqual(['GET /api/course/access-code/:code/validate', 'GET /api/session'])
    expect(subjects.length).toBe(17)
  })
})

test('fields are found at every depth and written without touching others', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      day: { type: 'string', format: 'date' },
      list: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } },
    },
  }
  expect(
    fieldsOf(schema)
      .filter(isText)
      .map(({ path }) => path.join('.')),
  ).toEqual(['name', 'list.0.title'])
  expect(withField({ name: 'a', list: [{ title: 'b', n: 1 }] }, ['list', '0', 'title'], 'c')).toEqual({
    name: 'a',
    list: [{ title: 'c', n: 1 }],
  })
})

test('a report prints findings with how to repeat them, few of a kind, and no control character', () => {
  const lines: string[] = []
  const report = createReport('files', (line) => lines.push(line))
  report.check(true, 'held', '')
  for (let n = 0; n < 9; n++) report.check(false, `GET /api/x${n} answers 500`, 'line\u001b[2J')
  report.end()
  expect(report).toMatchObject({ passed: 1, failed: 9 })
  expect(lines.filter((line) => line.startsWith('FAILED')).length).toBe(4)
  expect(lines.at(-1)).toContain('5 more of the kind')
  expect(lines.join('\n')).not.toContain('\u001b')
})

test('only loopback is attacked', () => {
  for (const url of ['http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:2']) mustBeLoopback(url)
  for (const url of ['http://10.0.0.1', 'https://lyceum.example', 'http://127.0.0.1.example.org', 'http://0.0.0.0'])
    expect(() => mustBeLoopback(url)).toThrow(/loopback/)
})
