// Mails to people whose names are bodies of script, and the server that takes them.
import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from './instance.ts'
import type { Report } from './report.ts'
import type { World } from './world.ts'

/** Mails to people whose names are script, as HTML and in the headers. */
export async function mails(at: Instance, report: Report, world: World, bodies: string[], taken: () => string): Promise<void> {
  const { admin } = world
  const some = [...bodies.slice(0, 12), 'x\r\nBcc: all@example.edu', '"><img src=http://127.0.0.1:9/x>']
  for (const text of some) {
    const email = `mail-${randomUUID().slice(0, 8)}@example.edu`
    const made = await admin.send('POST', '/api/users', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: text.slice(0, 100), user_no: randomUUID().slice(0, 12), email, roles: ['student'] }),
    })
    report.check(made.status < 500, `a person called ${JSON.stringify(text)}: ${made.status}`, 'POST /api/users')
    await made.text()
    await fetch(`${at.url}/api/auth_code/get_auth_code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ unique_id: email, unique_id_type: 'email' }),
    })
  }
  for (let tries = 0; tries < 60 && !taken().includes('To: mail-'); tries++) await sleep(250)
  await sleep(1500)
  // soft line ends of quoted-printable, then base64 parts
  const text = taken()
  const parts =
    text.replace(/=\r?\n/g, '') +
    [...text.matchAll(/base64\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/g)].map(([, part = '']) => Buffer.from(part, 'base64').toString()).join('\n')
  const htmlParts = [...parts.matchAll(/<html[\s\S]*?<\/html>/gi)].map(([part]) => part)
  report.check(htmlParts.length > 0, 'no HTML mail has come', 'POST /api/auth_code/get_auth_code with SMTP_URL set')
  for (const part of htmlParts)
    report.check(
      !/<script|<img[^>]+onerror|<svg|javascript:/i.test(part.replace(/=3D/g, '=')),
      `a mail holds ${/<script[^>]*>|<img[^>]*>|<svg[^>]*>/i.exec(part)?.[0]}`,
      'a person called as in tests/attack/script-bodies.ts asks for a code',
    )
  report.check(!/^Bcc: all@/m.test(text), 'a name writes a line into the head of a mail', 'POST /api/users { name: "x\\r\\nBcc: …" }')
}

/** Takes mails and keeps their bytes. */
export async function smtp(): Promise<{ url: string; taken(): string; close(): void }> {
  let taken = ''
  const server = createSocketServer((socket) => {
    let data = false
    socket.write('220 here\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      taken += bytes.toString()
      for (const line of bytes.toString().split('\r\n')) {
        if (data && line === '.') {
          data = false
          socket.write('250 taken\r\n')
        } else if (data || line === '') continue
        else if (line === 'DATA') {
          data = true
          socket.write('354 go\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, taken: () => taken, close: () => server.close() }
}
