// Tests of titles of days.
import { expect, test } from 'vitest'
import { dayTitles } from './day-title.ts'

const evening = new Date('2026-11-23T20:00:00Z')
test.each([
  ['en', 'Europe/London', 'Monday 23 November'],
  ['en', 'Asia/Bangkok', 'Tuesday 24 November'],
  ['zh-CN', 'Asia/Shanghai', '11月24日星期二'],
  ['th', 'Asia/Bangkok', 'วันอังคารที่ 24 พฤศจิกายน'],
  ['id', 'Asia/Jakarta', 'Selasa, 24 November'],
])('the day in %s, %s: %s', (locale, zone, title) => expect(dayTitles(locale, zone)(evening)).toBe(title))
