import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { actorKeys, newActorKey, readActorKeys, visitor } from './actor.ts'

const pair = () =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

test('who holds the private key signs, who holds the public one alone verifies, also while keys are exchanged', async () => {
  const [old, now] = [pair(), pair()]
  const before = await actorKeys(readActorKeys(old.privateKey))
  const bff = await actorKeys(readActorKeys(now.privateKey + old.privateKey))
  const service = await actorKeys(readActorKeys(`${now.publicKey}\n${old.publicKey}`))
  for (const token of [await bff.sign(visitor()), await before.sign(visitor())]) expect((await service.verify(token)).kind).toBe('visitor')
  await expect(service.sign(visitor())).rejects.toThrow('no private actor key')
  await expect((await actorKeys(readActorKeys(old.publicKey))).verify(await bff.sign(visitor()))).rejects.toMatchObject({ status: 401 })
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
