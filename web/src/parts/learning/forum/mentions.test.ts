// Test of the word for the teachers: the server keeps it in every language of the page.
import { readdirSync, readFileSync } from 'node:fs'
import { teachersWords } from '@lyceum/activity/talk/teachers-words'
import { expect, test } from 'vitest'

const folder = new URL('../../../i18n/', import.meta.url)

test('the word by which a post mentions the teachers is one that the server knows, in each language', () => {
  const locales = readdirSync(folder).filter((name) => name !== 'state' && !name.includes('.'))
  const words = locales.map((locale) => JSON.parse(readFileSync(new URL(`${locale}/forum.json`, folder), 'utf8')).teachers as string)
  expect(words).toHaveLength(6)
  expect(new Set(words)).toEqual(new Set(teachersWords))
})
