// Keys exchanged as docs/operate/secrets.md describes, while people work: no session ends, and the old keys open nothing any more.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newActorKey, readActorKeys } from '@lyceum/kit/calls/actor'
import { newToken } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterEach, expect, test } from 'vitest'
import { ready, serviceNames } from '../../deploy/cluster.ts'
import { allWell, type Ground, keepWriting, makeGround, whatIsThere } from '../faults/course.ts'
import { randomText } from '../faults/files.ts'
import { send } from '../flows/send.ts'
import { end, type Product, startProduct } from '../flows/start.ts'

/** All services in one process: they read the same settings there. */
const services = serviceNames.join(',')
let product: Product | undefined
afterEach(async () => {
  await product?.stop()
  product = undefined
})

/** A fresh grant for the bytes of a file, as its owner gets it. */
async function link({ teacher }: Ground, id: string): Promise<string> {
  const leads = await teacher.send('GET', `/api/uploads/${id}/blob?scope=${teacher.org}`)
  return leads.headers.get('location') ?? ''
}
const opens = async (address: string) => (await fetch(address, { redirect: 'manual' })).status < 400
const isSignedIn = async ({ teacher }: Ground) => (await teacher.send('GET', '/api/session')).status
async function beginnings(at: Product) {
  const ground = await makeGround(at)
  const { id } = await send(ground.teacher, 'reader.txt', randomText(5000) as Buffer<ArrayBuffer>)
  return { ground, id, before: await link(ground, id) }
}

/** `npm run test:long` runs servers too. */
const long = Boolean(process.env.LYCEUM_LONG)

test.each(long ? [] : (['one'] as const))(
  '%s process makes new keys at its start: signed-in people still are; links of before are over, new ones open',
  async (way) => {
    const at = (product = await startProduct({ way, name: 'secrets' }))
    const { ground, id, before } = await beginnings(at)
    expect(await opens(before)).toBe(true)
    await end(at.process, 'SIGTERM')
    await rm(join(at.home!, 'secrets.json'))
    await at.again()
    expect(await isSignedIn(ground)).toBe(200)
    expect(await opens(before)).toBe(false)
    expect(await opens(await link(ground, id))).toBe(true)
  },
)

test.each(long ? (['servers'] as const) : [])(
  'on %s, in steps, under writes: nobody is refused, no link breaks before its time',
  async (way) => {
    const at = (product = await startProduct({ way, name: 'secrets', parts: [services, 'bff'] }))
    const cluster = at.cluster!
    const { ground, id, before } = await beginnings(at)
    const [old] = readActorKeys(cluster.env.ACTOR_KEYS!)
    const fresh = await newActorKey()
    const open = ({ d: _, ...key }: typeof fresh) => key
    const grants = { old: cluster.env.GRANT_KEYS!, fresh: newToken() }
    const again = async (part: string, own: Record<string, string>) => {
      await end(cluster.process(part), 'SIGTERM')
      await ready(cluster.healthOf(part), cluster.start(part, undefined, own))
    }
    const writing = keepWriting(ground, { writers: 1 })
    const keys = (list: object[]) => ({ ACTOR_KEYS: JSON.stringify(list) })
    await again(services, { ...keys([open(old!), open(fresh)]), GRANT_KEYS: `${grants.fresh},${grants.old}` })
    expect(await opens(before)).toBe(true)
    const meanwhile = await link(ground, id)
    await again('bff', keys([fresh, old!]))
    await again(services, { ...keys([open(fresh)]), GRANT_KEYS: grants.fresh })
    await again('bff', keys([fresh]))
    const { size } = writing.acknowledged
    await until(() => writing.acknowledged.size >= size + 3, 60_000)
    await writing.stop()

    expect(writing.refusals.filter((one) => /\b(401|403)\b/.test(one.slice(24)))).toEqual([])
    expect(await isSignedIn(ground)).toBe(200)
    expect([await opens(before), await opens(meanwhile)]).toEqual([false, true])
    expect(await whatIsThere(at, ground, writing)).toEqual(allWell)
  },
)
