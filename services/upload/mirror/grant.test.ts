// The signature and fields of grants.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Grant, grantKeys, roundedSize, signGrant, verifyGrant } from './grant.ts'

const key = () => grantKeys(randomBytes(32).toString('base64url'))
const now = new Date('2026-11-21T08:00:00Z')
const grant: Grant = { upload: 'u', person: 'p', session: 's', activity: 'a', expires: now.getTime() / 1000 + 60, file: false }

test('carries the signed fields until it expires', () => {
  const keys = key()
  expect(verifyGrant(keys, signGrant(keys, grant), now)).toEqual(grant)
  expect(verifyGrant(keys, signGrant(keys, { ...grant, file: true }), now)?.file).toBe(true)
  expect(verifyGrant(keys, signGrant(keys, { ...grant, name: '1号.pdf' }), now)).toEqual({ ...grant, name: '1号.pdf' })
  expect(verifyGrant(keys, signGrant(keys, { ...grant, name: '考'.repeat(500) }), now)?.name).toHaveLength(120)
  expect(verifyGrant(keys, signGrant(keys, grant), new Date(now.getTime() + 60_000))).toBeUndefined()
})

test('carries its basis', () => {
  const keys = key()
  const own = { ...grant, activity: '', basis: { org: 'o' } }
  const course = { id: 'c', versions: { course: 1, member: 0, activity: 1_795_249_319_490, times: 7 }, teaching: true }
  expect(verifyGrant(keys, signGrant(keys, own), now)).toEqual(own)
  expect(verifyGrant(keys, signGrant(keys, { ...grant, basis: { org: 'o', course } }), now)).toEqual({
    ...grant,
    basis: { org: 'o', course },
  })
})

test('under an alias it is sealed: nobody reads in it which file it opens', () => {
  const keys = key()
  const aliased = { ...grant, upload: 'its-own-id', alias: 'alias', stripped: true, name: 'file-1.pdf', basis: { org: 'o' } }
  const sealed = signGrant(keys, aliased)
  expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('its-own-id')
  expect(verifyGrant(keys, sealed, now)).toEqual(aliased)
  expect(verifyGrant(key(), sealed, now)).toBeUndefined()
  for (const changed of [`${sealed}A`, `A${sealed}`, `${sealed.slice(0, 40)}${sealed[40] === 'A' ? 'B' : 'A'}${sealed.slice(41)}`])
    expect(verifyGrant(keys, changed, now)).toBeUndefined()
  expect(verifyGrant(keys, sealed, new Date(now.getTime() + 60_000))).toBeUndefined()
})

test('the size of a file without its properties is rounded up, to two digits', () => {
  expect([0, 1, 9, 10, 99, 100, 101, 12_345, 99_001].map(roundedSize)).toEqual([0, 1, 9, 10, 99, 100, 110, 13_000, 100_000])
})

test('holds after a rotation of the keys, while the old one still verifies', () => {
  const [old, fresh] = [key(), key()]
  expect(verifyGrant([...fresh, ...old], signGrant(old, grant), now)).toEqual(grant)
  expect(verifyGrant(fresh, signGrant(old, grant), now)).toBeUndefined()
})

test('is refused after any change of a character', () => {
  const keys = key()
  const signed = signGrant(keys, grant)
  fc.assert(
    fc.property(fc.nat(signed.length - 1), fc.constantFrom(...'ABCabc019-_.'), (at, letter) => {
      fc.pre(signed[at] !== letter)
      expect(verifyGrant(keys, signed.slice(0, at) + letter + signed.slice(at + 1), now)).toBeUndefined()
    }),
  )
})

test('is refused when it is no grant at all', () => {
  const keys = key()
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(verifyGrant(keys, text, now)).toBeUndefined()
    }),
  )
})
