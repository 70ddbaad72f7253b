// Listening at one or several addresses: loopback has two, and browsers try either for "localhost".
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Codes of a missing address: IPv6 is switched off, or has no loopback address. */
const missing = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

export type Listening = { stop(): Promise<void> }

/**
 * The app listens at the first host; connections at the others are passed to its server, so that its limits and timeouts hold for
 * them too. A host that this machine does not have is passed over, except the first. `stop` ends the others: first stop taking connections
 * here, then close the app, which ends the idle ones.
 */
export async function listenAt(app: FastifyInstance, port: number, [first, ...more]: string[]): Promise<Listening> {
  await app.listen({ port, host: first })
  const others: Server[] = []
  for (const host of more) {
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket))
    const failed = await new Promise<NodeJS.ErrnoException | undefined>((resolve) =>
      other.once('error', resolve).listen({ port, host }, () => resolve(undefined)),
    )
    if (!failed) others.push(other)
    else if (!missing.has(failed.code ?? '')) throw failed
  }
  return {
    async stop() {
      await Promise.all(others.map((other) => new Promise<void>((resolve) => other.close(() => resolve()))))
    },
  }
}
