// The guide says what is on the screen: its names are texts of the page, and its pictures are there.
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'docs/guide')
const texts = new Set(
  globSync('web/src/i18n/en/*.json', { cwd: root }).flatMap((file) =>
    Object.values(JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>),
  ),
)
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))

test.each(pages.filter((name) => name !== 'README.md'))('bold words of %s are on the screen in the same letters', (name) => {
  const bold = [...readFileSync(join(folder, name), 'utf8').matchAll(/\*\*(.+?)\*\*/g)].map(([, text = '']) => text)
  expect(bold.filter((text) => !texts.has(text))).toEqual([])
})

test('each picture is shown once, is small, and comes from the script', () => {
  const shown = pages.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\]\(([\w-]+\.webp)\)/g)].map(([, file]) => file),
  )
  const files = readdirSync(folder).filter((name) => name.endsWith('.webp'))
  expect(shown.toSorted()).toEqual(files.toSorted())
  expect(files.length).toBeLessThanOrEqual(12)
  for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(120_000)
  const script = readFileSync(join(root, 'tests/e2e/shots/guide.ts'), 'utf8')
  expect(files.filter((file) => !script.includes(`'${file.replace('.webp', '')}'`))).toEqual([])
})
