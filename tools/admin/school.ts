// Creates the first organisation and its first administrator, for the first sign-in after an installation. Does nothing when an organisation with
// people exists. Reads SCHOOL_NAME, SCHOOL_LOCALE, SCHOOL_HOST, ADMIN_LOGIN and ADMIN_PASSWORD, and the database as the services do.
import { setTimeout as sleep } from 'node:timers/promises'
import { locales } from '@lyceum/identity/organisations/api'
import { type Env, environment } from '@lyceum/kit/config'
import pg from 'pg'
import { processEnv } from '../../runtime/settings.ts'
import { withFlagNames } from './calls.ts'
import { exits, Refused } from './refusal.ts'
import { unreachable } from './databases.ts'
import { allOrganisations, withIdentity } from './organisations.ts'
import { openInstallation } from './installation.ts'

/** Uses the calls of the command line, with their checks. Throws their refusals; the next run continues after the last completed step. */
export async function makeFirst(env: Env): Promise<string> {
  const read = environment(env)
  read.required('DATABASE_URL')
  const [name, email, password] = [read.required('SCHOOL_NAME'), read.required('ADMIN_LOGIN'), read.required('ADMIN_PASSWORD')]
  const [locale, host] = [read.oneOf('SCHOOL_LOCALE', locales, 'en'), read.optional('SCHOOL_HOST')]
  const installation = await openInstallation(env, undefined)
  return await alone(installation.databaseUrl('identity'), () =>
    withIdentity(installation, async (identity) => {
      const there = await allOrganisations(identity)
      const peopled = there.find(({ people }) => people > 0)
      if (peopled) return `there is an organisation already: ${peopled.name}`
      const org =
        there[0] ??
        (await withFlagNames(identity.internal('POST /internal-api/orgs', { body: { name, locale, hosts: host ? [host] : [] } })))
      const body = { name: 'Administrator', user_no: 'admin', email, roles: ['admin' as const, 'instructor' as const], password }
      await withFlagNames(identity.administrator(org.id)('POST /api/users', { body }))
      return `${org.name} is there; ${email} signs in with the password given`
    }),
  )
}

/** A lock, so that two runs at once create one organisation. */
async function alone<T>(database: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database })
  client.on('error', () => {}) // the query that waits for it reports the error
  try {
    await client.connect().catch(unreachable)
    await client.query(`select pg_advisory_lock(hashtext('the first organisation'))`)
    return await work()
  } finally {
    await client.end()
  }
}

/** Waits for the schema: at an installation this runs beside the migrations, and the job's deadline ends both. */
async function main() {
  for (let attempt = 1; ; attempt++) {
    try {
      return console.log(await makeFirst(processEnv()))
    } catch (error) {
      const later = error instanceof Refused && error.exit === exits.unreachable
      if (!later || attempt === 900) {
        console.error((error as Error).message)
        process.exit(1)
      }
      await sleep(1000)
    }
  }
}

if (import.meta.main) await main()
