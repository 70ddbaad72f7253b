// Outbound channels, the same in both ways to run: mail and short messages.
import type { Environment } from '@lyceum/kit/config'
import type { Kv } from '@lyceum/kit/kv/kv'
import { openMail } from '@lyceum/kit/messages/mail'
import { mailTurns } from '@lyceum/kit/messages/mail-turns'
import { openSms } from '@lyceum/kit/messages/sms'
import { withPassword } from '../settings.ts'

export const openOutbound = (read: Environment, kv: Kv) => ({
  mail: openMail({
    url: withPassword(read.optional('SMTP_URL'), read.optional('SMTP_PASSWORD')),
    from: read.text('MAIL_FROM', 'Lyceum <lyceum@localhost>'),
    turn: mailTurns(kv, read.integer('MAIL_PER_SECOND', 20, { min: 1, max: 1000 })),
  }),
  sms: openSms({
    url: read.optional('SMS_GATEWAY_URL'),
    authorization: read.optional('SMS_GATEWAY_AUTHORIZATION'),
    body: read.optional('SMS_GATEWAY_BODY'),
  }),
})
