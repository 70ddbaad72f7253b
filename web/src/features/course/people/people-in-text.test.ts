// Tests of numbers and addresses in a pasted text.
import { expect, test } from 'vitest'
import { addressesIn, isAddress, peopleIn } from './people-in-text.ts'

test.each([
  ['2610042\n2610043', ['2610042', '2610043']],
  ['2610042, 2610043;2610044\t2610045', ['2610042', '2610043', '2610044', '2610045']],
  ['No.\tName\n2610042\tMaya Tan\r\n2610043\tOmar Haddad', ['No.', '2610042', '2610043']],
  ['"2610042","Tan, Maya"', ['2610042']],
  ['Maya Tan', ['Maya Tan']],
  ['"Tan, Maya" <maya@a.example>, omar@a.example', ['maya@a.example', 'omar@a.example']],
  ['\ufeff２６１００４２\t王小明\n２６１００４３　\n261\u200b0044', ['2610042', '2610043', '2610044']],
  ['A@a.example\na@a.example\n\n ,', ['a@a.example']],
])('%j names %j', (text, people) => expect(peopleIn(text)).toEqual(people))

test.each([
  ['a@a.example,b@a.example', ['a@a.example', 'b@a.example']],
  [' a @ a.example ; b', ['a@a.example', 'b']],
  ['"maya, tan"@a.example', ['"maya, tan"@a.example']],
  ['Maya "the whale" Tan <maya@a.example>\nmailto:omar@a.example', ['maya@a.example', 'omar@a.example']],
  ['zoë@bücher.example，b@a.example；c@a.example', ['zoë@bücher.example', 'b@a.example', 'c@a.example']],
  ['ｍａｙａ＠ａ．ｅｘａｍｐｌｅ，\ufeffb@a.example', ['maya@a.example', 'b@a.example']],
  ['"never closed <a@a.example>, b@a.example', ['a@a.example', 'b@a.example']],
])('%j has the addresses %j', (text, addresses) => expect(addressesIn(text)).toEqual(addresses))

test('a pasted list of a thousand numbers with a byte order mark, tabs, full-width digits and doubled lines names a thousand', () => {
  const wide = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  const numbers = Array.from({ length: 1000 }, (_, nth) => String(2_610_000 + nth))
  const rows = numbers.map((number, nth) => `${nth % 2 ? wide(number) : number}\tStudent ${'abc'[nth % 3]}\t王`)
  expect(peopleIn(`\ufeff${[...rows, ...numbers].join('\r\n')}`)).toEqual(numbers)
})

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
