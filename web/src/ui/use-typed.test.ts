import { expect, it } from 'vitest'
import { shownText } from './use-typed.ts'

it('a space in the middle stays while the next word is on its way', () => {
  expect(shownText('Marine ', 'Marine', false)).toBe('Marine ')
  expect(shownText('Marine B', 'Marine B', false)).toBe('Marine B')
})
it('what an input method composes is shown though it is not reported yet', () => {
  expect(shownText("hai'yang", '', true)).toBe("hai'yang")
  expect(shownText('海洋', '海洋', false)).toBe('海洋')
})
it('a value from outside wins over what was typed', () => expect(shownText('Marine', 'Coastal', false)).toBe('Coastal'))
it('spaces of a password are its own', () => expect(shownText(' a ', ' a ', false, false)).toBe(' a '))
