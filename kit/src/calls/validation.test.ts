// A field of a body that only its handler can check is refused as the body is.
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { Problem } from './errors.ts'
import { checked } from './validation.ts'

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

test('what fits comes back as it is', () => expect(codesOf({ attempts: 2 })).toEqual({ attempts: 2 }))
test('each fault names the field within the field', () => {
  expect(codesOf({ attempts: '2', colour: 'red', window: { from: 'a', to: 'b' } })).toEqual([
    ['settings.colour', 'field.unknown'],
    ['settings.attempts', 'field.type'],
    ['settings.window.to', 'field.unknown'],
  ])
  expect(codesOf({ window: {} })).toEqual([['settings.window.from', 'field.required']])
  expect(codesOf('fast')).toEqual([['settings', 'field.type']])
})
