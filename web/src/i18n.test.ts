import { describe, expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, run by the build as it is
import { checkTexts, compare } from '../check-i18n.mjs'
import { localeOf } from './i18n.ts'

it('the texts are whole in all six languages', () => expect(checkTexts()).toEqual([]))

describe('a fault is found', () => {
  const whole = { en: { a: 'One {{n}}', b_one: 'x', b_other: 'xs' } }
  const rest = (own: object) => Object.fromEntries(['zh-CN', 'zh-TW', 'th', 'id', 'ms'].map((locale) => [locale, own]))
  const good = { a: '{{n}}', b_other: 'x' }
  it('not in what is whole', () => expect(compare('f', { ...whole, ...rest(good) })).toEqual([]))
  it('a missing key', () => expect(compare('f', { ...whole, ...rest(good), th: { b_other: 'x' } })).toEqual(["th/f.json: 'a' is missing"]))
  it('a key nobody else has', () =>
    expect(compare('f', { ...whole, ...rest(good), th: { ...good, c: 'x' } })).toEqual(["th/f.json: 'c' is not in en"]))
  it('another name', () =>
    expect(compare('f', { ...whole, ...rest(good), th: { ...good, a: '{{m}}' } })).toEqual(["th/f.json: 'a' has other {{names}} than en"]))
  it('a missing plural form', () =>
    expect(compare('f', { en: { b_other: 'x' }, ...rest({ b_other: 'x' }) })).toEqual(["en/f.json: 'b_one' is missing"]))
})

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
