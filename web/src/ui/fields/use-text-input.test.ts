// Tests of a text input with input methods.
import { expect, it } from 'vitest'
import { displayedText } from './use-text-input.ts'

it('a space in the middle stays while the next word is on its way', () => {
  expect(displayedText('Marine ', 'Marine', false)).toBe('Marine ')
  expect(displayedText('Marine B', 'Marine B', false)).toBe('Marine B')
})
it('the text that an input method composes is shown though it is not reported yet', () => {
  expect(displayedText("hai'yang", '', true)).toBe("hai'yang")
  expect(displayedText('海洋', '海洋', false)).toBe('海洋')
})
it('a value from outside wins over what was typed', () => expect(displayedText('Marine', 'Coastal', false)).toBe('Coastal'))
it('spaces of a password are its own', () => expect(displayedText(' a ', ' a ', false, false)).toBe(' a '))
