// School fixture for the tests of accounts: one organisation, people with passwords, and calls as the BFF makes them.
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Env } from '@lyceum/kit/config'
import { plain } from '@lyceum/kit/database/database'
import { openPool } from '@lyceum/kit/database/connections'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { type Answer, testService } from '@lyceum/kit/test/test-service'
import { expect } from 'vitest'
import { makeOrganisation, makePerson, type PersonDraft } from '../demo.ts'
import type { OrganisationSettings } from '../organisations/settings.ts'
import { service } from '../service.ts'

export const password = 'quiet harbour 12'

export async function testSchool(env: Env = {}) {
  const it = await testService(service, { env })
  const pool = openPool(it.databaseUrl, { max: 3 })
  const tx = plain(pool)
  const org = newId()
  const host = 'school.test'
  await makeOrganisation(tx, { id: org, name: 'Coral School', locale: 'en', hosts: [host] })
  const bff = actorOf({ kind: 'job', person: '', org: '', roles: [], session: '' })
  let nth = 0

  return {
    it,
    pool,
    org,
    host,
    person: (more: Partial<PersonDraft> = {}) => {
      nth++
      return makePerson(tx, {
        org,
        name: `Person ${nth}`,
        user_no: `N${nth}`,
        email: `n${nth}@school.test`,
        roles: ['student'],
        password,
        ...more,
      })
    },
    set: (settings: Partial<OrganisationSettings>) =>
      pool.query('update organisations set settings = settings || $2::jsonb where id = $1', [org, JSON.stringify(settings)]),
    /** The actor of a new session of this person, and the sha256 of its token. */
    async signIn(login: string, word = password): Promise<Answer & { actor: Actor; hash: string }> {
      const answer = await it.call(bff, 'POST', '/internal-api/sessions', {
        sign_in: { login, password: word },
        host,
        address: newId(),
        agent: 'Test/1.0',
      })
      const { session, token } = answer.body
      const { createHash } = await import('node:crypto')
      return {
        ...answer,
        actor: actorOf({ person: session?.user.id, org, roles: session?.memberships[0].roles, session: session?.id }),
        hash: createHash('sha256')
          .update(token ?? '')
          .digest('hex'),
      }
    },
    session: (hash: string) => it.call(bff, 'GET', `/internal-api/sessions/${hash}`),
    call: (actor: Actor | undefined, method: string, path: string, body?: unknown, address = newId()) =>
      it.call(actor, method, path, body, { 'x-forwarded-host': host, 'x-forwarded-proto': 'https', 'x-forwarded-for': address }),
    /** The code in the last message to this address or number, once it is there. */
    async codeTo(to: string, after = 0): Promise<string> {
      const messages = () =>
        [...it.mails.map((mail) => ({ to: mail.to, text: mail.text })), ...it.texts].filter((one) => one.to === to).slice(after)
      await expect.poll(() => messages().length, { timeout: 15_000 }).toBeGreaterThan(0)
      return /\b[2-9A-HJKMNP-Z]{6}\b/.exec(messages().at(-1)?.text ?? '')?.[0] ?? ''
    },
    /** Makes every requested code and link a minute older. */
    aMinuteLater: async () => {
      await pool.query(`update auth_codes set created_at = created_at - interval '61 seconds'`)
      await pool.query(`update email_links set created_at = created_at - interval '61 seconds'`)
    },
    async stop() {
      await pool.end()
      await it.stop()
    },
  }
}
export type TestSchool = Awaited<ReturnType<typeof testSchool>>
