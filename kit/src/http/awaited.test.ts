// Tests of work that ends when nobody waits for its answer.
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deadlineHeader } from '../facts/marks.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { awaited } from './awaited.ts'
import { createApp } from './server.ts'

const app = createApp({ log: createLog({ level: 'fatal', service: 'test' }), metrics: createMetrics(), service: 'test' })
let begun = Promise.withResolvers<AbortSignal>()
app.get('/slow', async (_request, reply) => {
  const signal = awaited(reply)
  begun.resolve(signal)
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
})
app.get('/quick', async (_request, reply) => {
  begun.resolve(awaited(reply))
  return { done: true }
})
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

test('a connection that closes ends the work', async () => {
  begun = Promise.withResolvers()
  const asked = request({ port, path: '/slow' }).on('error', () => {})
  asked.end()
  const signal = await begun.promise
  asked.destroy()
  if (!signal.aborted) await once(signal, 'abort')
  expect(signal.reason).toMatchObject({ status: 503, code: 'deadline' })
})

test('the deadline of the call ends the work, and is the answer', async () => {
  begun = Promise.withResolvers()
  const headers = { [deadlineHeader]: String(Date.now() + 200) }
  expect((await app.inject({ url: '/slow', headers })).json()).toMatchObject({ code: 'deadline' })
})

test('work that was answered is not ended', async () => {
  begun = Promise.withResolvers()
  expect(await (await fetch(`http://127.0.0.1:${port}/quick`)).json()).toEqual({ done: true })
  expect((await begun.promise).aborted).toBe(false)
})
