// Tests of shutting down with requests under way.
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { Agent, fetch } from 'undici'
import { expect, test } from 'vitest'
import { receive } from './bodies.ts'
import { health } from './health.ts'
import { createApp } from './server.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { closeApp, finishRequests } from './shutdown.ts'
import { inProcess, overHttp } from '../calls/transport.ts'
import { scaled, until } from '../test/wait.ts'

async function openApp() {
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = createApp({ log, metrics: createMetrics(), service: 'test' })
  health(app, { ready: async () => {}, release: '1' })
  const held = Promise.withResolvers<object>()
  let begun = 0
  app.addHook('onRequest', async () => void begun++)
  /** Waits until so many calls have reached the server. */
  const reached = (calls: number) => until(() => begun >= calls)
  app.get('/quick', async () => ({ fine: true }))
  app.get('/held', () => held.promise)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.post('/body', async ({ raw }) => {
    for await (const _ of receive(raw, { limit: 1e6, signal: app.shutdown.requestsAborted }));
    return { fine: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const dispatcher = new Agent({ connections: 8 })
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { dispatcher })
    const { code } = (await answer.json()) as { code?: string }
    return [answer.status, code ?? answer.headers.get('connection'), answer.headers.get('retry-after')]
  }
  return { app, lines, held, reached, ask, port, dispatcher }
}

test('a late call is answered 503 with Retry-After until the port closes, calls under way are answered', async () => {
  const { app, held, reached, ask, dispatcher } = await openApp()
  expect(await ask('/quick')).toEqual([200, 'keep-alive', null])
  const underWay = ask('/held')
  await reached(2)
  let drained = false
  const draining = finishRequests(app, 5000).then(() => (drained = true))
  expect(await ask('/quick')).toEqual([503, 'stopping', '2'])
  expect((await ask('/readyz'))[0]).toBe(503)
  expect((await ask('/livez'))[0]).toBe(200)
  expect(drained).toBe(false)
  held.resolve({ fine: true })
  expect(await underWay).toEqual([200, 'close', null])
  await draining
  // whatever the service had is closed by now
  expect(await ask('/quick')).toEqual([503, 'stopping', '2'])
  expect((await app.inject('/quick')).statusCode).toBe(503)
  await closeApp(app)
  await expect(ask('/quick')).rejects.toThrow()
  await dispatcher.destroy()
})

test('when its time is over a body is cut off with 503, and a call that fails for it is no error in the log', async () => {
  const { app, held, reached, ask, lines, dispatcher, port } = await openApp()
  const sending = new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    const outgoing = request({ port, path: '/body', method: 'POST', headers: { 'content-length': 1000 } }, (answer) => {
      answer.resume()
      resolve([answer.statusCode, answer.headers['retry-after']])
    }).once('error', reject)
    outgoing.write('half')
  })
  const failing = ask('/held')
  await reached(2)
  const began = performance.now()
  const draining = finishRequests(app, 200)
  setTimeout(() => held.reject(new Error('Cannot use a pool after calling end on the pool')), 100)
  expect(await failing).toEqual([503, 'service.unavailable', '1'])
  expect(await sending).toEqual([503, '2'])
  await draining
  expect(performance.now() - began).toBeLessThan(scaled(2000))
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  expect(lines.map(({ msg }) => msg)).toContain('a call was interrupted by shutdown')
  await closeApp(app)
  await dispatcher.destroy()
})

test('calls that never get an answer, and connections without a call, do not hold the process', async () => {
  const { app, reached, ask, port, dispatcher } = await openApp()
  const ahead = connect(port, '127.0.0.1').on('error', () => {})
  const never = ask('/held').catch(() => 'cut')
  await reached(1)
  const began = performance.now()
  await finishRequests(app, 100)
  expect(await never).toBe('cut')
  await closeApp(app)
  expect(performance.now() - began).toBeLessThan(scaled(6000))
  ahead.destroy()
  await dispatcher.destroy()
})

test('to those before it a service that stops is as one whose port is closed: nothing was done', async () => {
  const { app, dispatcher, port } = await openApp()
  const over = overHttp(`http://127.0.0.1:${port}`)
  const call = { method: 'GET', url: '/quick', headers: {}, timeout: 2000 }
  expect((await over.send(call)).status).toBe(200)
  await finishRequests(app)
  await expect(over.send(call)).rejects.toMatchObject({ reason: 'refused' })
  await closeApp(app)
  await expect(inProcess(app).send(call)).rejects.toMatchObject({ reason: 'refused' })
  await over.close()
  await dispatcher.destroy()
})
