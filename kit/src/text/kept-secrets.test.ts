// Tests of secrets that are kept for others.
import { expect, test } from 'vitest'
import { newSecretKey, openSecret, sealSecret, secretKeys } from './kept-secrets.ts'

const [first, second] = [newSecretKey(), newSecretKey()]

test('a secret opens with its key alone, also after a newer one was put before it', () => {
  const sealed = sealSecret(secretKeys(first), 'org:1', 'salt 盐')
  expect(sealed.includes(Buffer.from('salt'))).toBe(false)
  expect(openSecret(secretKeys(`${second}, ${first}`), 'org:1', sealed)).toBe('salt 盐')
  expect(openSecret(secretKeys(second), 'org:1', sealed)).toBeUndefined()
  expect(openSecret([], 'org:1', sealed)).toBeUndefined()
})

test('it opens for no other owner and not once a byte of it has changed', () => {
  const keys = secretKeys(first)
  const sealed = sealSecret(keys, 'org:1', 'salt')
  expect(openSecret(keys, 'org:2', sealed)).toBeUndefined()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(openSecret(keys, 'org:1', changed), String(at)).toBeUndefined()
  }
  for (const text of ['', 'x', sealed.subarray(0, 20)]) expect(openSecret(keys, 'org:1', Buffer.from(text))).toBeUndefined()
})

test('the same secret is sealed otherwise each time', () => {
  const keys = secretKeys(first)
  expect(sealSecret(keys, 'a', 'salt').equals(sealSecret(keys, 'a', 'salt'))).toBe(false)
})

test('a list that is none stops the start', () => {
  expect(secretKeys(undefined)).toEqual([])
  for (const bad of ['x', 'a:', 'a:c2hvcnQ=', `:${first.split(':')[1]}`, `a b:${first.split(':')[1]}`, `${first},${first}`])
    expect(() => secretKeys(bad), bad).toThrow('SECRET_KEYS')
})
