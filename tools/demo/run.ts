// `npm run demo`: makes the demo school in a system on servers. Reads DATABASE_URL (with LYCEUM_PREFIX) as the services do, and LYCEUM_URL, the
// system's address; films are kept in LYCEUM_HOME.
import { processEnv, settings } from '../../runtime/settings.ts'
import { environment } from '@lyceum/kit/config'
import { createLog } from '@lyceum/kit/telemetry/log'
import { beginDemo } from './demo.ts'

const { env, prefix, home, port, logLevel } = settings(processEnv())
const read = environment(env)
const server = new URL(read.required('DATABASE_URL'))
const databaseUrl = (service: string) => Object.assign(new URL(server), { pathname: `/${prefix}_${service}` }).href

const fill = await beginDemo({
  world: { env, databaseUrl },
  address: read.text('LYCEUM_URL', `http://localhost:${port}`),
  home,
  log: createLog({ level: logLevel, service: 'demo' }),
})
await fill?.()
