// Letters that damaged bytes have left.
import { expect, test } from 'vitest'
import { decodeText } from './csv.ts'
import { replacedLetters } from './replaced-letters.ts'

test('their number, and the line of the first, whatever ends the lines', () => {
  const damaged = new TextEncoder().encode('学号,姓名\r\n261001,王芳\r\n261002,李雷\r\n261003,韩梅梅\r\n')
  // each byte of the last letter: one letter is lost
  for (const from of [3, 4, 5]) {
    const file = damaged.slice()
    file[damaged.length - from] = 0xff
    expect(replacedLetters(decodeText(file)), String(from)).toEqual({ count: 1, line: 4 })
  }
  expect(replacedLetters('a\rb\n\ufffd\ufffd\n\ufffd')).toEqual({ count: 3, line: 3 })
  expect(replacedLetters('\ufffd')).toEqual({ count: 1, line: 1 })
  expect(replacedLetters('王芳\n')).toBeNull()
})
