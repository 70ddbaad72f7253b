// What leaves the house, the same in both ways to run: mail and short messages.
import type { Environment } from '@lyceum/kit/config'
import { openMail } from '@lyceum/kit/mail'
import { openSms } from '@lyceum/kit/sms'
import { withPassword } from './config.ts'

export const outwards = (read: Environment) => ({
  mail: openMail({
    url: withPassword(read.optional('SMTP_URL'), read.optional('SMTP_PASSWORD')),
    from: read.text('MAIL_FROM', 'Lyceum <lyceum@localhost>'),
  }),
  sms: openSms({
    url: read.optional('SMS_GATEWAY_URL'),
    authorization: read.optional('SMS_GATEWAY_AUTHORIZATION'),
    body: read.optional('SMS_GATEWAY_BODY'),
  }),
})
