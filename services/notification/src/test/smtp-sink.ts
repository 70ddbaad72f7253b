// A mail server for tests that takes what it is sent, and can refuse, hang or hold its answer back.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type SinkMail = { to: string; raw: string; id: string; header(name: string): string | undefined; text: string }

/** `rcpt` answers RCPT TO of an address; a function of `said` may hold the last answer back. */
export async function smtpSink({
  rcpt = () => '250 ok',
  taken = async () => {},
}: {
  rcpt?: (to: string) => string
  taken?: (mail: SinkMail) => Promise<void>
} = {}) {
  const mails: SinkMail[] = []
  const sockets = new Set<Socket>()
  const behaviour = { hangs: false, rcpt, taken, connections: 0 }
  const server = createServer((socket) => {
    behaviour.connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (behaviour.hangs) return
    let to = ''
    let data: string | undefined
    let rest = ''
    socket.write('220 sink\r\n')
    socket.on('data', async (bytes) => {
      rest += bytes.toString()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (data !== undefined) {
          if (line !== '.') data += `${line}\r\n`
          else {
            const mail = mailOf(to, data)
            data = undefined
            mails.push(mail)
            await behaviour.taken(mail)
            socket.write('250 taken\r\n')
          }
        } else if (/^RCPT TO:/i.test(line)) {
          to = /<([^>]*)>/.exec(line)?.[1] ?? ''
          socket.write(`${behaviour.rcpt(to)}\r\n`)
        } else if (line === 'DATA') {
          data = ''
          socket.write('354 go\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    mails,
    behaviour,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: (address: string) => mails.filter((mail) => mail.to === address),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function mailOf(to: string, raw: string): SinkMail {
  const [head = ''] = raw.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]
  // of quoted-printable and base64 parts as much as a test reads
  const text = raw
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
  return { to, raw, id: header('Message-ID') ?? '', header, text }
}
