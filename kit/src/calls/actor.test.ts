// Tests of the signed actor of a call.
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Actor, actorKeys, newActorKey, readActorKeys, visitor } from './actor.ts'

const pair = () =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

test('the holder of the private key signs, the holder of the public one alone verifies, also while keys are exchanged', async () => {
  const [old, now] = [pair(), pair()]
  const before = await actorKeys(readActorKeys(old.privateKey))
  const bff = await actorKeys(readActorKeys(now.privateKey + old.privateKey))
  const service = await actorKeys(readActorKeys(`${now.publicKey}\n${old.publicKey}`))
  for (const token of [await bff.sign(visitor()), await before.sign(visitor())]) expect((await service.verify(token)).kind).toBe('visitor')
  await expect(service.sign(visitor())).rejects.toThrow('no private actor key')
  await expect((await actorKeys(readActorKeys(old.publicKey))).verify(await bff.sign(visitor()))).rejects.toMatchObject({ status: 401 })
})

test('the signer knows its own token as another one reads it, and neither takes one that was changed', async () => {
  const keys = readActorKeys(pair().privateKey)
  const [bff, service] = [await actorKeys(keys), await actorKeys(keys.map(({ d: _, ...open }) => open))]
  const actor = { ...visitor('org'), kind: 'person', person: 'ü', roles: ['student'], can: undefined } as unknown as Actor
  const token = await bff.sign(actor)
  const read = { kind: 'person', person: 'ü', org: 'org', roles: ['student'], session: '' }
  for (const one of [bff, service]) {
    expect(await one.verify(token)).toEqual(read)
    const [head, body = '', signature] = token.split('.')
    const changed = Buffer.from(Buffer.from(body, 'base64url').toString().replace('student', 'manager')).toString('base64url')
    for (const wrong of [[head, changed, signature].join('.'), `${head}.${body}.`, token.slice(0, -4)])
      await expect(one.verify(wrong)).rejects.toMatchObject({ status: 401 })
    await expect(one.verify(await bff.sign(actor, -1))).rejects.toMatchObject({ status: 401 })
  }
})

test('the list that --target=actor-key prints is read too, and nothing else', async () => {
  const list = JSON.stringify([await newActorKey()])
  expect(readActorKeys(list)[0]?.crv).toBe('Ed25519')
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  for (const wrong of ['', 'x', '[', rsa.privateKey]) expect(() => readActorKeys(wrong)).toThrow('ACTOR_KEYS must be')
})
