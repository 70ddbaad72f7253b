// Mail by SMTP; without a server (development, a laptop) it is written to the console. Always sent from a job, never in a call.
import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string; html?: string; headers?: Record<string, string> }
export type Mailer = {
  /** Resolves when the server has accepted the mail; otherwise throws an error whose `permanent` is true for a lasting refusal. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** Connects and authenticates; throws where the server would not accept a mail. */
export async function verifyMail(url: string): Promise<void> {
  const transport = createTransport(url, {})
  await transport.verify().finally(() => transport.close())
}

/** `url` as smtp://user:password@host:587 or smtps://…; without it the console. `from` as `Name <address>`. */
export function openMail({
  url,
  from,
  write = (text) => process.stdout.write(text),
}: {
  url?: string
  from: string
  write?: (text: string) => void
}): Mailer {
  if (!url) {
    return {
      send: async ({ to, subject, text }) => write(`\n--- mail to ${to}\n${subject}\n\n${text}\n---\n`),
      close: async () => {},
    }
  }
  const transport = createTransport(url, { from })
  return {
    async send(mail) {
      try {
        await transport.sendMail({ ...mail, from })
      } catch (error) {
        const code = (error as { responseCode?: number }).responseCode ?? 0
        throw Object.assign(error as Error, { permanent: code >= 500 && code < 600 })
      }
    },
    close: async () => transport.close(),
  }
}
