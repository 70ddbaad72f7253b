import { describe, expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, run by the build as it is
import { checkTexts, compare, misworded, miswordedIn } from '../check-i18n.mjs'
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

describe('a word that is wrong in its language is found', () => {
  const said = (locale: string, text: string) => misworded('f', { [locale]: { a: text } })
  it.each([
    ['en', 'Please wait', 'Please'],
    ['en', 'Saved!', '!'],
    ['zh-CN', '请稍候', '请'],
    ['zh-CN', '登錄', '錄'],
    ['zh-CN', '打开「课程」', '「'],
    ['zh-TW', '請稍候', '請'],
    ['zh-TW', '登录', '录'],
    ['zh-TW', '視頻', '視頻'],
    ['zh-TW', '默認設定', '默認'],
    ['zh-TW', '開啟“課程”', '“'],
    ['th', 'โปรดรอ', 'โปรด'],
    ['th', 'บันทึกแล้วค่ะ', 'ค่ะ'],
    ['id', 'Muat naik fail', 'fail'],
    ['id', 'Silakan masuk', 'Silakan'],
    ['ms', 'Pilih berkas', 'berkas'],
    ['ms', 'Kata sandi baharu', 'Kata sandi'],
    ['ms', 'Kursus baru', 'baru'],
    ['en', "Don't leave", "'"],
    ['en', 'Saving …', ' …'],
    ['en', 'Add Video', 'Video'],
    ['zh-CN', '打开PDF', '开P'],
    ['zh-CN', '已保存,可以关闭', '存,'],
    ['zh-CN', '打开 文件', '开 文'],
    ['zh-CN', '打开 “{{name}}”', ' “'],
    ['zh-CN', '视窗', '视窗'],
    ['zh-CN', '您的账号', '您'],
    ['zh-TW', '時長', '時長'],
    ['th', 'บันทึกแล้ว.', 'แล้ว.'.slice(-4)],
    ['th', 'ลบหรือไม่?', 'หรือไม่?'],
    ['th', 'อื่นๆ', 'ๆ'],
    ['th', 'ท\u0e4d\u0e32', '\u0e4d\u0e32'],
    ['id', 'Tidak bisa dibuka', 'bisa'],
  ])('%s: %s', (locale, text, word) => expect(said(locale, text)).toEqual([`${locale}/f.json: 'a' says '${word}'`]))
  it.each([
    ['zh-CN', '邀请成员，机构申请，请求超时：“课程”'],
    ['zh-TW', '邀請成員、檔案、資訊、影片、登入、設定、使用者、網路、程式、預設、裡面、說明、台灣'],
    ['en', 'Only the first MB of a PDF; Escape, then Tab. A .vtt or .srt file: {{n}} %'],
    ['zh-CN', '{{org}} 的账号：第 {{at}}/{{of}} 项（.{{extension}}），{{percent}} 的 PDF · 0–9'],
    ['th', 'บันทึกแล้ว {{time}} อื่น ๆ 09:05 น.'],
    ['id', 'Unggah berkas, kata sandi baru'],
    ['ms', 'Kod baru sahaja dihantar. Anda boleh muat naik fail.'],
  ])('but not in %s: %s', (locale, text) => expect(said(locale, text)).toEqual([]))
})

it('so is another end than the English has', () => {
  const ends = (zh: string, en: string) =>
    compare('f', { en: { a: en }, 'zh-CN': { a: zh }, 'zh-TW': { a: en }, th: { a: 'x' }, id: { a: en }, ms: { a: en } })
  expect(ends('已保存', 'It is saved.')).toEqual(["zh-CN/f.json: 'a' ends otherwise than en"])
  expect([...ends('已保存。', 'It is saved.'), ...ends('删除？', 'Delete?'), ...ends('已保存', 'Saved')]).toEqual([])
})

it('and a wrong word in a table of texts in a source', () => {
  const table = "  'zh-CN': {\n    a: '请稍候',\n    sms: '您好',\n  },\n  th: ['โปรดรอ', 'บันทึก'],\n"
  expect(miswordedIn('x.ts', table)).toEqual(["x.ts, zh-CN: '请稍候' says '请'", "x.ts, th: 'โปรดรอ' says 'โปรด'"])
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
