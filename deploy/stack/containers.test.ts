// Tests of the servers in containers, as far as no Docker is needed.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { serverNames } from './config.ts'
import { type Docker, pauseOrContinue, projectOf, refusalOfContainers } from './containers.ts'

const working: Docker = { composeVersion: async () => '2.40.3', holds: async () => true, pull: async () => {} }

test('two checkouts have servers of their own', () => {
  expect(projectOf('/work/a/')).not.toBe(projectOf('/work/b/'))
  expect(projectOf('/work/a/')).toBe(projectOf('/work/a/'))
  expect(projectOf('/work/a/')).toMatch(/^[a-z0-9-]+$/)
})

test('no volume of a server is compose’s own, so that none goes with a start that fails', async () => {
  const [base, laid] = await Promise.all(
    ['compose.yaml', 'compose.stack.yaml'].map(async (name) =>
      parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'), { merge: true }),
    ),
  )
  const held = serverNames.flatMap((name) => ((base.services[name].volumes ?? []) as string[]).map((one) => one.split(':')[0]!))
  expect(Object.keys(laid.volumes).toSorted()).toEqual(held.toSorted())
  for (const [name, volume] of Object.entries(laid.volumes)) expect(volume).toEqual({ external: true, name: `\${STACK_PROJECT}_${name}` })
})

test('the servers are containers where Docker has compose and holds or pulls the images, else one line names the reason', async () => {
  expect(await refusalOfContainers(undefined, working)).toBeUndefined()
  const bare = { ...working, composeVersion: () => Promise.reject(new Error("'compose' is not a docker command")) }
  expect(await refusalOfContainers(undefined, bare)).toBe('Docker has no compose')
  const pulled: string[] = []
  const empty = { ...working, holds: async () => false, pull: async (image: string) => void pulled.push(image) }
  expect(await refusalOfContainers(['redis', 's3'], empty)).toBeUndefined()
  expect(pulled).toEqual(['redis:7.4-bookworm', 'versity/versitygw:v1.8.0'])
  const cut = { ...empty, pull: () => Promise.reject(new Error('dial tcp: no such host')) }
  expect(await refusalOfContainers(['redis'], cut)).toBe('Docker cannot pull redis:7.4-bookworm (dial tcp: no such host)')
})

test('a server that is halted twice, or resumed twice, is no error, though Docker refuses the second time', async () => {
  const said: string[] = []
  let paused = false
  const turn = (to: boolean) => async () => {
    if (paused === to) throw new Error(`is ${to ? 'already' : 'not'} paused`)
    paused = to
    said.push(to ? 'paused' : 'resumed')
  }
  const container = { inspect: async () => ({ State: { Paused: paused } }), pause: turn(true), unpause: turn(false) }
  for (const signal of ['SIGCONT', 'SIGSTOP', 'SIGSTOP', 'SIGCONT', 'SIGCONT'] as const) await pauseOrContinue(container, signal)
  expect(said).toEqual(['paused', 'resumed'])
})
