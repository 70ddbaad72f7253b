// Tests of mail by SMTP.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openMail } from './mail.ts'

/** Speaks as much SMTP as a sender needs; `refusal` answers RCPT. */
async function smtp(refusal?: string) {
  const said: string[] = []
  const server = createServer((socket) => {
    let data = false
    socket.write('220 test\r\n')
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n')) {
        if (line !== '') said.push(line)
        if (data) {
          if (line === '.') {
            data = false
            socket.write('250 taken\r\n')
          }
        } else if (line.startsWith('EHLO')) socket.write('250 test\r\n')
        else if (line === 'DATA') {
          data = true
          socket.write('354 go\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else if (line.startsWith('RCPT') && refusal) socket.write(`${refusal}\r\n`)
        else if (line !== '') socket.write('250 ok\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { said, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

test('goes out by SMTP from the address of the system', async () => {
  const server = await smtp()
  const mail = openMail({ url: server.url, from: 'Lyceum <lyceum@school.example>' })
  await mail.send({ to: 'ann@school.example', subject: 'เรียน 你好', text: 'The text' })
  await mail.close()
  server.close()
  expect(server.said).toContain('MAIL FROM:<lyceum@school.example>')
  expect(server.said).toContain('RCPT TO:<ann@school.example>')
  expect(server.said.join('\n')).toContain('The text')
})

test('a refusal says whether it is for good', async () => {
  for (const [refusal, permanent] of [
    ['550 no such person', true],
    ['451 later', false],
  ] as const) {
    const server = await smtp(refusal)
    const mail = openMail({ url: server.url, from: 'Lyceum <lyceum@school.example>' })
    await expect(mail.send({ to: 'x@school.example', subject: '', text: '' })).rejects.toMatchObject({ permanent })
    await mail.close()
    server.close()
  }
})

test('to the console without a server', async () => {
  const written: string[] = []
  const mail = openMail({ from: 'x', write: (text) => written.push(text) })
  await mail.send({ to: 'ann@school.example', subject: 'Hello', text: 'The text' })
  expect(written.join('')).toContain('Hello')
})
