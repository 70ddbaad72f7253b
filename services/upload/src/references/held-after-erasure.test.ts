// Held files of an erased person: they go when their last holder lets go, or when it cannot be restored any more.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { scaled } from '@lyceum/kit/test/wait'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepRestorable } from '../erasure/erase.ts'
import { somePdf } from '../test/uploads.ts'
import { type HeldFiles, heldFiles } from '../test/held-files.ts'

let held: HeldFiles
let { env, produce, hold }: Pick<HeldFiles, 'env' | 'produce' | 'hold'> = {} as HeldFiles
beforeAll(async () => {
  held = await heldFiles()
  ;({ env, produce, hold } = held)
})
afterAll(() => held?.stop())

describe('the files of an erased person', () => {
  const days = (n: number) => new Date(Date.now() + n * 86_400_000)
  const inBin = { restorableUntil: days(30).toISOString() }
  const row = async (id: string) => (await env.school.db.query('select name, deleted from uploads where id = $1', [id])).rows[0]
  const erased = { name: '', deleted: true }
  const sweepAt = (now: Date) => sweepRestorable(plain(env.school.db), now)
  const noJobs = (person: string) =>
    expect
      .poll(async () => (await env.school.db.query('select from kit.jobs where key like $1', [`forget:${person}%`])).rowCount, wait)
      .toBe(0)
  const wait = { timeout: scaled(10_000) }
  async function erase({ person }: Actor) {
    await produce.identity.emit(PersonErasedSchema, { key: `person:${person}`, org: env.school.org }, null)
    const deleted = async () => (await env.school.db.query('select deleted from mirror.persons where id = $1', [person])).rows[0].deleted
    await expect.poll(deleted, wait).toBe(true)
    await noJobs(person)
  }

  test('go when their last holder lets go, or when it cannot be restored any more', async () => {
    const ada = await env.school.person('Ada', 'student')
    const [soon, later, binned] = await Promise.all(
      ['soon', 'later', 'binned'].map((name) => env.send(ada, somePdf(300), { name: `${name}.pdf` })),
    )
    const [one, two, three] = [
      await hold('submission', [soon!.id]),
      await hold('activity', [later!.id]),
      await hold('activity', [binned!.id]),
    ]
    // in the bin before the erasure: the erasure itself leaves what is held, or can be held again
    await hold('activity', [], three, inBin)
    expect((await env.call(ada, 'GET', `/api/uploads/${binned!.id}/references`)).body).toMatchObject({ total: 0, hidden: 0 })
    await erase(ada)
    await hold('activity', [], two, inBin)
    expect(await row(soon!.id)).toEqual({ name: 'soon.pdf', deleted: false })
    await hold('submission', [], one)
    await expect.poll(() => row(soon!.id), wait).toEqual(erased)
    await sweepAt(days(29))
    await noJobs(ada.person)
    expect(await row(later!.id)).toEqual({ name: 'later.pdf', deleted: false })
    expect(await row(binned!.id)).toEqual({ name: 'binned.pdf', deleted: false })
    await sweepAt(days(31))
    for (const file of [later!, binned!]) await expect.poll(() => row(file.id), wait).toEqual(erased)
  })

  test('of an activity that was restored and deleted again: after the second time, with those that it got between', async () => {
    const bo = await env.school.person('Bo', 'student')
    const [first, second, dropped] = await Promise.all(
      ['first', 'second', 'dropped'].map((name) => env.send(bo, somePdf(300), { name: `${name}.pdf` })),
    )
    const [holder, other] = [await hold('activity', [first!.id, dropped!.id]), await hold('activity', [second!.id])]
    await erase(bo)
    await hold('activity', [], holder, { restorableUntil: days(10).toISOString() })
    await hold('activity', [first!.id, second!.id], holder)
    await hold('activity', [], other)
    await expect.poll(() => row(dropped!.id), wait).toEqual(erased)
    await sweepAt(days(11))
    await hold('activity', [], holder, inBin)
    await sweepAt(days(11))
    await noJobs(bo.person)
    for (const file of [first!, second!]) expect(await row(file.id)).toMatchObject({ deleted: false })
    await sweepAt(days(31))
    for (const file of [first!, second!]) await expect.poll(() => row(file.id), wait).toEqual(erased)
  })
})
