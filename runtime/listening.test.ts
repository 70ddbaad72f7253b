// Tests of the addresses at which a process listens.
import { get } from 'node:http'
import { networkInterfaces } from 'node:os'
import { createLog } from '@lyceum/kit/telemetry/log'
import { createApp } from '@lyceum/kit/http/server'
import { createMetrics } from '@lyceum/kit/telemetry/metrics'
import { expect, test } from 'vitest'
import { settings } from './settings.ts'
import { listenAt } from './listening.ts'

test('a demo school listens on loopback unless HOST says otherwise; a school without one everywhere', () => {
  expect(settings({}).hosts).toEqual(['127.0.0.1', '::1'])
  expect(settings({ LYCEUM_DEMO: 'true', HOST: '0.0.0.0' }).hosts).toEqual(['0.0.0.0'])
  expect(settings({ LYCEUM_DEMO: 'false' }).hosts).toEqual(['0.0.0.0'])
  expect(settings({ LYCEUM_DEMO: 'false', HOST: '10.0.0.1' }).hosts).toEqual(['10.0.0.1'])
})

const addresses = Object.values(networkInterfaces()).flatMap((list = []) => list)
const hasIpv6 = addresses.some(({ address }) => address === '::1')

const make = () => {
  const app = createApp({ log: createLog({ level: 'silent', service: 'test' }), metrics: createMetrics(), service: 'test' })
  app.get('/', async (request) => ({ from: request.ip }))
  return app
}
/** The caller's address as the app sees it, or the error's code. */
const from = (host: string, port: number) =>
  new Promise<string>((resolve) => {
    get({ host, port, path: '/' }, (response) =>
      response.on('data', (chunk) => resolve((JSON.parse(String(chunk)) as { from: string }).from)),
    ).on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''))
  })
/** A port that is free at both addresses. */
const freePort = async () => {
  const app = make()
  const listening = await listenAt(app, 0, ['127.0.0.1'])
  const { port } = app.server.address() as { port: number }
  await Promise.all([listening.stop(), app.close()])
  return port
}

test('one app answers at both addresses of loopback and nowhere else, and ends at both', async () => {
  const [app, port] = [make(), await freePort()]
  const listening = await listenAt(app, port, ['127.0.0.1', '::1'])
  expect(await from('127.0.0.1', port)).toBe('127.0.0.1')
  if (hasIpv6) expect(await from('::1', port)).toBe('::1')
  const outward = addresses.find(({ internal, family }) => !internal && family === 'IPv4')
  if (outward) expect(await from(outward.address, port)).toBe('ECONNREFUSED')
  await Promise.all([listening.stop(), app.close()])
  expect(await from('127.0.0.1', port)).toMatch(/^E/)
  expect(await from('::1', port)).toMatch(/^E/)
})

test('an address that this machine does not have is passed over, one that is taken is not', async () => {
  const [first, second] = [make(), make()]
  const one = await listenAt(first, 0, ['127.0.0.1', '2001:db8::1'])
  const { port } = first.server.address() as { port: number }
  await expect(listenAt(second, port, ['127.0.0.2', '127.0.0.1'])).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await Promise.all([one.stop(), first.close(), second.close()])
})
