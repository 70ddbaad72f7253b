// Every code that a service, kit or the BFF answers with has a text on the page, and every text has its code.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kitErrors } from '@lyceum/kit/calls/errors'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'web/src/i18n/en/errors')
const keys = Object.keys(
  Object.assign({}, ...globSync('*.json', { cwd: folder }).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))),
)
/** The forms of a text with a count are one text. */
const texts = [...new Set(keys.map((key) => key.replace(/_(?:one|other)$/, '')))]
/** The page's own: no answer came, and the one text of every `….notFound`. */
const ofPage = ['connection', 'notFound']

test('codes of refusals and texts of the page are the same', async () => {
  const modules = await Promise.all(globSync('services/*/src/errors.ts', { cwd: root }).map((file) => import(join(root, file))))
  const codes = new Set<string>([...kitErrors, ...modules.flatMap((module) => Object.values<readonly string[]>(module).flat())])
  expect(modules.length).toBeGreaterThan(4)
  const visibleCodes = [...codes].filter((code) => !code.endsWith('.notFound'))
  expect(visibleCodes.filter((code) => !texts.includes(code)).sort()).toEqual([])
  expect(texts.filter((code) => !codes.has(code) && !ofPage.includes(code)).sort()).toEqual([])
})
