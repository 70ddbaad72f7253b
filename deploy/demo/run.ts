// `npm run demo`: the demo school in a system that runs on servers. Reads DATABASE_URL (with LYCEUM_PREFIX) as the services do, and
// LYCEUM_URL, where the system answers; films are kept in LYCEUM_HOME.
import { processEnv, settings } from '../../services/config.ts'
import { environment } from '@lyceum/kit/config'
import { createLog } from '@lyceum/kit/log'
import { seedDemo } from './demo.ts'

const { env, prefix, home, port, logLevel } = settings(processEnv())
const read = environment(env)
const server = new URL(read.required('DATABASE_URL'))
const databaseUrl = (service: string) => Object.assign(new URL(server), { pathname: `/${prefix}_${service}` }).href

await seedDemo({
  world: { env, databaseUrl },
  address: read.text('LYCEUM_URL', `http://localhost:${port}`),
  home,
  log: createLog({ level: logLevel, service: 'demo' }),
})
