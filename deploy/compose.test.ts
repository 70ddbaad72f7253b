// Compares deploy/compose.yaml with the settings in the code and the ports of the servers; Docker is not needed.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '@lyceum/kit/config'
import { actorKeys, readActorKeys, visitor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { services as ours } from '../services/services.ts'
import { makeKeys } from './first-keys.ts'
import { reads, settings } from '../tools/docs/settings.ts'

type Container = {
  image: string
  build?: { target: string }
  command?: string[]
  entrypoint?: string[]
  restart?: string
  read_only?: boolean
  mem_limit?: string
  cap_drop?: string[]
  profiles?: string[]
  networks?: string[]
  environment?: Record<string, string | number>
  volumes?: string[]
  ports?: string[]
  healthcheck?: { disable?: boolean; test?: string[]; interval?: string; start_interval?: string }
  depends_on?: Record<string, { condition: string }>
}
/** compose's own mark of a map that replaces the one below it. */
const overriding = { tag: '!override', collection: 'map' } as const
const textOf = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
type Composed = {
  services: Record<string, Container>
  volumes: Record<string, unknown>
  networks: Record<string, { internal?: boolean } | null>
}
const read = (text: string) => parse(text, { merge: true, customTags: [{ tag: '!reset', resolve: () => null }, overriding] }) as Composed
const text = await textOf('compose.yaml')
const file = read(text)
const containers = Object.entries(file.services)
const servers = ['kafka', 'redis', 's3', 'postgres']
const own = containers.filter(([name]) => !servers.includes(name))
const targets = own.flatMap(([name, one]) => (one.command ? [[name, one] as const] : []))
/** The value with variables of outside, else their defaults. */
const plain = (value: string | number, outside: Record<string, string> = {}) =>
  String(value).replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, fallback: string) => outside[name] ?? fallback)
const valuesOf = ({ environment: given = {} }: Container) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, plain(value)]))
const before = (name: string): string[] => Object.keys(file.services[name]!.depends_on ?? {}).flatMap((one) => [one, ...before(one)])

let keys: string
beforeAll(async () => {
  keys = await mkdtemp(join(tmpdir(), 'lyceum-keys-'))
  await makeKeys(keys)
})
afterAll(() => rm(keys, { recursive: true, force: true }))

test('every part of the system is there, each as its own target', () => {
  const wanted = [...Object.keys(ours), 'transcode', 'migrate', 'bff']
  expect(targets.map(([name, { command }]) => [name, command])).toEqual(
    expect.arrayContaining(wanted.map((name) => [name, [`--target=${name}`]])),
  )
  expect(targets).toHaveLength(wanted.length)
})

test('every variable is one that the target reads, every one it cannot do without is there', () => {
  const known = new Map(settings().map((one) => [one.name, one]))
  for (const [target, one] of targets) {
    const names = Object.keys(valuesOf(one)).map((name) => name.replace(/_FILE$/, ''))
    expect([target, names.filter((name) => !known.has(name) || !reads(known.get(name)!, target))]).toEqual([target, []])
    const needed = [...known.values()].filter(
      (setting) => setting.fallback === 'required' && reads(setting, target) && !/^KAFKA_(USERNAME|PASSWORD)$/.test(setting.name),
    )
    expect([target, needed.filter(({ name }) => !names.includes(name))]).toEqual([target, []])
  }
})

test('each service starts with what it is given', async () => {
  for (const [name, load] of Object.entries(ours)) {
    const given = Object.entries(valuesOf(file.services[name]!)).map(([key, value]) => [key, value.replace('/keys/', `${keys}/services/`)])
    const { service } = await load()
    expect(() => service.config(environment(Object.fromEntries(given)) as never), name).not.toThrow()
  }
})

test('nobody starts before what it needs: each waits for every server that it names, the BFF for all services', () => {
  // the command line is run by hand, and finds out what is away
  for (const [name, one] of own.filter(([, { profiles }]) => !profiles)) {
    // jobs call the BFF and the bytes listener when there is work, long after the start
    const { BFF_URL: _, BYTES_URL: __, ...atStart } = valuesOf(one)
    const hosts = [...JSON.stringify(atStart).matchAll(/(?:@|\/\/|"|=)([a-z0-9]+):\d+/g)].map(([, host]) => host)
    for (const host of hosts.filter((one) => one! in file.services))
      expect([name, before(name)]).toEqual([name, expect.arrayContaining([host])])
    for (const [other, { condition }] of Object.entries(one.depends_on ?? {})) {
      const needed = file.services[other]!
      if (condition === 'service_healthy') expect([other, needed.healthcheck?.test?.length]).toEqual([other, expect.any(Number)])
      else expect([condition, needed.restart]).toEqual(['service_completed_successfully', expect.stringMatching(/^(no|on-failure)$/)])
    }
  }
  expect(before('bff')).toEqual(expect.arrayContaining([...Object.keys(ours), 'school', 'migrate', 'keys', ...servers]))
})

test('the services can check the BFF’s signature; the private key and the password are where they are needed alone', async () => {
  const read = async (part: string) => actorKeys(readActorKeys(await readFile(join(keys, part, 'actor-keys'), 'utf8')))
  const [bff, service] = [await read('bff'), await read('services')]
  expect(await service.verify(await bff.sign(visitor()))).toMatchObject({ kind: 'visitor' })
  await expect(service.sign(visitor())).rejects.toThrow('no private actor key')
  expect(await makeKeys(keys)).toBe(false)
  const holders = (volume: string) =>
    own.filter(([, { volumes = [] }]) => volumes.some((one) => one.startsWith(`${volume}:`))).map(([name]) => name)
  expect([holders('bff-keys'), holders('school-keys')]).toEqual([
    ['keys', 'bff'],
    ['keys', 'school', 'lyceum'],
  ])
})

test('our containers can write nothing but what they must, and open two ports to this machine alone', () => {
  for (const [name, one] of own) expect([name, one.read_only, one.cap_drop]).toEqual([name, true, ['ALL']])
  expect(own.flatMap(([, { ports = [] }]) => ports.map((one) => plain(one))).sort()).toEqual(['127.0.0.1:8080:8080', '127.0.0.1:8081:8081'])
  const named = containers.flatMap(([, { volumes = [] }]) => volumes.map((one) => one.split(':')[0]!))
  expect(new Set(named)).toEqual(new Set(Object.keys(file.volumes)))
})

test('the programs that the image of transcode brings are known to upload, which queues what they convert', async () => {
  const [, programs = ''] = /^FROM \S+ AS programs$([\s\S]*?)^FROM /m.exec(await textOf('Dockerfile')) ?? []
  const brought = [...programs.matchAll(/(LYCEUM_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])
  expect(brought.map(([name]) => name)).toContain('LYCEUM_OFFICE')
  expect(valuesOf(file.services.upload!)).toMatchObject(Object.fromEntries(brought))
})

test('services that write mails know the server of mails and the address of the page, the command line too', async () => {
  const chart = parse(await textOf('../helm/lyceum/values.yaml')) as { services: Record<string, { needs: string[] }> }
  const writing = Object.keys(chart.services).filter((name) => chart.services[name]!.needs.includes('outward'))
  expect(writing).toContain('notification')
  for (const name of [...writing, 'lyceum'])
    expect([name, Object.keys(file.services[name]!.environment!)]).toEqual([
      name,
      expect.arrayContaining(['PUBLIC_URL', 'SMTP_URL', 'SMTP_PASSWORD', 'MAIL_FROM']),
    ])
})

test('another port for files is one in every place: the listener, its publication, the addresses of it', () => {
  const of = (name: string, variable: string) => plain(file.services[name]!.environment![variable]!, { LYCEUM_BYTES_PORT: '9443' })
  expect([of('upload', 'BYTES_PORT'), of('bff', 'BYTES_PORT'), of('import', 'BYTES_URL')]).toEqual(['9443', '9443', 'http://upload:9443'])
  expect(file.services.upload!.ports!.map((one) => plain(one, { LYCEUM_BYTES_PORT: '9443' }))).toEqual(['127.0.0.1:9443:9443'])
})

test('services that run on are started again after a crash or a reboot, the servers too', () => {
  const lasting = containers.filter(([, { healthcheck }]) => healthcheck?.test)
  expect(lasting.map(([name]) => name)).toEqual(expect.arrayContaining(servers))
  for (const [name, { restart }] of lasting) expect([name, restart]).toEqual([name, 'unless-stopped'])
})

test('health checks are frequent at the start alone; before Docker 25, which cannot tell them apart, not so seldom', async () => {
  const replaced = await textOf('compose.docker-24.yaml')
  expect(replaced, 'compose resets no value through an alias').not.toMatch(/[&*]\w+$/m)
  const older = read(replaced).services
  const checked = containers.filter(([, { healthcheck }]) => healthcheck?.test)
  for (const [name, { healthcheck }] of checked) {
    expect([name, healthcheck!.start_interval, healthcheck!.interval]).toEqual([name, '1s', '30s'])
    expect([name, older[name]?.healthcheck]).toEqual([name, { start_interval: null, interval: '10s' }])
  }
  expect(Object.keys(older).sort()).toEqual(checked.map(([name]) => name).sort())
})

describe('the health check of Kafka, which starts no Java', () => {
  const checking = (port: number) => {
    const [, program, ...args] = file.services.kafka!.healthcheck!.test!
    const asked = args.map((one) => plain(one, { STACK_KAFKA_PORT: String(port) }).replaceAll('$$', '$'))
    return new Promise((resolve) => execFile(program!, asked, { timeout: 10_000 }, (error) => resolve(error ? 'ill' : 'well')))
  }
  /** A broker that answers a metadata request with so many brokers, or only listens. */
  async function broker(brokers: number | undefined) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (request) => {
        const isMetadata = request.readInt32BE(0) === request.length - 4 && request.readInt16BE(4) === 3
        const answer = Buffer.alloc(16)
        answer.writeInt32BE(brokers ?? 0, 12)
        if (isMetadata && brokers !== undefined) socket.end(answer)
        else socket.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { port: (server.address() as { port: number }).port, close: () => new Promise((resolve) => server.close(resolve)) }
  }
  test.each([
    [1, 'well'],
    [0, 'ill'],
    [undefined, 'ill'],
  ])('of a broker that knows %s brokers', async (brokers, found) => {
    const one = await broker(brokers)
    expect(await checking(one.port)).toBe(found)
    await one.close()
    expect(await checking(one.port)).toBe('ill')
  })
})

test('each image is built once, before all that run it', () => {
  const built = containers.filter(([, { build }]) => build).map(([name, { build }]) => [name, build!.target])
  expect(built).toEqual([
    ['keys', 'app'],
    ['transcode', 'transcode'],
  ])
  const image = (name: string) => file.services[name]!.image
  for (const [name] of own.filter(([name, { profiles }]) => name !== 'keys' && name !== 'transcode' && !profiles))
    expect([name, image(name), before(name).includes('keys')]).toEqual([name, image('keys'), true])
})

test('the service that runs programs over people’s files has no way out, and reaches its servers', () => {
  expect(file.networks).toEqual({ default: null, inside: { internal: true } })
  const inside = containers.filter(([, { networks }]) => networks?.includes('inside'))
  expect(inside.map(([name, { networks }]) => [name, networks])).toEqual([
    ['transcode', ['inside']],
    ...servers.map((name) => [name, ['default', 'inside']]),
  ])
})

test('the small profile runs every service in one process with all that each of them reads, and waits for nothing that it leaves out', async () => {
  const small = read(await textOf('compose.small.yaml')).services
  const joint = small.identity!
  const together = joint.command![0]!.replace('--target=', '').split(',')
  expect(together.toSorted()).toEqual(Object.keys(ours).toSorted())
  const apart = Object.keys(small).filter((name) => small[name]!.profiles)
  expect(['identity', ...apart].toSorted()).toEqual(Object.keys(ours).toSorted())
  const theirs = { ...valuesOf(file.services.identity!), ...valuesOf(joint) }
  for (const name of apart) {
    const { BYTES_URL, DATABASE_POOL, ...rest } = valuesOf(file.services[name]!)
    expect([name, theirs]).toEqual([name, expect.objectContaining(rest)])
    if (BYTES_URL) expect(theirs.BYTES_URL).toBe('http://127.0.0.1:8081')
    const { ports = [], depends_on = {} } = file.services[name]!
    expect([name, { ports: joint.ports ?? [], waits: { ...file.services.identity!.depends_on, ...joint.depends_on } }]).toEqual([
      name,
      { ports: ports.length > 0 ? ports : expect.anything(), waits: expect.objectContaining(depends_on) },
    ])
  }
  const urls = together.map((name, at) => `${name}=http://identity:${8100 + at}`).join(',')
  expect([valuesOf(small.bff!).SERVICE_URLS, valuesOf(small.lyceum!).SERVICE_URLS]).toEqual([urls, urls])
  expect(JSON.stringify(joint.healthcheck!.test)).toContain(`:${8100 + together.length - 1}/readyz`)
  expect(apart.filter((name) => name in small.bff!.depends_on!)).toEqual([])
  expect({ ...file.services.bff!.depends_on }).toMatchObject(small.bff!.depends_on!)
})

test('a process may take as much memory as a pod of its target', async () => {
  type Limits = { resources?: { limits: { memory: string } } }
  const chart = parse(await textOf('../helm/lyceum/values.yaml')) as { defaults: Limits; services: Record<string, Limits> }
  const inCompose = (memory: string) => memory.replace('i', '').toLowerCase()
  for (const [name, { mem_limit }] of targets) {
    const { resources } = { ...chart.defaults, ...chart.services[name] }
    expect([name, mem_limit]).toEqual([name, inCompose(resources!.limits.memory)])
  }
})
