// Tests of a process that drains its requests before it ends.
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newDrain } from './drain.ts'
import { health, listenForScrapes } from './health.ts'
import { createApp } from './server.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { quiet } from '../test/facts.ts'
import { scaled, until } from '../test/wait.ts'

test('a process that goes is not ready, still answers, closes each connection with its answer, and ends after the last', async () => {
  const metrics = createMetrics()
  const leave = newDrain(0.3)
  const app = createApp({ log: quiet, metrics, service: 'test', draining: leave.signal })
  health(app, { ready: async () => {}, release: '1', draining: leave.signal })
  const [open, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const order: string[] = []
  app.get('/quick', async () => ({ fine: true }))
  app.get('/long', async () => {
    arrived.resolve()
    await open.promise
    order.push('answered')
    return { fine: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const dispatcher = new Agent({ connections: 4 })
  const ask = (path: string) => fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`, { dispatcher })

  expect((await ask('/readyz')).status).toBe(200)
  expect((await ask('/quick')).headers.get('connection')).toBe('keep-alive')
  const long = ask('/long')
  await arrived.promise
  const begun = leave.begin()
  const refused = await ask('/readyz')
  expect([refused.status, ((await refused.json()) as { reason: string }).reason]).toEqual([503, 'this process is ending'])
  const late = await ask('/quick')
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
  await begun
  const closed = app.close().then(() => order.push('closed'))
  // the port is closed for new calls, and the call under way has not ended
  await until(() => !app.server.listening)
  open.resolve()
  await closed
  expect(order).toEqual(['answered', 'closed'])
  expect(await (await long).json()).toEqual({ fine: true })
  await dispatcher.close()
})

test('a process that goes stays while calls still come, at most so long, and probes are no calls', async () => {
  // longer than a slow machine keeps a timer waiting
  const still = scaled(200) / 1000
  /** Seconds that it stays while `ask` is called every 20 ms with the seconds so far. */
  const stays = async (most: number, ask: (path: (name: string) => Promise<unknown>, seconds: number) => unknown) => {
    const leave = newDrain(still, most)
    const app = createApp({ log: quiet, metrics: createMetrics(), service: 'test', draining: leave.signal })
    health(app, { ready: async () => {}, release: '1', draining: leave.signal })
    app.get('/quick', async () => ({ fine: true }))
    await app.ready()
    const began = performance.now()
    const passed = () => (performance.now() - began) / 1000
    const asking = setInterval(() => ask((url) => app.inject({ url }), passed()), 20)
    await leave.begin()
    clearInterval(asking)
    await app.close()
    return passed()
  }
  expect(await stays(60, (path, seconds) => seconds < 3.5 * still && path('/quick'))).toBeGreaterThan(4 * still)
  expect(await stays(2.5 * still, (path) => path('/quick'))).toBeGreaterThan(3 * still)
  expect(await stays(60, (path) => path('/readyz'))).toBeLessThan(30)
  expect(await stays(0, (path) => path('/quick'))).toBeLessThan(30)
})

test('a process that goes lives on after it was asked whether it is ready', async () => {
  const leave = newDrain(0)
  const app = createApp({ log: quiet, metrics: createMetrics(), service: 'test', draining: leave.signal })
  health(app, { ready: async () => {}, release: '1', draining: leave.signal })
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('unhandledRejection', hear)
  await leave.begin()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503)
  vi.advanceTimersByTime(2300) // longer than readiness may take
  vi.useRealTimers()
  // unhandled rejections are reported before the next turn
  await turn()
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
  await app.close()
})

test('figures are read at a port of their own and nothing else is there', async () => {
  const metrics = createMetrics()
  metrics.count('lyceum_test_total', {}, 2)
  const port = 20_000 + (process.pid % 10_000)
  const listener = await listenForScrapes(metrics, port, '127.0.0.1')
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('lyceum_test_total')])
  expect((await fetch(`http://127.0.0.1:${port}/api/courses`)).status).toBe(404)
  await listener.stop()
})
