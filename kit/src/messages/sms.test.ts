// Tests of messages to phones by a gateway.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openSms } from './sms.ts'

async function gateway(status = 200, headers: Record<string, string> = {}) {
  const taken: { url: string | undefined; authorization: string | undefined; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    taken.push({ url: request.url, authorization: request.headers.authorization, body: JSON.parse(text) })
    response.writeHead(status, headers).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, close: () => server.close() }
}

test("goes out as the gateway's own JSON, whatever the text holds", async () => {
  const at = await gateway()
  const sms = openSms({ url: at.url, authorization: 'Bearer x', body: '{"messages":[{"phone":"{to}","content":"{text}"}],"kind":1}' })
  await sms.send({ to: '+6281234567', text: 'a "quoted" {to} code' })
  at.close()
  expect(at.taken).toEqual([
    { url: '/send', authorization: 'Bearer x', body: { messages: [{ phone: '+6281234567', content: 'a "quoted" {to} code' }], kind: 1 } },
  ])
})

test('a refusal says whether it is for good', async () => {
  for (const [status, permanent] of [
    [422, true],
    [429, false],
    [401, false],
    [500, false],
  ] as const) {
    const at = await gateway(status)
    await expect(openSms({ url: at.url }).send({ to: '+6281234567', text: 'x' })).rejects.toMatchObject({ permanent })
    at.close()
  }
})

test('no redirect is followed and nothing but a number is dialled', async () => {
  const elsewhere = await gateway()
  const at = await gateway(307, { location: elsewhere.url })
  await expect(openSms({ url: at.url }).send({ to: '+6281234567', text: 'x' })).rejects.toThrow()
  await expect(openSms({ url: elsewhere.url }).send({ to: '+62 http://10.0.0.1', text: 'x' })).rejects.toMatchObject({ permanent: true })
  expect(elsewhere.taken).toEqual([])
  for (const one of [at, elsewhere]) one.close()
})

test('an address that is no gateway stops the start', () => {
  for (const url of ['http://gateway.example/send', 'file:///etc/passwd', 'https://name:password@gateway.example', 'gateway'])
    expect(() => openSms({ url }), url).toThrow('SMS_GATEWAY_URL')
  for (const body of ['{', '{"to":"{to}"}'])
    expect(() => openSms({ url: 'https://gateway.example', body }), body).toThrow('SMS_GATEWAY_BODY')
})

test('to the console without a gateway', async () => {
  const written: string[] = []
  const sms = openSms({ write: (text) => written.push(text) })
  await sms.send({ to: '+6281234567', text: 'The text' })
  expect([sms.real, written.join('')]).toEqual([false, '\n--- sms to +6281234567\nThe text\n---\n'])
})
