// Entry of every server process. `--target=all` is the whole system in one process; any other list names the parts that this process
// runs against servers: bff, a service, transcode. migrate prepares databases and topics and actor-key prints a key; both then exit.
if (Number(process.versions.node.split('.')[0]) < 24) throw new Error(`Lyceum needs Node.js 24 or newer; this is ${process.version}`)

import { enableCompileCache } from 'node:module'
import { ConfigError } from '@lyceum/kit/config'
import { serviceNames, workers } from '../services/services.ts'
import { limitAllocator } from './allocator.ts'
import type { Process } from './process.ts'
import { processEnv, settings as readSettings, type Settings } from './settings.ts'

// a target that only prints ends before it would matter
if (process.argv[1] === import.meta.filename && !/--target=(migrate|actor-key)/.test(process.argv.join(' '))) limitAllocator(processEnv())
enableCompileCache()

const servable = ['bff', ...serviceNames, ...Object.keys(workers)]
const targetNames = ['all', ...servable, 'migrate', 'actor-key']

async function main() {
  const list = process.argv.find((argument) => argument.startsWith('--target='))?.slice('--target='.length)
  if (!list) throw new ConfigError(`no target: --target=all, or a list of ${targetNames.slice(1).join(', ')}`)
  const targets = list.split(',').filter(Boolean)
  const unknown = targets.find((target) => !targetNames.includes(target))
  if (unknown) throw new ConfigError(`--target=${unknown}: there is no such target; there are ${targetNames.join(', ')}`)
  const settings = readSettings(processEnv())
  if (list === 'actor-key') return await (await import('./targets/actor-key.ts')).printActorKey()
  if (list === 'migrate') return await (await import('./targets/migrate.ts')).migrateAll(settings)
  const alone = targets.find((target) => !servable.includes(target))
  if (alone && targets.length > 1) throw new ConfigError(`--target=${alone} stands alone`)

  const started = start(settings, targets)
  let stopping = false
  const stop = async () => {
    if (stopping) return process.exit(1) // a second Ctrl-C does not wait
    stopping = true
    setTimeout(() => process.exit(1), (settings.drainSeconds + settings.stopSeconds) * 1000).unref()
    const running = await started
    await running.drain?.begin()
    await running.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await started
}

/** Each target is loaded only where it runs: one process needs no Kafka client, a pod no embedded database. */
async function start(settings: Settings, targets: string[]): Promise<Process> {
  if (targets.includes('all')) return (await import('./targets/all.ts')).startAll(settings)
  return (await import('./targets/servers.ts')).startTargets(settings, targets)
}

await main().catch((error: unknown): never => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
