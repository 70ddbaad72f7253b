// Tests of codes that are typed and pasted.
import { expect, it } from 'vitest'
import { codeOf } from './codes.ts'

it('a code can be typed and pasted in any dress', () =>
  expect([codeOf('7kq', 6, false), codeOf('7kq-2m4', 6, false), codeOf(' 123 456 ', 6, true), codeOf('１２３４５６７', 6, true)]).toEqual([
    '7KQ',
    '7KQ2M4',
    '123456',
    '123456',
  ]))
it('a code is found in the message it came with', () => {
  expect(codeOf('Lyceum: your code is 7KQ2M4.', 6, false)).toBe('7KQ2M4')
  expect(codeOf('Your code is 7kq-2m4.', 6, false)).toBe('7KQ2M4')
  expect(codeOf('验证码 123456，5 分钟内有效', 6, true)).toBe('123456')
})
