// Sign-in by password at 8 clients, against the bare cost of one argon2id hash.
import { randomBytes } from 'node:crypto'
import { hashPassword } from '@lyceum/identity/sessions/passwords'
import { makeSchool, schoolPeople, type SchoolPerson } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { type Figure, ms, percentile } from './figures.ts'

export async function signIns(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const who = Object.keys(schoolPeople) as SchoolPerson[]
  const bare: number[] = []
  for (let nth = 0; nth < 20; nth++) bare.push(await timed(() => hashPassword(randomBytes(12).toString('hex'))))
  const taken: number[] = []
  await Promise.all(
    Array.from({ length: 8 }, async (_, client) => {
      for (let nth = 0; nth < 20; nth++) taken.push(await timed(() => school.signIn(who[(client + nth) % who.length]!)))
    }),
  )
  const p95 = percentile(taken, 0.95)
  return [
    {
      name: 'sign-in, 8 clients',
      value: `p50 ${ms(percentile(taken, 0.5))}, p95 ${ms(p95)}`,
      baseline: `one hash alone p50 ${ms(percentile(bare, 0.5))}`,
      ratio: p95 / percentile(bare, 0.5),
    },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
