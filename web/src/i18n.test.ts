import { expect, it } from 'vitest'
import { localeOf } from './i18n.ts'

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
