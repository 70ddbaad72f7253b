// Tests of lists of addresses that are pasted.
import { expect, test } from 'vitest'
import { addressForms, addressIn } from './addresses.ts'

test.each([
  ['maya.tan@aldermoor.example', ['maya.tan@aldermoor.example']],
  ['Maya.Tan@Aldermoor.EXAMPLE', ['maya.tan@aldermoor.example']],
  ['zoë@bücher.example', ['zoë@xn--bcher-kva.example', 'zoë@bücher.example']],
  ['zoë@xn--bcher-kva.example', ['zoë@xn--bcher-kva.example', 'zoë@bücher.example']],
  ['"maya tan"@aldermoor.example', ['"maya tan"@aldermoor.example']],
  ['"a@b"@aldermoor.example', ['"a@b"@aldermoor.example']],
  ["o'neil+bio@aldermoor.example", ["o'neil+bio@aldermoor.example"]],
])('%s is an address', (text, forms) => expect(addressForms(text)).toEqual(forms))

test.each([
  '',
  '@',
  'a@',
  '@b.example',
  'a b@c.example',
  'a@b',
  'a@b..c',
  'a@-',
  'a..b@c.example',
  '.a@c.example',
  '"a@c.example',
  'a@c.example>',
  'a@[127.0.0.1]',
])('%s is none', (text) => expect(addressForms(text)).toEqual([]))

test.each([
  ['"Tan, Maya" <maya@a.example>', 'maya@a.example'],
  ['Maya Tan <maya@a.example> ', 'maya@a.example'],
  [' mailto:maya@a.example', 'maya@a.example'],
  ['maya @ a.example', 'maya@a.example'],
  ['"maya tan"@a.example', '"maya tan"@a.example'],
  ['<>', ''],
  ['\ufeffｍａｙａ＠ａ．ｅｘａｍｐｌｅ', 'maya@a.example'],
])('in %s it is %s', (text, address) => expect(addressIn(text)).toBe(address))
