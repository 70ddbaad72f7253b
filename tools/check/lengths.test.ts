// Tests of the rule of lengths.
import { expect, test } from 'vitest'
import { tooLong } from './lengths.ts'

test('a file of more than 300 lines is found unless it is exempt; an exemption without need is found too', () => {
  expect(
    tooLong({ 'a.ts': 300, 'b.test.ts': 301, 'c.ts': 400, 'd.ts': 10 }, { 'c.ts': 'one world', 'd.ts': 'short again', 'e.ts': 'gone' }),
  ).toEqual([
    'b.test.ts: 301 lines, at most 300',
    'd.ts: an exemption of a file that is not too long',
    'e.ts: an exemption of a file that is not too long',
  ])
})
