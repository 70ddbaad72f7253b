// Tests of the log: warnings of libraries are lines of it.
import { expect, test } from 'vitest'
import { logWarnings } from './log.ts'

test('a warning that a library prints is a line of the log', () => {
  const lines: unknown[] = []
  const end = logWarnings({ warn: (line: unknown) => void lines.push(line) } as never)
  try {
    console.warn('[WARN] Redis server does not require a password, but %s was supplied.', 'one')
  } finally {
    end()
  }
  expect(lines).toEqual(['[WARN] Redis server does not require a password, but one was supplied.'])
})
