// Tests of the places of a person: what one learns, teaches and manages by.
import { expect, test, vi } from 'vitest'

let me: { roles: string[]; manages: boolean }
vi.mock('../session/session.ts', () => ({ useMe: () => me }))
const { usePlaces } = await import('./places.ts')
const placesOf = (roles: string[], manages = false) => {
  me = { roles, manages }
  return usePlaces().map(({ key }) => key)
}

test('a person who learns has their scores, one who teaches the marking, one who manages the management', () => {
  const all = ['home', 'courses', 'calendar', 'resources']
  expect(placesOf(['student'])).toEqual([...all, 'scores'])
  expect(placesOf(['instructor'])).toEqual([...all, 'marking'])
  expect(placesOf(['student', 'instructor', 'admin'], true)).toEqual([...all, 'scores', 'marking', 'manage'])
})
test('on a phone the scores are in More', () => {
  placesOf(['student'])
  expect(
    usePlaces()
      .filter(({ phone }) => phone)
      .map(({ key }) => key),
  ).toEqual(['home', 'courses', 'calendar'])
})
