// Events in a running system while people use it, one after another. Each describes its needs, performs the event, and answers every fault
// beside the figures.
import { setTimeout as sleep } from 'node:timers/promises'
import { dryRun } from './dry-run.ts'
import type { Expectation } from './judge.ts'
import { type Lyceum, targets } from './release.ts'

export type Event = {
  name: string
  expects: Expectation
  act(lyceum: Lyceum): Promise<string[] | void>
}

export const releases = { first: '0.1.0', expands: '0.2.0', contracts: '0.3.0', broken: '0.4.0' }
const done = (what: string, { code, error }: { code: number; error: string }) => {
  if (code !== 0) throw new Error(`${what}: ${error.slice(-600)}`)
}
const oneOf = async (lyceum: Lyceum, component: string) => {
  const pod = (await lyceum.pods(component)).find(({ ready, going }) => ready && !going)
  if (!pod) throw new Error(`no ${component} is ready`)
  return pod
}

/** -9 to the pod's process; where the node is not ours, the pod is deleted without a grace period. */
async function killed(lyceum: Lyceum, component: string): Promise<void> {
  const { name, container, restarts } = await oneOf(lyceum, component)
  if (await lyceum.cluster.kill(container))
    for (let i = 0; i < 240; i++) {
      if ((await lyceum.pods(component)).some((pod) => pod.name === name && pod.restarts > restarts)) break
      await sleep(250)
    }
  else await lyceum.kubectl('delete', 'pod', name, '--grace-period=0', '--force')
  await lyceum.settled([component])
}

const upgrade = (release: string, what: string): Event => ({
  name: `upgrade to ${release}, ${what}`,
  expects: 'planned',
  async act(lyceum) {
    done('helm upgrade', await lyceum.deploy(release))
    await lyceum.settled(targets)
    const served = await lyceum.kubectl('get', 'pods', '-l', 'app.kubernetes.io/component=course', '-o', 'jsonpath={..image}')
    return served.includes(`:${release}`) ? [] : [`course still runs ${served}`]
  },
})

const rollback: Event = {
  name: 'rollback, the schema stays newer',
  expects: 'planned',
  async act(lyceum) {
    done('helm rollback', await lyceum.rollback((await lyceum.revision()) - 1))
    await lyceum.settled(targets)
  },
}

const graceful = (target: string): Event => ({
  name: `a pod of ${target} deleted`,
  expects: 'planned',
  async act(lyceum) {
    await lyceum.kubectl('delete', 'pod', (await oneOf(lyceum, target)).name)
    await lyceum.settled([target])
  },
})
const hard = (target: string): Event => ({ name: `kill -9 of ${target}`, expects: 'accident', act: (lyceum) => killed(lyceum, target) })

const scale: Event = {
  name: 'scale 1 → 3 → 1',
  expects: 'planned',
  async act(lyceum) {
    const scaled = ['bff', 'course', 'activity', 'notification']
    const names = scaled.map((one) => `deployment/lyceum-${one}`)
    for (const count of [1, 3, 1, 2]) {
      await lyceum.kubectl('scale', `--replicas=${count}`, ...names)
      await sleep(1000)
      await lyceum.settled(scaled, count)
      await sleep(2000)
    }
  },
}

const drain: Event = {
  name: 'drain: every pod evicted',
  expects: 'planned',
  async act(lyceum) {
    const { state } = await lyceum.order<{ state: string }>('/flight')
    const before = (await lyceum.pods()).filter(({ component }) => targets.includes(component))
    await lyceum.order('/mark')
    const uids = new Set(before.map(({ uid }) => uid))
    for (const end = Date.now() + 400_000; Date.now() < end; await sleep(1000)) {
      const left = (await lyceum.pods()).filter(({ uid, going }) => uids.has(uid) && !going)
      if (left.length === 0) break
      await Promise.all(left.map(({ name }) => lyceum.evict(name)))
    }
    await lyceum.settled(targets)
    const landed = await lyceum.order<{ upload: number; kept: string; film: string }>('/landed')
    return [
      ...(state === 'processing' ? [] : [`the film was ${state} before the drain began`]),
      ...(landed.upload >= 200 && landed.upload < 300 && landed.kept === 'ready'
        ? []
        : [`the upload under way was answered ${landed.upload}, ${landed.kept}`]),
      ...(landed.film === 'ready' ? [] : [`the film under way became ${landed.film}`]),
    ]
  },
}

const imagesOf = async (lyceum: Lyceum) =>
  await lyceum.kubectl('get', 'deployments', '-o', 'jsonpath={range .items[*]}{.spec.template.spec.containers[0].image} {end}')

const unknownValue: Event = {
  name: 'a value that there is not',
  expects: 'planned',
  async act(lyceum) {
    const { code, error } = await lyceum.deploy(await lyceum.tag(), { more: { replicas: 3 } })
    return code !== 0 && /replicas/.test(error) ? [] : ['helm took a value that there is not']
  },
}
const wrongValue: Event = {
  name: 'a value that no pod starts with',
  expects: 'planned',
  async act(lyceum) {
    const before = await lyceum.revision()
    const more = { services: { course: { env: { DATABASE_POOL: 'many' } } } }
    const { code } = await lyceum.deploy(await lyceum.tag(), { more, timeout: '45s' })
    done('helm rollback', await lyceum.rollback(before))
    await lyceum.settled(targets)
    return code !== 0 ? [] : ['helm was content with pods that do not start']
  },
}
const brokenMigration: Event = {
  name: 'a migration that fails',
  expects: 'planned',
  async act(lyceum) {
    const before = await imagesOf(lyceum)
    const { code } = await lyceum.deploy(releases.broken, { timeout: '180s' })
    const after = await imagesOf(lyceum)
    await lyceum.settled(targets)
    return [...(code === 0 ? ['helm took the release'] : []), ...(before === after ? [] : [`deployments were touched: ${after}`])]
  },
}

/** Pods of the BFF are deleted one after another, as nodes do it, while many clients call over connections of their own. */
async function deleteBffPodsUnderManyConnections(lyceum: Lyceum): Promise<string[]> {
  const seconds = 45
  const end = Date.now() + (seconds - 5) * 1000
  const crowd = lyceum.order<{ asked: number }>(`/crowd?seconds=${seconds}`)
  let gone = 0
  for (; Date.now() < end; gone++) {
    await lyceum.kubectl('delete', 'pod', (await oneOf(lyceum, 'bff')).name)
    await lyceum.settled(['bff'], 2)
  }
  const { asked } = await crowd
  return gone >= 2 && asked > 500 ? [] : [`only ${gone} pods went while ${asked} calls came`]
}

const crowded: Event = { name: 'BFF pods deleted under many connections', expects: 'planned', act: deleteBffPodsUnderManyConnections }

/** Without the protection a call must fail visibly. */
const control: Event = {
  name: 'control: the same without preStop and drain',
  expects: 'control',
  async act(lyceum) {
    const before = await lyceum.revision()
    const more = { services: { bff: { going: { preStop: 0, drain: 0, stop: 25 } } } }
    done('helm upgrade', await lyceum.deploy(await lyceum.tag(), { more }))
    await lyceum.settled(['bff'], 2)
    await lyceum.order('/mark')
    const also = await deleteBffPodsUnderManyConnections(lyceum)
    done('helm rollback', await lyceum.rollback(before))
    await lyceum.settled(targets)
    return also
  },
}
const dry: Event = { name: 'dry run of all values files', expects: 'planned', act: dryRun }

export const events: Event[] = [
  { name: 'nothing', expects: 'planned', act: () => sleep(10_000) },
  upgrade(releases.expands, 'its migrations expand'),
  rollback,
  upgrade(releases.contracts, 'its migrations contract'),
  ...targets.map(graceful),
  scale,
  drain,
  ...targets.map(hard),
  ...['kafka', 'redis', 's3', 'postgres'].map(hard),
  unknownValue,
  wrongValue,
  brokenMigration,
  dry,
  crowded,
  control,
]
