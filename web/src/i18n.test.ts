import { expect, it } from 'vitest'
import { localeOf, translate, translateIfPresent } from './i18n.ts'
import { addEntries, setLanguage } from './text-entries.ts'

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

it('a refusal with a count has its text in the form of the count', () => {
  setLanguage('en')
  addEntries('en', 'errors', { full_one: 'One is full.', full_other: '{{count}} are full.', plain: 'Full.' })
  const refusal = (key: string, count: number) => translateIfPresent('errors', key as never, { count })
  expect([refusal('full', 1), refusal('full', 2), refusal('plain', 2)]).toEqual(['One is full.', '2 are full.', 'Full.'])
  expect([refusal('empty', 2), refusal('constructor', 2)]).toEqual([undefined, undefined])
})

it('a value is put in as it is, whatever it contains, and a placeholder without one stays', () => {
  setLanguage('en')
  addEntries('en', 'ui', { named: '{{ name }} and {{name}}, {{other}}', plain: 'Close' })
  const text = (key: string, values?: Record<string, string>) => translate('ui', key as never, values)
  expect(text('named', { name: '{{other}} $& $t(plain) <b>' })).toBe('{{other}} $& $t(plain) <b> and {{other}} $& $t(plain) <b>, {{other}}')
  expect([text('plain'), text('missing')]).toEqual(['Close', 'missing'])
})

it('a Chinese text has its spacing from its values', () => {
  setLanguage('zh-CN')
  addEntries('zh-CN', 'ui', { opens: '将于{{when}}开放' })
  const opens = (when: string) => translate('ui', 'opens' as never, { when })
  expect([opens('12:00'), opens('周五')]).toEqual(['将于 12:00 开放', '将于周五开放'])
})
