// Sign-in by password at 8 clients, against one bare argon2id hash and against 8 clients that do nothing but hash.
import { randomBytes } from 'node:crypto'
import { hashPassword } from '@lyceum/identity/sessions/passwords'
import { makeSchool, schoolPeople, type SchoolPerson } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { cpuOf, cpuSince, inDatabase, inProcess } from './cpu.ts'
import { type Figure, ms, percentile } from './figures.ts'

const clients = 8
const each = 40

export async function signIns(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const who = Object.keys(schoolPeople) as SchoolPerson[]
  const hash = () => hashPassword(randomBytes(12).toString('hex'))
  const signIn = (client: number, nth: number) => school.signIn(who[(client + nth) % who.length]!)
  await atOnce(5, signIn) // warms up
  const alone: number[] = []
  for (let nth = 0; nth < each; nth++) alone.push(await timed(hash))
  const floor = percentile(await atOnce(each, hash), 0.95)
  const pid = product.process?.pid
  const before = pid && (await cpuOf(pid))
  const taken = await atOnce(each, signIn)
  const cpu = pid && before ? await cpuSince(pid, before, taken.length) : undefined
  const [one, p95] = [percentile(alone, 0.5), percentile(taken, 0.95)]
  return [
    {
      name: `sign-in, ${clients} clients`,
      value: `p50 ${ms(percentile(taken, 0.5))}, p95 ${ms(p95)}`,
      baseline: `one hash alone p50 ${ms(one)}`,
      ratio: p95 / one,
      aim: '4 hashes',
      met: p95 / one <= 4,
      note:
        `on two cores ${clients} clients wait for four hashes each on average, before anything else is done: the aim is below what two cores can give.` +
        (cpu
          ? ` Of processor time a sign-in takes ${inProcess(cpu)} in the process, its hash included, and ${inDatabase(cpu)} in its database.`
          : ''),
    },
    {
      name: `the same against ${clients} clients that only hash`,
      value: `p95 ${ms(p95)}`,
      baseline: `p95 ${ms(floor)}, ${(floor / one).toFixed(1)} hashes`,
      ratio: p95 / floor,
    },
  ]
}

/** Milliseconds of each piece of work; every client does `count`, one after another. */
async function atOnce(count: number, work: (client: number, nth: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let nth = 0; nth < count; nth++) taken.push(await timed(() => work(client, nth)))
    }),
  )
  return taken
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
