// Tests of languages and their texts.
import i18next from 'i18next'
import { expect, it } from 'vitest'
import { localeOf, texts, translate, translateIfPresent } from './i18n.ts'

it('language tags find their language', () => {
  expect(['zh-HK', 'zh-Hant-MO', 'zh', 'zh-SG', 'in', 'en-AU', 'th-TH', 'ms', 'fr'].map(localeOf)).toEqual([
    'zh-TW',
    'zh-TW',
    'zh-CN',
    'zh-CN',
    'id',
    'en',
    'th',
    'ms',
    undefined,
  ])
})

it('a refusal with a count has its text in the form of the count', async () => {
  const errors = { full_one: 'One is full.', full_other: '{{count}} are full.' }
  if (!i18next.isInitialized) await i18next.init({ lng: 'en', resources: { en: { errors } } })
  else i18next.addResourceBundle('en', 'errors', errors, true, true)
  expect(translateIfPresent('errors', 'full' as never, { count: 2 })).toMatch(/^2 /)
  expect(translateIfPresent('errors', 'empty' as never, { count: 2 })).toBeUndefined()
})

it('numbers of a thousand and more have the thousands of the language, whatever they count; a code and a typed text do not', async () => {
  const resources = { full_one: 'One of {{of}}.', full_other: '{{count}} of {{of}}.', named: '{{code}}, {{number}}' }
  const shown = async (lng: string) => {
    if (!i18next.isInitialized) await i18next.init({ lng, resources: {}, keySeparator: false, nsSeparator: false })
    i18next.addResourceBundle(lng, 'errors', resources, true, true)
    await i18next.changeLanguage(lng)
    const text = (key: string, values: Record<string, string | number>) =>
      translateIfPresent('errors', key, values)?.replaceAll(/[\u2068\u2069]/g, '')
    return [
      text('full', { count: 12345, of: 1_000_000 }),
      text('full', { count: 999, of: 999 }),
      text('named', { code: 1503, number: '12345' }),
    ]
  }
  try {
    expect(await shown('id')).toEqual(['12.345 of 1.000.000.', '999 of 999.', '1503, 12345'])
    expect(await shown('th')).toEqual(['12,345 of 1,000,000.', '999 of 999.', '1503, 12345'])
  } finally {
    await i18next.changeLanguage('en')
  }
  expect(await shown('en')).toEqual(['12,345 of 1,000,000.', '999 of 999.', '1503, 12345'])
})

it('a text whose file is not there yet is empty, never its key, and comes by itself', async () => {
  if (!i18next.isInitialized) await i18next.init({ lng: 'en', resources: {} })
  expect(translate('calendar', 'newEvent')).toBe('')
  await texts('calendar')
  expect(translate('calendar', 'newEvent')).toBe('New event')
})
