// User numbers in any case, width and with blanks around them are one; two people under one are both found.
import { expect, test } from 'vitest'
import { byUserNumber, userNumber, userNumberKey } from './user-number.ts'

test('one number in any case and width, with blanks or invisible characters around it', () => {
  expect([' b7', 'B7\u3000', 'Ｂ７', 'ｂ７', 'B\u200b7'].map(userNumberKey)).toEqual(Array(5).fill('b7'))
  expect(userNumber(' Ｂ７ ')).toBe('B7')
  expect(userNumberKey('B 7')).not.toBe(userNumberKey('B7'))
})

test('nobody, one, or all whom a number names: spelling decides between two, the organisation’s own go before guests', () => {
  const people = [
    { user_no: 'B7', own: true },
    { user_no: 'b7', own: true },
    { user_no: 'C1', own: false },
    { user_no: 'c1', own: true },
    { user_no: '', own: true },
  ]
  const find = byUserNumber(people, ({ own }) => (own ? 0 : 1))
  expect(find('b7')).toEqual([people[1]])
  expect(find('Ｂ７')).toEqual([people[0]])
  expect(byUserNumber([{ user_no: 'Ab' }, { user_no: 'aB' }])('AB')).toHaveLength(2)
  expect(find('C1')).toEqual([people[3]])
  expect([find('x'), find(' ')]).toEqual([[], []])
})
