// Tests of a Redis that is away: the fault is logged once, with its reason, also when it was never there.
import { createServer, type Server, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { awayOf } from './kv.ts'
import { redisKv } from './redis.ts'

function listeningLog() {
  const lines: [string, unknown, string?][] = []
  const log = {
    warn: (about: object, words: string) => void lines.push(['warn', about, words]),
    info: (words: string) => void lines.push(['info', words]),
  }
  return { lines, log: log as never }
}
const portOf = (server: Server) => (server.address() as { port: number }).port
const listen = (server: Server, port = 0) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

test('a Redis that was never reached is logged once with the reason, and named as away', async () => {
  const closed = createServer()
  await listen(closed)
  const port = portOf(closed)
  await new Promise((resolve) => closed.close(resolve))
  const { lines, log } = listeningLog()
  const kv = redisKv({ url: `redis://127.0.0.1:${port}`, prefix: 'x', log, grace: 50 })
  try {
    await expect
      .poll(() => lines)
      .toEqual([['warn', { reason: expect.stringMatching(/ECONNREFUSED/) }, 'Redis does not answer: memory replaces it']])
    await kv.set('a', '1', 60)
    expect([await kv.get('a'), awayOf(kv)]).toEqual(['1', ['redis']])
    expect(lines).toHaveLength(1)
  } finally {
    await kv.close()
  }
})

/** A server that greets as Redis does. */
function pretended(): { server: Server; sockets: Set<Socket> } {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const info = 'redis_version:7.4.0\r\nloading:0\r\n'
    socket.on('data', (data) => {
      for (const command of String(data).match(/\$\d+\r\n(info|client|hello|subscribe)\r\n/gi) ?? [])
        socket.write(
          /info/i.test(command) ? `$${info.length}\r\n${info}\r\n` : /hello/i.test(command) ? '%1\r\n$5\r\nproto\r\n:3\r\n' : '+OK\r\n',
        )
    })
    socket.on('error', () => {})
  })
  return { server, sockets }
}

test('one that is lost while nothing is asked of it is logged too, and its return', async () => {
  const { server, sockets } = pretended()
  await listen(server)
  const port = portOf(server)
  const { lines, log } = listeningLog()
  const kv = redisKv({ url: `redis://127.0.0.1:${port}`, prefix: 'x', log, grace: 50 })
  try {
    await expect.poll(() => awayOf(kv)).toEqual([])
    // on a busy machine the first connection may take longer than the grace
    lines.splice(0)
    const ended = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await ended
    await expect.poll(() => lines.map(([level]) => level)).toEqual(['warn'])
    const again = pretended()
    await listen(again.server, port)
    await expect.poll(() => lines.map(([level]) => level)).toEqual(['warn', 'info'])
    expect(awayOf(kv)).toEqual([])
    const over = new Promise((resolve) => again.server.close(resolve))
    await kv.close()
    for (const socket of again.sockets) socket.destroy()
    await over
  } finally {
    await kv.close()
  }
})
