// The first organisation and its first administrator, so that somebody can sign in after an installation. Does nothing where there is an
// organisation already. Reads SCHOOL_NAME, SCHOOL_LOCALE, SCHOOL_HOST, ADMIN_LOGIN and ADMIN_PASSWORD, and the database as the services do.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeOrganisation, makePerson } from '@lyceum/identity/demo'
import { locales } from '@lyceum/identity/organisations/api'
import { ConfigError, environment } from '@lyceum/kit/config'
import { plain } from '@lyceum/kit/db'
import { trust } from '@lyceum/kit/trust'
import pg from 'pg'
import { processEnv, settings } from '../services/config.ts'
import { databasesOf } from '../services/world-servers.ts'

async function makeFirst(): Promise<string> {
  const { env, prefix } = settings(processEnv())
  const read = environment(env)
  trust(read.list('TRUSTED_CA'))
  const name = read.required('SCHOOL_NAME')
  const login = read.required('ADMIN_LOGIN')
  const password = read.required('ADMIN_PASSWORD')
  const host = read.optional('SCHOOL_HOST')
  const client = new pg.Client({ connectionString: databasesOf(read, prefix)('identity') })
  await client.connect()
  try {
    await client.query('begin')
    // two that run at once make one
    await client.query(`select pg_advisory_xact_lock(hashtext('the first organisation'))`)
    const there = await client.query('select name from organisations limit 1')
    if (there.rows[0]) return `there is an organisation already: ${there.rows[0].name}`
    const tx = plain(client)
    const org = await makeOrganisation(tx, { name, locale: read.oneOf('SCHOOL_LOCALE', locales, 'en'), hosts: host ? [host] : [] })
    await makePerson(tx, { org, name: 'Administrator', user_no: 'admin', email: login, roles: ['admin', 'instructor'], password })
    await client.query('commit')
    return `${name} is there; ${login} signs in with the password given`
  } finally {
    await client.end()
  }
}

// the schema may still be on its way: this runs beside the migrations at an installation, and the job's deadline ends both
for (let attempt = 1; ; attempt++) {
  try {
    console.log(await makeFirst())
    break
  } catch (error) {
    if (error instanceof ConfigError || attempt === 900) {
      console.error((error as Error).message)
      process.exit(1)
    }
    await sleep(1000)
  }
}
