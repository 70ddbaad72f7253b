// Tests of sealed texts.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const [one, other] = [randomBytes(32), randomBytes(32)]

test('opened by the secret that sealed it, also once there is a newer one; by no other, and for no other purpose', () => {
  const sealed = seal([one], 'event', 'หมอฟัน 牙医')
  expect(sealed).not.toBe(seal([one], 'event', 'หมอฟัน 牙医'))
  expect([unseal([one], 'event', sealed), unseal([other, one], 'event', sealed)]).toEqual(['หมอฟัน 牙医', 'หมอฟัน 牙医'])
  expect([unseal([other], 'event', sealed), unseal([one], 'mail', sealed), unseal([one], 'event', '')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[14]! ^= 1
  expect(unseal([one], 'event', bytes.toString('base64url'))).toBeUndefined()
})
