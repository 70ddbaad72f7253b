// Limits on guessing passwords from one address.
import { memoryKv } from '@lyceum/kit/kv/memory'
import { expect, test } from 'vitest'
import { checkAddressLimit, countFailure } from './limits.ts'

test('of parallel failures no more than 300 are answered, then nobody signs in from there; right passwords count nothing', async () => {
  const kv = memoryKv()
  const from = '192.0.2.1'
  // a school that signs in at once
  await Promise.all(Array.from({ length: 1000 }, () => checkAddressLimit(kv, from)))
  const failures = await Promise.allSettled(Array.from({ length: 400 }, () => countFailure(kv, from)))
  expect(failures.filter(({ status }) => status === 'fulfilled')).toHaveLength(300)
  await expect(checkAddressLimit(kv, from)).rejects.toMatchObject({ status: 429, code: 'session.tooMany' })
  await expect(checkAddressLimit(kv, '192.0.2.2')).resolves.toBeUndefined()
  const nth = (one: number) => `2001:db8::${one.toString(16)}`
  const ofOneNetwork = await Promise.allSettled(Array.from({ length: 400 }, (_, one) => countFailure(kv, nth(one))))
  expect(ofOneNetwork.filter(({ status }) => status === 'fulfilled')).toHaveLength(300)
  await expect(checkAddressLimit(kv, nth(1000))).rejects.toMatchObject({ status: 429 })
  await expect(checkAddressLimit(kv, '2001:db8:0:1::1')).resolves.toBeUndefined()
  await kv.close()
})
