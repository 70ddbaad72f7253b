// Mail by SMTP; without a server (development, a laptop) it is written to the console. Always sent from a job, never in a call.
import { createTransport } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  attachments?: { filename: string; contentType: string; content: string }[]
  /** The first part of its Message-ID: the same mail sent twice has the same one. Without it a new one. */
  id?: string
}
export type Mailer = {
  /**
   * Resolves when the server has accepted the mail; otherwise throws an error whose `permanent` is true for a lasting refusal, and whose `refused`
   * is what the server said where it will never take mail for this address.
   */
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
  turn = async () => {},
  patience = 20_000,
  write = (text) => process.stdout.write(text),
}: {
  url?: string
  from: string
  /** Resolves when the server may get the next mail. */
  turn?: () => Promise<void>
  /** Milliseconds of silence after which the server is taken for hung. */
  patience?: number
  write?: (text: string) => void
}): Mailer {
  if (!url) {
    return {
      send: async ({ to, subject, text }) => write(`\n--- mail to ${to}\n${subject}\n\n${text}\n---\n`),
      close: async () => {},
    }
  }
  const transport = createTransport(
    { url, connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience, dnsTimeout: patience } as SMTPTransport.Options,
    { from },
  )
  const domain = /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, ...mail }) {
      await turn()
      try {
        await transport.sendMail({ ...mail, from, ...(id && { messageId: `<${id}@${domain}>` }) })
      } catch (error) {
        throw Object.assign(error as Error, verdictOf(error as SmtpFailure))
      }
    },
    close: async () => transport.close(),
  }
}

type SmtpFailure = Error & { code?: string; responseCode?: number; response?: string; command?: string; rejected?: unknown[] }

/** A wrong password is no refusal of the mail. Of refusals of the recipient those that speak of us (5.7.1 blocked) say nothing of the address. */
function verdictOf({ code, responseCode = 0, response = '', command = '', rejected }: SmtpFailure): {
  permanent: boolean
  refused?: string
} {
  const permanent = responseCode >= 500 && responseCode < 600 && code !== 'EAUTH'
  const ofRecipient = permanent && code === 'EENVELOPE' && ((rejected?.length ?? 0) > 0 || command.startsWith('RCPT'))
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1]
  const ofAddress = ofRecipient && (detail ? /^5\.(1|2)\./.test(detail) : [550, 551, 553].includes(responseCode))
  return { permanent, ...(ofAddress && { refused: response.slice(0, 200) || String(responseCode) }) }
}
