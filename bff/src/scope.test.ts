// Tests of the actor tokens: the demands that a session of each release carries.
import { actorKeys, newActorKey } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { expect, test } from 'vitest'
import { actorTokens } from './scope.ts'

type Session = Parameters<ReturnType<typeof actorTokens>>[0]
const [here, there] = [newId(), newId()]

async function actorOf(own: object, other: object = {}) {
  const keys = await actorKeys([await newActorKey()])
  const memberships = [
    { org: { id: here }, roles: ['instructor'], ...own },
    { org: { id: there }, roles: ['student'], ...other },
  ]
  return await keys.verify(await actorTokens(keys)({ id: newId(), user: { id: newId() }, memberships } as unknown as Session, here))
}

test('a number and a password are demanded in every scope of the person, the code in its own', async () => {
  expect((await actorOf({}, {})).needs).toBeUndefined()
  expect((await actorOf({ needs: ['code'] }, { needs: ['password'] })).needs).toEqual(['code', 'password'])
  expect((await actorOf({}, { needs: ['code', 'mobile'] })).needs).toEqual(['mobile'])
})

test('a session of the previous release says the code alone, and services of that release read it', async () => {
  expect(await actorOf({ code_needed: true })).toMatchObject({ needs: ['code'], codeNeeded: true })
  expect((await actorOf({ needs: ['mobile'] })).codeNeeded).toBeUndefined()
})
