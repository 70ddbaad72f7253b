// Tests of waiting for a server that comes up later.
import { ConfigError } from '@lyceum/kit/config'
import { expect, test } from 'vitest'
import { waitFor } from './wait-for.ts'

const failing = (times: number, code: string) => {
  let asked = 0
  return () => (asked++ < times ? Promise.reject(Object.assign(new Error('not now'), { code })) : Promise.resolve(asked))
}

test('a server that comes up later is waited for, and each try is said', async () => {
  const said: unknown[] = []
  const log = { warn: (about: unknown) => void said.push(about) }
  expect(await waitFor('the database', log as never, failing(2, 'ECONNREFUSED'), () => false)).toBe(3)
  expect(said).toEqual([{ reason: 'not now' }, { reason: 'not now' }])
})

test('a service that refuses for good is waited for no longer', async () => {
  const log = { warn: () => {} }
  await expect(waitFor('the database', log as never, failing(9, '28P01'), () => true)).rejects.toThrow('the database: 28P01 not now')
})

test('a refusal of the configuration keeps its sentence, and the program prints no stack of it', async () => {
  const refusal = new ConfigError('the database course has the encoding LATIN1')
  const refused = waitFor(
    'the database',
    { warn: () => {} } as never,
    () => Promise.reject(refusal),
    () => true,
  )
  await expect(refused).rejects.toBe(refusal)
})
