// User actions accepted and durable per second, in bodies of one and of several, against a bare Fastify POST of the same body.
import { randomUUID } from 'node:crypto'
import { makeSchool, type School, signIn } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { startBaseline } from './baseline.ts'
import { inDatabase, inProcess, type Spent } from './cpu.ts'
import { type Figure, ms, perSecond } from './figures.ts'
import { pound } from './pound.ts'

/** The lower bound: a bare POST's own cost; clients that wait for a commit can't send more. */
const noteOf = (ours: Spent, bare: Spent, clients: number, actions: number) =>
  `of processor time a call${actions > 1 ? ` of ${actions} actions` : ''} takes ${inProcess(ours)} in the process and ${inDatabase(ours)} in its database, a bare POST ${inProcess(bare)}. ` +
  `The generator shares the two cores with both; and since each of ${clients} clients waits until its actions are on the disk, no more than ${clients} calls share a commit.`

/** People who send: what one of them may leave in an hour is less than a measurement sends. */
const senders = 150
/** Clients that send, and the actions in a body of theirs. */
const runs = [
  [32, 1],
  [128, 1],
  [512, 1],
  [128, 5],
  [128, 20],
] as const

async function cookiesOf(product: Product, school: School): Promise<string[]> {
  const admin = await school.signIn('admin')
  const cookies: string[] = []
  for (let nth = 0; nth < senders; nth++) {
    const [user_no, password] = [randomUUID().slice(0, 12), `tide-${randomUUID()}`]
    const email = `${user_no}@example.edu`
    await admin.call('POST /api/users', { body: { name: `Sender ${nth}`, user_no, email, roles: ['student'], password } })
    cookies.push((await signIn(product, { login: email, password, org: school.id })).cookie)
  }
  return cookies
}

export async function actions(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const cookies = await cookiesOf(product, school)
  const action = { action: 'course.open', screen_width: 1440, screen_height: 900, path: '/user/index', attributes: { section: 'list' } }
  const bare = await startBaseline(product.databases.statistics!)
  try {
    const figures: Figure[] = []
    for (const [clients, actions] of runs) {
      const body = JSON.stringify(actions === 1 ? action : Array.from({ length: actions }, () => action))
      const base = await pound({
        url: bare.url,
        pid: bare.pid,
        clients,
        shots: [{ method: 'POST', path: '/post', body, headers: { 'content-type': 'application/json' } }],
      })
      const ours = await pound({
        url: product.url,
        pid: product.process?.pid,
        clients,
        shots: cookies.map((cookie) => ({
          method: 'POST',
          path: '/api/user-actions',
          body,
          headers: { 'content-type': 'application/json', cookie },
        })),
      })
      figures.push({
        name: `user actions, durable, ${clients} clients${actions === 1 ? '' : `, ${actions} in a body`}`,
        value: `${perSecond(ours.rps * actions)}${actions === 1 ? '' : `, calls ${perSecond(ours.rps)}`}, p99 ${ms(ours.p99)}`,
        baseline: `bare POST of the body ${perSecond(base.rps)}, p99 ${ms(base.p99)}`,
        ratio: base.rps / ours.rps,
        ...(clients === 128 && actions === 1 && product.way === 'one' && { aim: '10,000/s', met: ours.rps >= 10_000 }),
        ...(ours.cpu && base.cpu && { note: noteOf(ours.cpu, base.cpu, clients, actions) }),
      })
    }
    return figures
  } finally {
    await bare.stop()
  }
}
