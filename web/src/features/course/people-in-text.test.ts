import { expect, test } from 'vitest'
import { addressesIn, isAddress, peopleIn } from './people-in-text.ts'

test.each([
  ['2610042\n2610043', ['2610042', '2610043']],
  ['2610042, 2610043;2610044\t2610045', ['2610042', '2610043', '2610044', '2610045']],
  ['No.\tName\n2610042\tMaya Tan\r\n2610043\tOmar Haddad', ['No.', '2610042', '2610043']],
  ['"2610042","Tan, Maya"', ['2610042']],
  ['Maya Tan', ['Maya Tan']],
  ['"Tan, Maya" <maya@a.example>, omar@a.example', ['maya@a.example', 'omar@a.example']],
  ['A@a.example\na@a.example\n\n ,', ['a@a.example']],
])('%j names %j', (text, people) => expect(peopleIn(text)).toEqual(people))

test.each([
  ['a@a.example,b@a.example', ['a@a.example', 'b@a.example']],
  [' a @ a.example ; b', ['a@a.example', 'b']],
  ['"maya, tan"@a.example', ['"maya, tan"@a.example']],
  ['Maya "the whale" Tan <maya@a.example>\nmailto:omar@a.example', ['maya@a.example', 'omar@a.example']],
  ['zoë@bücher.example，b@a.example；c@a.example', ['zoë@bücher.example', 'b@a.example', 'c@a.example']],
  ['"never closed <a@a.example>, b@a.example', ['a@a.example', 'b@a.example']],
])('%j has the addresses %j', (text, addresses) => expect(addressesIn(text)).toEqual(addresses))

test('ten thousand addresses, doubled and of which two in five are wrong, are divided at once', () => {
  const all = Array.from({ length: 10_000 }, (_, nth) => (nth % 5 < 2 ? `person ${nth}` : `Person ${nth} <p${nth}@a.example>`))
  const found = addressesIn([...all, ...all].join(', '))
  expect([found.length, found.filter(isAddress).length]).toEqual([10_000, 6000])
})

test.each(['a@b.example', 'zoë@bücher.example', '"a b"@c.example', "o'neil+x@c.example"])('%s is an address', (text) =>
  expect(isAddress(text)).toBe(true),
)
test.each(['a', 'a@b', '@b.example', 'a@@b.example', 'a b@c.example', `${'a'.repeat(320)}@b.example`])('%s is none', (text) =>
  expect(isAddress(text)).toBe(false),
)
