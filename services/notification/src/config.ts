// Settings of notification, read from the environment.
import type { Environment } from '@lyceum/kit/config'
import { grantKeys } from '@lyceum/upload/mirror/grant'
import { pushKey } from '@lyceum/kit/messages/web-push'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => {
  const publicUrl =
    env.optional('PUBLIC_URL')?.replace(/\/+$/, '') ?? `http://localhost:${env.integer('PORT', 8080, { min: 1, max: 65_535 })}`
  return {
    /** Address of the page in mails, without a slash at the end. */
    publicUrl,
    /** The same keys as upload's: they sign grants for attachments, and the tokens in mails. */
    grantKeys: grantKeys(env.required('GRANT_KEYS')),
    /** The key by which push services know this installation; unset: no push. */
    push: pushKey(env.mounted('PUSH_KEY')),
    /** Seconds for which a mail gathers what belongs together, and between two mails of a person. */
    gatherSeconds: env.integer('MAIL_GATHER_SECONDS', 60, { min: 0, max: 3600 }),
    betweenMailsSeconds: env.integer('MAIL_BETWEEN_SECONDS', 600, { min: 0, max: 86_400 }),
    /** Mails of an organisation in a day; beyond them bulletins, and what all students of a course are told, wait for the next day. */
    mailsPerDay: env.integer('MAILS_PER_ORG_AND_DAY', 50_000, { min: 1, max: 10_000_000 }),
    /** Bulletins of an organisation, and of each course, that may go out to people in 24 hours. */
    bulletinsPerDay: env.integer('BULLETINS_PER_DAY', 10, { min: 1, max: 1000 }),
    /** People whom one sender may reach by messages in 24 hours, each counted by the message. */
    messagesPerDay: env.integer('MESSAGES_PER_DAY', 2000, { min: 1, max: 1_000_000 }),
    /** Days for which a notification is kept once it was read, and in any case. The notices of a day are compared with them. */
    readDays: env.integer('NOTIFICATIONS_READ_DAYS', 90, { min: 2, max: 3650 }),
    keptDays: env.integer('NOTIFICATIONS_DAYS', 365, { min: 2, max: 3650 }),
  }
}
