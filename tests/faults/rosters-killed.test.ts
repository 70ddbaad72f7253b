// Files of a register while the process is killed with -9 at any moment of their check, apply and undo: each run ends by itself, and what is there is
// what a register without a kill has left. In `npm run test:long` alone.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '../flows/start.ts'
import { query } from './course.ts'
import { behind, differences, domainOf, makeRegister, type Register, stateThere, type Step } from './rosters.ts'

const kills = Number(process.env.LYCEUM_KILLS ?? 50)
const seed = Number(process.env.LYCEUM_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** A task whose process has ended in each of five tries is given up. */
const mostOfTask = 3
/** The share of kills that take the database along: staged lines are gone then. */
const alsoDatabase = 1 / 3

const steps: { applied: Step[]; undone: Step[] } = {
  applied: ['check of people', 'apply of people', 'check of courses', 'apply of courses', 'check of enrolments', 'apply of enrolments'],
  undone: ['undo of enrolments', 'undo of people'],
}
/** Courses are few: their steps are over before a kill. */
const killed = Object.values(steps)
  .flat()
  .filter((step) => !step.endsWith('courses'))

let product: Product
beforeAll(async () => {
  if (process.env.LYCEUM_LONG) product = await startProduct({ way: 'one', name: 'faults-rosters', env: { RATE_LIMIT: '0' } })
})
afterAll(() => product?.stop())

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = randomOf(seed)

const jobs = (task: string, condition = 'true') =>
  query(product.databases.import, `select 1 from kit.jobs where key = 'task:' || $1 and not dead and ${condition}`, [task])
const isLeased = async (task: string) => (await jobs(task, 'lease_until > now()')).length > 0
const isThere = async (task: string) => (await jobs(task)).length > 0

/** Answers whether the kill has met the work: `nth` of its task, so long after it has begun. */
async function kill(task: string, nth: number, within: number): Promise<boolean> {
  // the first may come before the work
  if (nth > 0) await until(async () => (await isLeased(task)) || !(await isThere(task)))
  await sleep(random() * within)
  if (!(await isThere(task))) return false
  const postmaster = Number((await readFile(join(product.home!, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  const both = random() < alsoDatabase
  const [held] = await query<{ attempt: string }>(
    product.databases.import,
    `select attempt::text from kit.jobs where key = 'task:' || $1`,
    [task],
  )
  await product.kill()
  if (both) process.kill(postmaster, 'SIGKILL')
  await product.again()
  // its holder is dead: one-process.test.ts waits for the half minute after which that counts. A slow start can be longer, and has another holder then
  await query(
    product.databases.import,
    `update kit.jobs set lease_until = now() - interval '1 second' where key = 'task:' || $1 and attempt = $2`,
    [task, held?.attempt ?? null],
  )
  return true
}

type During = (step: Step) => ((task: string) => Promise<unknown>) | undefined
/** All that is there when the register is applied, and when it is undone. */
async function live(register: Register, during: During = () => undefined) {
  const states: Awaited<ReturnType<typeof stateThere>>[] = []
  for (const phase of [steps.applied, steps.undone]) {
    for (const step of phase) await register.take(step, during(step))
    expect(await behind(product, register.school)).toEqual([])
    states.push(await stateThere(product, register.school))
  }
  expect(await readFile(product.log, 'utf8')).not.toContain(domainOf(register.school))
  return states
}

test.runIf(process.env.LYCEUM_LONG)(
  `${kills} kills of the process while registers are checked, applied and undone`,
  async () => {
    console.info(`LYCEUM_SEED=${seed}`)
    const times = new Map<Step, number>()
    const plain = await makeRegister(product)
    const [applied, undone] = await live(plain, (step) => async (task) => {
      await until(async () => (await isLeased(task)) || !(await isThere(task)))
      const began = performance.now()
      await until(async () => !(await isThere(task)), 180_000)
      times.set(step, performance.now() - began)
    })
    expect(applied!['identity people']).toHaveLength(1997)
    expect(applied!['identity invitations']).toEqual([])

    const met = new Map<Step, number>(killed.map((step) => [step, 0]))
    // few are spread over the steps
    const each = Math.min(1.5, (kills / killed.length) * 0.8)
    for (let all = 0; all < kills; ) {
      const register = await makeRegister(product)
      const states = await live(register, (step) => async (task) => {
        if (!killed.includes(step)) return
        const wanted = Math.min(mostOfTask, Math.floor(each + random()), kills - all)
        for (let nth = 0; nth < wanted && (await kill(task, nth, times.get(step)!)); nth++) {
          all++
          met.set(step, met.get(step)! + 1)
        }
      })
      expect([differences(states[0]!, applied!), differences(states[1]!, undone!)]).toEqual([[], []])
    }
    // the comparison sees a member who is gone, and a person who is there twice
    const { databases } = product
    const of = [plain.school.id]
    await query(databases.course, 'delete from enrolments where id = (select id from enrolments where org_id = $1 limit 1)', of)
    await query(
      databases.identity,
      `insert into persons (id, org_id, user_no, name, version) values (gen_random_uuid(), $1, 'R1-twice', 'Person 1', 1)`,
      of,
    )
    const seen = differences(await stateThere(product, plain.school), undone!)
    expect(seen).toContain('course enrolments: -1 more rows')
    expect(seen).toContain('identity people: 1 more rows')
    console.info([...met].map(([step, count]) => `${step} (${Math.round(times.get(step)!)} ms): ${count}`).join(', '))
  },
  3_600_000,
)
