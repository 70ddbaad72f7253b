// npm run test:k8s                     the whole proof; docs/operate/cluster-proof.md is written from it
// npm run test:k8s -- drain 'kill -9'  only events whose names hold one of these words; their rows are exchanged
// --values=FILE further values of yours for it: names of images, a storage class, a pull secret
// --keep leaves cluster and release as they are, and takes what an earlier run has left
// A cluster: KUBECONFIG and LYCEUM_REGISTRY (where the images of `--images` were pushed to), else one node of this machine.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { stack } from '../../../deploy/stack/config.ts'
import { type Cluster, endStarted, Missing, openCluster } from './cluster.ts'
import { type Event, events, releases } from './events.ts'
import { line, problems, type Row, table } from './judge.ts'
import { type Lyceum, lyceumOn, namespace, targets } from './release.ts'

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false }, images: { type: 'boolean', default: false }, values: { type: 'string' } },
})
const folder = join(stack.folder, 'images')
const archives = (release: string) => ['lyceum', 'lyceum-transcode'].map((name) => join(folder, `${name}-${release}.tar`))
const servers = ['lyceum-postgres', 'lyceum-kafka', 'lyceum-redis', 'lyceum-s3']

function makeImages(): string[] {
  const make = (...args: string[]) =>
    execFileSync(process.execPath, ['deploy/images/images.ts', ...args], { cwd: stack.root, stdio: ['ignore', 'ignore', 'inherit'] })
  const over = (release: string) => join(import.meta.dirname, 'releases', release)
  const made = Object.values(releases).flatMap(archives)
  if (!given.keep || !made.every((file) => existsSync(file)))
    for (const release of Object.values(releases))
      make('--assemble', '--trial', `--release=${release}`, ...(existsSync(over(release)) ? [`--over=${over(release)}`] : []))
  const own = servers.map((name) => join(folder, `${name}.tar`))
  if (!own.every((file) => existsSync(file))) make('servers')
  return [...made, ...own]
}

async function installed(cluster: Cluster): Promise<Lyceum> {
  const registry = stack.env.LYCEUM_REGISTRY ?? ''
  const inChart = Object.fromEntries(['postgres', 'kafka', 'redis', 's3'].map((one) => [one, { image: `lyceum-${one}:local` }]))
  const values = { rateLimit: 0, defaults: { replicas: 2 }, services: { transcode: { replicas: 2 } }, ...(cluster.own && { inChart }) }
  const lyceum = lyceumOn(cluster, values, registry, given.values)
  const there = (await lyceum.helm('status', 'lyceum')).code === 0
  if (!there) {
    await cluster.run('kubectl', ['create', 'namespace', namespace])
    const security = ['enforce', 'warn'].map((mode) => `pod-security.kubernetes.io/${mode}=restricted`)
    await cluster.run('kubectl', ['label', 'namespace', namespace, ...security, '--overwrite'])
    if (!cluster.own) remove = lyceum.remove
    const { code, error } = await lyceum.deploy(releases.first)
    if (code !== 0) throw new Error(`helm install: ${error}`)
  }
  console.log(`${await lyceum.tag()} runs; every pod was ready ${Math.round(await lyceum.settled(targets))} s after helm was`)
  const test = await lyceum.test()
  if (test.code !== 0) throw new Error(`helm test: ${test.text}${test.error}`)
  console.log('helm test: passed')
  await lyceum.kubectl('delete', 'pod', 'people', '--ignore-not-found', '--grace-period=1')
  await lyceum.people(releases.first)
  console.log(`main job: ${(await lyceum.order<string[]>('/main-job')).join('; ')}`)
  return lyceum
}

async function tried(lyceum: Lyceum, event: Event): Promise<Row> {
  await lyceum.order(`/phase?name=${encodeURIComponent(event.name.replaceAll(/\W+/g, ' '))}`)
  await sleep(2000)
  await lyceum.order('/mark')
  const also = (await event.act(lyceum).catch((error: Error) => [error.message])) ?? []
  await sleep(3000)
  return { ...(await lyceum.order('/report')), event: event.name, expects: event.expects, also }
}

const wanted = events.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
const rows: Row[] = []
let cluster: Cluster | undefined
let broken = ''
/** Removes the release from a cluster that stays. */
let remove: (() => Promise<void>) | undefined
const end = async () => {
  if (given.keep) return
  await remove?.()
  await endStarted()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.error(`${signal}: ${given.keep ? 'everything stays as it is' : 'what was started is ended'}`)
    void end().finally(() => process.exit(130))
  })
try {
  if (given.images) {
    console.log(makeImages().join('\n'))
    process.exit(0)
  }
  cluster = await openCluster()
  if (cluster.own && !(given.keep && existsSync(join(stack.folder, 'k8s', 'loaded')))) {
    await cluster.load(makeImages())
    writeFileSync(join(stack.folder, 'k8s', 'loaded'), '')
  }
  const lyceum = await installed(cluster)
  for (const event of wanted) {
    const row = await tried(lyceum, event)
    rows.push(row)
    console.log(line(row))
    writePage(row)
    for (const what of [
      ...problems(row),
      ...(problems(row).length > 0 || row.expects === 'control' ? [...row.wrong, ...row.failures] : []),
    ])
      console.log(`         ${what}`)
  }
} catch (error) {
  broken = error instanceof Missing ? error.message : ((error as Error).stack ?? String(error))
  console.error(broken)
} finally {
  await end()
}
const failed = rows.filter((row) => problems(row).length > 0).length + (broken ? 1 : 0)
console.log(`${rows.length - failed + (broken ? 1 : 0)} passed, ${failed} failed`)
process.exitCode = failed > 0 || rows.length === 0 ? 1 : 0

type Kept = Record<string, Row & { at: string }>

/** Writes each event's last row, with its time; an event that was never tried is marked so. */
function writePage(fresh: Row): void {
  const file = join(import.meta.dirname, 'last-run.json')
  const kept: Kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  kept[fresh.event] = { ...fresh, at: new Date().toISOString().slice(0, 16).replace('T', ' ') }
  const known = events.flatMap(({ name }) => kept[name] ?? [])
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(known.map((row) => [row.event, row])), null, 1)}\n`)
  const cores = availableParallelism()
  const not = events.filter(({ name }) => !kept[name]).map(({ name }) => name)
  const wrong = known.filter((row) => problems(row).length > 0)
  const text = `# Proven on a cluster

Written by \`npm run test:k8s\` (each event's last run, times in UTC; the node of the last had ${cores} cores, which everything
of Lyceum, its servers, Kubernetes and the people shared). How to read it, and what one node cannot show, is in
[chart.md](chart.md#proven-on-a-running-cluster).

${table(known)}

As it must be: ${known.length - wrong.length} of ${events.length}.${not.length > 0 ? ` Not run: ${not.join('; ')}.` : ''}
${wrong.map((row) => `\n- **${row.event}**: ${problems(row).join('; ')}`).join('')}
`
  writeFileSync(join(stack.root, 'docs/operate/cluster-proof.md'), text.replace(/\n+$/, '\n'))
}
