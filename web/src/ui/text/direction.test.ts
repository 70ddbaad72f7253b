// Test of the direction of a text by its first letter.
import { expect, test } from 'vitest'
import { directionOf } from './direction.ts'

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
