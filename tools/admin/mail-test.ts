// `lyceum mail test`: sends a mail as the system would, and says what the server answered.
import { environment } from '@lyceum/kit/config'
import { openMail } from '@lyceum/kit/messages/mail'
import { withPassword } from '../../runtime/settings.ts'
import type { Command } from './command.ts'
import { Refused, usage } from './refusal.ts'

export const mailCommand: Command = {
  name: 'mail test',
  summary: 'Send a test mail to an address by SMTP_URL, as the system sends its own',
  about: 'A server that says nothing is given up after 20 seconds. Nobody but the address is written to, and nothing is stored.',
  words: [{ name: 'address', about: 'where to' }],
  flags: {},
  async run({ installation, words }) {
    const to = words[0] ?? ''
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(to)) throw usage('<address>', `${to || 'nothing'} is no address`)
    const read = environment(installation.settings.env)
    const url = withPassword(read.optional('SMTP_URL'), read.optional('SMTP_PASSWORD'))
    if (!url) throw new Refused('mail', 'SMTP_URL is not set: mails are written to the log')
    const from = read.text('MAIL_FROM', 'Lyceum <lyceum@localhost>')
    const mailer = openMail({ url, from })
    try {
      await mailer.send({
        to,
        subject: 'Test of Lyceum',
        text: 'If you can read this, e-mail works.',
        headers: { 'auto-submitted': 'auto-generated' },
      })
    } catch (error) {
      throw new Refused('mail', `the server did not take it: ${(error as Error).message}`)
    } finally {
      await mailer.close()
    }
    return { value: { to, from, sent: true }, text: `the server has taken the mail to ${to}` }
  },
}
