// A field of a body that only its handler can check is refused as the body is.
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { Problem } from './errors.ts'
import { Day, nullable, Ordinal, Time, Version } from './shapes.ts'
import { isWithinTime } from './time-bounds.ts'
import { checked, fits } from './validation.ts'

const Settings = Type.Object({
  attempts: Type.Optional(Type.Integer({ minimum: 1 })),
  window: Type.Optional(Type.Object({ from: Type.String() })),
})
const codesOf = (value: unknown) => {
  try {
    return checked(Settings, value, 'settings')
  } catch (error) {
    return Object.entries((error as Problem).fields).map(([name, list]) => [name, ...list.map(({ code }) => code)])
  }
}

test('a fitting body comes back as it is', () => expect(codesOf({ attempts: 2 })).toEqual({ attempts: 2 }))
test('each fault names the field within the field', () => {
  expect(codesOf({ attempts: '2', colour: 'red', window: { from: 'a', to: 'b' } })).toEqual([
    ['settings.colour', 'field.unknown'],
    ['settings.attempts', 'field.type'],
    ['settings.window.to', 'field.unknown'],
  ])
  expect(codesOf({ window: {} })).toEqual([['settings.window.from', 'field.required']])
  expect(codesOf('fast')).toEqual([['settings', 'field.type']])
})

const timed = Type.Object({
  at: Type.Optional(nullable(Time)),
  day: Type.Optional(Day),
  version: Type.Optional(Version),
  n: Type.Optional(Ordinal),
})
const codeOf = (value: object) => {
  try {
    checked(timed, value, 'body')
    return 'ok'
  } catch (error) {
    return Object.values((error as Problem).fields)
      .flat()
      .map(({ code }) => code)
      .join()
  }
}
test.each([
  ['1970-01-01T00:00:00Z', 'ok'],
  ['2200-01-01T14:00:00+14:00', 'ok'],
  ['1970-01-01T00:00:00+14:00', 'field.timeRange'],
  ['2200-01-01T00:00:00-14:00', 'field.timeRange'],
  ['0000-01-01T00:00:00Z', 'field.timeRange'],
  ['0001-01-01T00:00:00+14:00', 'field.timeRange'],
  ['9999-12-31T23:59:59-14:00', 'field.timeRange'],
  ['2026-12-31T23:59:60Z', 'field.format'],
  ['2026-12-31T10:00:00+23:59', 'field.format'],
  ['2026-12-31T10:00:00', 'field.format'],
  ['soon', 'field.format'],
])('the time %s: %s, after its offset', (at, expected) => expect(codeOf({ at })).toBe(expected))
test.each([
  ['1900-01-01', 'ok'],
  ['2200-01-01', 'ok'],
  ['1899-12-31', 'field.timeRange'],
  ['0000-01-01', 'field.timeRange'],
  ['9999-12-31', 'field.timeRange'],
  ['2026-02-30', 'field.format'],
])('the day %s: %s', (day, expected) => expect(codeOf({ day })).toBe(expected))
test('a time out of range names the years that are within', () => {
  const wrong = () => checked(timed, { at: '9999-12-31T00:00:00Z' }, 'body')
  expect(wrong).toThrow(
    expect.objectContaining({ fields: { 'body.at': [expect.objectContaining({ params: { from: '1970', to: '2199' } })] } }),
  )
})
test('a number beyond its column is refused, null is no time and fits', () => {
  expect([{ version: 1e308 }, { version: 2 ** 53 }, { n: 2 ** 31 }].map(codeOf)).toEqual(Array(3).fill('field.tooLarge'))
  expect([{ version: -1 }, { n: 0 }].map(codeOf)).toEqual(Array(2).fill('field.tooSmall'))
  expect(fits(timed, { at: null, version: 0, n: 1 })).toBe(true)
  expect(fits(timed, { at: '9999-12-31T00:00:00Z' })).toBe(false)
})
test('a reckoned time is within the same bounds', () =>
  expect(
    ['1969-12-31T23:59:59Z', '1970-01-01T00:00:00Z', '2200-01-01T00:00:01Z', ''].map((text) => isWithinTime(Date.parse(text))),
  ).toEqual([false, true, false, false]))
