// Every code that a service may answer with has its text: the sources are read for the places that throw one.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const at = join(import.meta.dirname, '../../i18n/en/errors')
const texts = Object.assign({}, ...globSync('*.json', { cwd: at }).map((file) => JSON.parse(readFileSync(join(at, file), 'utf8'))))
const thrown = /\b(?:conflict|forbidden|refused|gone|tooLarge|tooMany|unauthorised|unavailable|codeProblem|invalid|Problem|super)\(/
const code = /'([a-z][a-zA-Z]*(?:\.[a-z][a-zA-Z]*)+)'/g
/** Files and fields of a call only look like codes; what is not found has one text for all. */
const isCode = (one: string) => !/\.(ts|json)$/.test(one) && !one.startsWith('conditions.') && !one.endsWith('.notFound')

const codes = (source: string) => [
  ...source.split('\n').flatMap((line) => (thrown.test(line) ? [...line.matchAll(code)].map((found) => found[1] ?? '') : [])),
  ...[...source.matchAll(/'(field\.[a-zA-Z]+|fileUpload\.[a-zA-Z]+)'/g)].map((found) => found[1] ?? ''),
]

it('every code of the services has a text', () => {
  const sources = globSync('{kit,bff,services/*}/src/**/*.ts', { cwd: root }).filter((path) => !/generated|\/test\/|\.test\.ts$/.test(path))
  expect(sources.length).toBeGreaterThan(100)
  const wanted = new Set(sources.flatMap((path) => codes(readFileSync(join(root, path), 'utf8'))).filter(isCode))
  expect(wanted.size).toBeGreaterThan(100)
  expect([...wanted].filter((one) => !(one in texts)).sort()).toEqual([])
})

it('control: a code in a line that throws is seen', () =>
  expect(codes("  if (a) throw conflict('course.newest')\n  wrong.name = 'fileUpload.odd'")).toEqual(['course.newest', 'fileUpload.odd']))
