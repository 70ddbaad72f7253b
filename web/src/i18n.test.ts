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

it('a text whose file is not there yet is empty, never its key, and comes by itself', async () => {
  if (!i18next.isInitialized) await i18next.init({ lng: 'en', resources: {} })
  expect(translate('calendar', 'newEvent')).toBe('')
  await texts('calendar')
  expect(translate('calendar', 'newEvent')).toBe('New event')
})
