// Tests of formats of dates, numbers and lists.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import {
  bytes,
  clock,
  date,
  dateTime,
  dateTimeIn,
  dayInFull,
  dayTitle,
  gap,
  daysFromNow,
  month,
  near,
  number,
  percent,
  sameClock,
  sentences,
  withReason,
} from './format.ts'

beforeAll(async () => {
  const texts = (locale: string) => ({
    ui: JSON.parse(readFileSync(join(import.meta.dirname, '../i18n', locale, 'ui.json'), 'utf8')) as object,
  })
  await i18next.init({
    lng: 'en',
    resources: Object.fromEntries(['en', 'zh-CN', 'th', 'id'].map((locale) => [locale, texts(locale)])),
    keySeparator: false,
    interpolation: { escapeValue: false },
  })
})
const moment = new Date(2026, 10, 27, 9, 5)

it('dates are YYYY.MM.DD HH:mm in every language, and Gregorian', async () => {
  for (const locale of ['en', 'zh-CN', 'zh-TW', 'th', 'id', 'ms']) {
    await i18next.changeLanguage(locale)
    expect([date(moment), dateTime(moment), month('2026-11-27')]).toEqual(['2026.11.27', '2026.11.27 09:05', '2026.11'])
    expect(dayTitle(moment)).not.toContain('2569')
    expect(near(new Date(2027, 5, 1, 8, 0), moment)).toBe('2027.06.01 08:00')
    // tomorrow, and of another month
    expect(near(new Date(2026, 11, 1, 9, 5), new Date(2026, 10, 30, 8))).toBe('2026.12.01 09:05')
  }
  await i18next.changeLanguage('en')
})
it('a day within a week has its name', () => {
  expect(dayTitle(moment)).toBe('Friday 27 November')
  expect(near(new Date(2026, 10, 24, 9, 5), new Date(2026, 10, 27, 8))).toMatch(/Tue/)
})
it('and is written as the language writes it', async () => {
  const results = []
  for (const locale of ['zh-CN', 'zh-TW', 'th', 'id', 'ms']) {
    await i18next.changeLanguage(locale)
    results.push([near(moment, moment), dayTitle(moment)])
  }
  expect(results).toEqual([
    ['27日周五 09:05', '11月27日星期五'],
    ['27日週五 09:05', '11月27日星期五'],
    ['ศ. 27 09:05', 'วันศุกร์ที่ 27 พฤศจิกายน'],
    ['Jum 27, 09:05', 'Jumat, 27 November'],
    ['27 Jum, 09:05', 'Jumaat, 27 November'],
  ])
  await i18next.changeLanguage('en')
})
it('days are counted by the calendar, not by hours', () => {
  expect(daysFromNow(new Date(2026, 10, 26, 23, 59), new Date(2026, 10, 27, 0, 1))).toBe(-1)
  expect(daysFromNow(new Date(2026, 10, 27, 0, 0), new Date(2026, 10, 27, 23, 59))).toBe(0)
})
it('seconds are a clock', () => expect([clock(0), clock(65), clock(3845.9)]).toEqual(['00:00', '01:05', '1:04:05']))
it('sizes count by 1024', async () => {
  expect([bytes(0), bytes(1), bytes(1023), bytes(1536), bytes(5 * 1024 ** 3)]).toEqual([
    '0 Bytes',
    '1 Byte',
    '1,023 Bytes',
    '1.5 KB',
    '5 GB',
  ])
  const inEach = []
  for (const locale of ['zh-CN', 'th', 'id']) {
    await i18next.changeLanguage(locale)
    inEach.push(`${bytes(1)}, ${bytes(2)}`)
  }
  await i18next.changeLanguage('en')
  expect(inEach).toEqual(['1 字节, 2 字节', '1 ไบต์, 2 ไบต์', '1 byte, 2 byte'])
})
it('numbers and percent follow the language, and no language sets a percent sign apart', async () => {
  expect(number(12345)).toBe('12,345')
  for (const locale of ['en', 'zh-CN', 'zh-TW', 'th', 'id', 'ms']) {
    await i18next.changeLanguage(locale)
    expect(percent(61.6)).toBe('62%')
    expect(new Intl.NumberFormat(locale, { style: 'percent' }).format(0.62)).toBe('62%')
  }
  await i18next.changeLanguage('en')
})
it('every day of a week is abbreviated in Thai as people write it', async () => {
  await i18next.changeLanguage('th')
  const monday = new Date(2026, 10, 23, 9, 5)
  const week = Array.from({ length: 7 }, (_, i) => near(new Date(2026, 10, 23 + i, 9, 5), monday))
  expect(week).toEqual(['จ. 23', 'อ. 24', 'พ. 25', 'พฤ. 26', 'ศ. 27', 'ส. 28', 'อา. 29'].map((day) => `${day} 09:05`))
  await i18next.changeLanguage('en')
})
it('no year of the Buddhist calendar is ever shown', async () => {
  await i18next.changeLanguage('th')
  for (const text of [dayTitle(moment), dayInFull(moment), near(moment, moment), date(moment), month('2026-11-27')])
    expect(text).not.toMatch(/2569|พ\.ศ\./)
  expect(dayInFull(moment)).toContain('2026')
  await i18next.changeLanguage('en')
})
it('dates, times and numbers are formatted in one place', () => {
  const src = join(import.meta.dirname, '..')
  const elsewhere = globSync('**/*.{ts,tsx}', { cwd: src })
    .filter((file) => !/\.test\.ts$|(^|[\\/])(format|zone)\.ts$/.test(file))
    .filter((file) =>
      /Intl\.(DateTimeFormat|NumberFormat|RelativeTimeFormat)|toLocale(Date|Time)?String\(/.test(readFileSync(join(src, file), 'utf8')),
    )
  expect(elsewhere).toEqual([])
})
it('sentences in different elements stand apart, but not in Chinese', async () => {
  const results = []
  for (const locale of ['en', 'zh-CN', 'zh-TW', 'th', 'id', 'ms']) {
    await i18next.changeLanguage(locale)
    results.push(gap())
  }
  expect(results).toEqual([' ', '', '', ' ', ' ', ' '])
  await i18next.changeLanguage('en')
})
it('sentences are joined as the language does', async () => {
  const results = []
  for (const locale of ['en', 'zh-CN', 'th']) {
    await i18next.changeLanguage(locale)
    const end = { en: '.', 'zh-CN': '。', th: '' }[locale]
    results.push([
      sentences(`a${end}`, false, `b${end}`),
      sentences('a', 'b'),
      sentences(undefined),
      withReason('Undo', 'none'),
      withReason('Undo', undefined),
    ])
  }
  expect(results).toEqual([
    ['a. b.', 'a; b', '', 'Undo. none', 'Undo'],
    ['a。b。', 'a；b', '', 'Undo：none', 'Undo'],
    ['a b', 'a b', '', 'Undo none', 'Undo'],
  ])
  await i18next.changeLanguage('en')
})

it('a time in another zone, across its clock change', () => {
  expect(dateTimeIn('2026-11-24T16:59:00Z', 'Asia/Bangkok')).toBe('2026.11.24 23:59')
  expect(['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'].map((when) => dateTimeIn(when, 'Europe/Berlin'))).toEqual([
    '2026.03.29 01:30',
    '2026.03.29 03:30',
  ])
  expect(sameClock(moment, Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(true)
  expect(sameClock('2026-11-24T16:59:00Z', 'Asia/Bangkok') && sameClock('2026-11-24T16:59:00Z', 'America/Lima')).toBe(false)
})
