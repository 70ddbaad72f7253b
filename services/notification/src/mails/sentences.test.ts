// Every type has its sentence and its name in every language, and the table of sentences is as fresh as the page's texts.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { registry } from '../registry/registry.ts'
import { sentenceOf } from './sentences.ts'

const locales = ['en', 'zh-CN', 'zh-TW', 'th', 'id', 'ms']
const textsOf = (locale: string, feature: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../../web/src/i18n/${locale}/${feature}.json`, import.meta.url), 'utf8'))

test.each(locales)('%s has the sentence of every type, of several, and its name in the preferences', (locale) => {
  const [sentences, names] = [textsOf(locale, 'notifications'), textsOf(locale, 'preferences')]
  for (const [type, { many }] of Object.entries(registry)) {
    expect(sentences, type).toHaveProperty([type])
    expect(names, type).toHaveProperty([`type.${type}`])
    if (many) expect(sentences, type).toHaveProperty([`${many}_other`])
  }
})

test('mail and push say what the page says, in one line of plain text; nobody is named where nobody may be', () => {
  const payload = {
    params: {},
    course: { id: 'c', name: 'Marine\nBiology' },
    subject: { type: 'activity', id: 'a', title: 'Lab {{count}}' },
    subjects: [],
  }
  const inEnglish = (type: string, count = 1, sender: string | null = null) => sentenceOf('en', { type, count, payload, sender })
  expect(inEnglish('activity_opened')).toBe('New: Lab {{count}}')
  expect(inEnglish('activity_opened', 3)).toBe('3 new items in Marine Biology')
  expect(inEnglish('course_invited', 1, 'Elena')).toBe('Elena invites you to Marine Biology')
  expect(inEnglish('course_invited')).toBe('You are invited to Marine Biology')
  expect(inEnglish('member_joined')).toBe('1 person joined Marine Biology')
  expect(inEnglish('weather_changed')).toBe('Something new in Marine Biology')
  expect(inEnglish('toString')).toBe('Something new in Marine Biology')
  expect(sentenceOf('th', { type: 'activity_opened', count: 2, payload, sender: null })).toContain('2')
})
