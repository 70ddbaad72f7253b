// Tests of the second try of a read.
import { expect, test } from 'vitest'
import { retryRead } from './retry-read.ts'

const lost = (error: unknown) => (error as Error).message === 'reset'
const failing = (...messages: string[]) => {
  let asked = 0
  return async () => {
    const message = messages[asked++]
    if (message) throw new Error(message)
    return asked
  }
}

test('a connection that was lost is asked again, once', async () => {
  expect(await retryRead(failing('reset'), lost, 1)).toBe(2)
  await expect(retryRead(failing('reset', 'reset'), lost, 1)).rejects.toThrow('reset')
})

test("the server's own refusal is not", async () => {
  await expect(retryRead(failing('forbidden'), lost, 1)).rejects.toThrow('forbidden')
})
