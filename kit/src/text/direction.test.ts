// Tests of the direction of a text by its first letter, and of names within sentences.
import { expect, test } from 'vitest'
import { fill, letter } from '../messages/letter.ts'
import { directionOf, inIsolation } from './direction.ts'

test.each([
  ['المد', 'rtl'],
  ['جاوي', 'rtl'],
  ['שלום world', 'rtl'],
  ['World שלום', 'ltr'],
  ['1. (المد)', 'rtl'],
  ['12 – 34', undefined],
  ['海洋', 'ltr'],
  ['ทะเล', 'ltr'],
  ['', undefined],
])('%s', (text, direction) => expect(directionOf(text)).toBe(direction))

test('a name that is read from the right is isolated; another one, and a number, stays as it is', () => {
  expect(['محمد (أ)', 'Hana', '海洋', 3].map(inIsolation)).toEqual(['\u2068محمد (أ)\u2069', 'Hana', '海洋', 3])
})

test('a mail isolates the names in its sentences, as plain text and as HTML', () => {
  const text = fill('en', '{{person}} commented on {{title}} (3)', { person: 'محمد', title: 'Tides' })
  expect(text).toBe('\u2068محمد\u2069 commented on Tides (3)')
  const words = { locale: 'en', to: 'a@b.example', subject: text, hello: 'Hello', text, note: '', sender: '' }
  expect(letter(words).html).toContain(`<p>${text}</p>`)
})
