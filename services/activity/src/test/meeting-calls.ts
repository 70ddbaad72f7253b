// Calls of tests of meetings at the stand-in of BigBlueButton: its account, lectures there, and jobs that are due at once.
import type { Actor } from '@lyceum/kit/calls/actor'
import { scaled } from '@lyceum/kit/test/wait'
import { expect, vi } from 'vitest'
import type { BigBlueButton } from './bigbluebutton.ts'
import type { TestCourse } from './course.ts'

export const eventually = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: scaled(30_000), interval: 20 })

/** `of`: the course and the stand-in, once they are there. */
export function meetingCalls(of: () => { env: TestCourse; stand: BigBlueButton }) {
  const accounts = async () => of().env.ok(of().env.manager, 'GET', '/api/org/meeting-providers')
  const accountOf = async (provider: string) => (await accounts()).items.find((one: { provider: string }) => one.provider === provider)
  const write = async (body: { provider: string; [field: string]: unknown }, who: Actor = of().env.manager) =>
    of().env.call(who, 'PUT', '/api/org/meeting-providers', { on: true, version: (await accountOf(body.provider)).version, ...body })
  const setUp = (more: object = {}) =>
    write({ provider: 'bigbluebutton', account: { url: of().stand.url, hash: 'sha256' }, secret: of().stand.secret, ...more })
  const tried = async (provider = 'bigbluebutton') =>
    (await of().env.ok(of().env.manager, 'POST', '/api/org/meeting-providers/test', { provider })).steps
  const minutes = (count: number) => new Date(Math.round(Date.now() / 1000) * 1000 + count * 60_000).toISOString()
  const read = (id: string, who: Actor = of().env.teacher) => of().env.ok(who, 'GET', `/api/activities/${id}/meeting`)
  const choose = async (id: string, body: object = {}) =>
    of().env.call(of().env.teacher, 'PUT', `/api/activities/${id}/meeting`, {
      provider: 'bigbluebutton',
      version: (await read(id)).version,
      ...body,
    })
  const join = (id: string, who: Actor = of().env.student) => of().env.call(who, 'POST', `/api/activities/${id}/meeting/join`)
  /** `start`: in so many minutes; null: without times. */
  async function lecture(start: number | null): Promise<string> {
    const times = start !== null && { start_time: minutes(start), end_time: minutes(start + 60) }
    const draft = { type: 'live_lecture', title: 'Live: ebb & <flow>', published: true, ...times }
    return (await of().env.ok(of().env.teacher, 'POST', `/api/courses/${of().env.course}/activities`, draft)).id
  }
  /** One that is set up at the stand-in. */
  async function atProvider(start: number | null, options: object = {}): Promise<string> {
    const id = await lecture(start)
    expect((await choose(id, { options })).status).toBe(200)
    return id
  }
  async function remove(id: string): Promise<void> {
    const { version } = await of().env.ok(of().env.teacher, 'GET', `/api/activities/${id}`)
    await of().env.ok(of().env.teacher, 'DELETE', `/api/activities/${id}`, { version })
  }
  type Watch = { ask_n: number; ask_at: Date | null; look_at: Date | null }
  const watchOf = async (id: string): Promise<Watch> =>
    (await of().env.db.query<Watch>('select ask_n, ask_at, look_at from meetings where activity_id = $1', [id])).rows[0]!
  /** Seconds of who has joined, by their names. */
  async function secondsIn(id: string): Promise<Record<string, number>> {
    const { items } = await of().env.ok(of().env.teacher, 'GET', `/api/activities/${id}/meeting/people`)
    return Object.fromEntries(items.map((one: { person: { name: string }; seconds: number }) => [one.person.name, one.seconds]))
  }
  /** Has the sweep due. */
  const sweep = (column: 'look_at' | 'ask_at', id: string) =>
    of().env.db.query(`update meetings set ${column} = now() - interval '1 second' where activity_id = $1 and ${column} is not null`, [id])
  /** Has the jobs due. One that runs sets its next time at its end: it is waited for. */
  async function soon(): Promise<void> {
    const { db } = of().env
    const kinds = `kind in ('watchMeetings', 'arrangeMeeting') and not dead`
    await eventually(async () => expect((await db.query(`select 1 from kit.jobs where ${kinds} and lease_until > now()`)).rows).toEqual([]))
    await db.query(`update kit.jobs set run_at = now() where ${kinds}`)
  }
  /** Waits for what the look at meetings brings, which is due again and again: one that ends in between sets its own next time. */
  const watched = <T>(look: () => Promise<T>) =>
    eventually(async () => {
      await of().env.db.query(`update kit.jobs set run_at = now() where kind = 'watchMeetings' and run_at > now() and lease_until is null`)
      return await look()
    })
  return {
    accounts,
    accountOf,
    write,
    setUp,
    tried,
    read,
    choose,
    join,
    lecture,
    atProvider,
    remove,
    watchOf,
    secondsIn,
    sweep,
    soon,
    watched,
  }
}
