// Mail of feature tests: notification beside an SMTP server of the test; what is gathered goes when the test wants it.
import type { Env } from '@lyceum/kit/config'
import { openMail } from '@lyceum/kit/messages/mail'
import { org, testNotifications } from './notification-facts.ts'
import { smtpSink } from './smtp-sink.ts'

export type TestMails = Awaited<ReturnType<typeof testMails>>

export const addressOf = (person: string) => `${person}@school.example`

export async function testMails(settings: Env) {
  const sink = await smtpSink()
  const env = await testNotifications({
    env: { PUBLIC_URL: 'https://lyceum.example/', ...settings },
    mail: openMail({ url: sink.url, from: 'Lyceum <lyceum@school.example>', patience: 1000 }),
  })
  await env.organisation()
  return {
    ...env,
    sink,
    /** The number of notifications that wait for the next mail of a person. */
    waits: async (person: string) =>
      (await env.database.query(`select 1 from waiting where person_id = $1 and channel = 'mail'`, [person])).rowCount,
    /** The time of the next mail has come. */
    goOn: (person: string) => env.database.query(`update kit.jobs set run_at = now() where key = $1`, [`mail:${person}:${org}`]),
    retry: () => env.database.query(`update kit.jobs set run_at = now() where kind = 'sendMail' and lease_until is null`),
    stateOf: async (person: string) =>
      (await env.database.query('select state from mails where person_id = $1 order by created_at', [person])).rows.map(
        ({ state }) => state,
      ),
    async stop(how?: { served?: boolean }) {
      await env.stop(how)
      await sink.close()
    },
  }
}
