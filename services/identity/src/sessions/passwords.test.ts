// Tests of passwords against their hashes.
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a password is verified against its own PHC string alone', async () => {
  const stored = await hashPassword('correct horse 马')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword('correct horse 马', stored)).toBe(true)
  expect(await verifyPassword('correct horse', stored)).toBe(false)
  expect(await verifyPassword('correct horse 马', await hashPassword('another'))).toBe(false)
})

test('the same letters in another form are the same password', async () => {
  expect(await verifyPassword('café', await hashPassword('café'))).toBe(true)
})

test('two people with one password have two hashes', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
})

test('false without a stored one and for a string that is not ours', async () => {
  expect(await verifyPassword('anything', undefined)).toBe(false)
  expect(await verifyPassword('anything', 'plain')).toBe(false)
})

test('hashing leaves the event loop free', async () => {
  let turns = 0
  const turning = setInterval(() => turns++, 2)
  await Promise.all(Array.from({ length: 4 }, () => hashPassword('busy')))
  clearInterval(turning)
  expect(turns).toBeGreaterThan(3)
})
