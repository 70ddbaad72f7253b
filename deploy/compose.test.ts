// Compares deploy/compose.yaml with the settings in the code and the ports of the servers; Docker is not needed.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '@lyceum/kit/config'
import { actorKeys, readActorKeys, visitor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  cap_drop?: string[]
  environment?: Record<string, string | number>
  volumes?: string[]
  ports?: string[]
  healthcheck?: { disable?: boolean; test?: string[] }
  depends_on?: Record<string, { condition: string }>
}
const file = parse(await readFile(new URL('compose.yaml', import.meta.url), 'utf8'), { merge: true }) as {
  services: Record<string, Container>
  volumes: Record<string, unknown>
}
const containers = Object.entries(file.services)
const servers = ['kafka', 'redis', 's3', 'postgres']
const own = containers.filter(([name]) => !servers.includes(name))
const targets = own.flatMap(([name, one]) => (one.command ? [[name, one] as const] : []))
/** The default of a variable that is not set outside. */
const plain = (value: string | number) => String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1')
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
  for (const [name, one] of own) {
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
    ['keys', 'school'],
  ])
})

test('our containers can write nothing but what they must, and open two ports to this machine alone', () => {
  for (const [name, one] of own) expect([name, one.read_only, one.cap_drop]).toEqual([name, true, ['ALL']])
  expect(own.flatMap(([, { ports = [] }]) => ports.map(plain)).sort()).toEqual(['127.0.0.1:8080:8080', '127.0.0.1:8081:8081'])
  const named = containers.flatMap(([, { volumes = [] }]) => volumes.map((one) => one.split(':')[0]!))
  expect(new Set(named)).toEqual(new Set(Object.keys(file.volumes)))
})
