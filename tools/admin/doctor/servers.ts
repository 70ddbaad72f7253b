// Checks of Kafka, Redis, the blob store and the disk: reachable by the services' own clients, with the settings that Lyceum needs.
import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { environment } from '@lyceum/kit/config'
import { topicFor, userActions } from '@lyceum/kit/facts/wire-format'
import { newId } from '@lyceum/kit/ids'
import { inspectRedis } from '@lyceum/kit/kv/redis'
import { withPassword } from '../../../runtime/settings.ts'
import { storeOf } from '../../../runtime/world/servers.ts'
import { bytes } from '../backup-folder.ts'
import { eachDatabase, serviceNames } from '../databases.ts'
import type { Installation } from '../installation.ts'
import { fail, type Finding, look, ok, warn } from './check.ts'
import { clock, lagOf } from './database.ts'

export async function kafka(installation: Installation): Promise<Finding[]> {
  if (!installation.topics) return []
  const open = installation.topics
  return await look(
    'Kafka',
    'are KAFKA_BROKERS, its user and its certificate right, and is a broker up? Facts wait meanwhile',
    async () => {
      const topics = await open()
      try {
        const names = [...serviceNames.map(topicFor), userActions]
        const { brokers, topics: there } = await topics.describe(names)
        const found: Finding[] = [ok('Kafka', `${brokers} brokers`)]
        for (const name of names) {
          const one = there.get(name)
          if (!one) found.push(fail(`topic ${name}`, 'it is not there', 'run --target=migrate, which makes the topics'))
          else if (one.partitions !== one.wanted.partitions)
            found.push(
              fail(
                `topic ${name}`,
                `${one.partitions} partitions instead of ${one.wanted.partitions}`,
                'it was made by something else: a key must stay in its partition. Take it away while it is empty, or restore',
              ),
            )
          else {
            for (const [setting, [is, wanted]] of Object.entries(one.differing))
              found.push(warn(`topic ${name}`, `${setting} is ${is} instead of ${wanted}`, 'run --target=migrate, which sets it'))
            if (one.offline > 0)
              found.push(fail(`topic ${name}`, `${one.offline} partitions have no leader`, 'bring the broker back that holds them'))
            else if (one.underReplicated > 0)
              found.push(warn(`topic ${name}`, `${one.underReplicated} partitions have fewer copies than they should`, 'is a broker away?'))
            if (brokers >= 3 && one.replicas < 3)
              found.push(
                warn(
                  `topic ${name}`,
                  `${one.replicas} copies on ${brokers} brokers`,
                  'set KAFKA_REPLICATION to 3 for new topics, and reassign this one',
                ),
              )
          }
        }
        if (found.length === 1) found.push(ok('topics', `${names.length}, with their partitions and retention`))
        const ends = await topics.ends(names)
        const behind = await eachDatabase(installation, serviceNames, async (pool, service) => {
          const { rows } = await pool.query<{ topic: string; partition: number; position: string }>(
            'select topic, partition, position from kit.positions',
          )
          const lags = rows.map(({ topic, partition, position }) =>
            Number((ends.get(topic)?.find((end) => end.partition === partition)?.high ?? 0n) - BigInt(position)),
          )
          const ahead = lags.filter((lag) => lag < 0).length
          if (ahead > 0)
            found.push(
              fail(
                `positions of ${service}`,
                `${ahead} partitions end before the place where it reads`,
                'the topics were begun anew without it: `lyceum topic replay` of this service',
              ),
            )
          return { service, lag: lags.reduce((sum, lag) => sum + Math.max(0, lag), 0) }
        })
        return [...found, lagOf(behind)]
      } finally {
        await topics.close()
      }
    },
  )
}

export async function redis(installation: Installation): Promise<Finding[]> {
  if (installation.way === 'one') return []
  const read = environment(installation.settings.env)
  const url = withPassword(read.optional('REDIS_URL'), read.optional('REDIS_PASSWORD'))
  if (!url) return [fail('Redis', 'REDIS_URL is not set', 'set it; without Redis limits and live hints hold per process alone')]
  return await look(
    'Redis',
    'is it up, and are REDIS_URL and its password right? Meanwhile limits and live hints hold per process alone',
    async () => {
      const { version, policy, milliseconds } = await inspectRedis(url)
      if (policy === 'noeviction')
        return warn(
          'Redis',
          `version ${version}, refuses writes when it is full (noeviction)`,
          'set maxmemory-policy to allkeys-lru: all that it holds may be lost',
        )
      return ok('Redis', `version ${version}, answers in ${milliseconds} ms`)
    },
  )
}

export async function files(installation: Installation): Promise<Finding[]> {
  return await look('files', 'are S3_ENDPOINT, its keys and the bucket right, or the folder’s owner and rights?', async () => {
    const blobs = await installation.files()
    const key = `doctor/${newId()}`
    const body = randomBytes(64 * 1024)
    const asked = Date.now()
    await blobs.put(key, body, { size: body.length })
    const back = await buffer(await blobs.read(key))
    await blobs.remove([key])
    if (!back.equals(body)) return fail('files', 'what was read is not what was written', 'do not take uploads in: the store loses bytes')
    const found = [ok('files', `written, read and removed in ${Date.now() - asked} ms`)]
    if (installation.way === 'one') return found
    const { endpoint } = storeOf(environment(installation.settings.env), installation.settings.prefix)
    const answer = await fetch(endpoint).catch(() => undefined)
    const date = Date.parse(answer?.headers.get('date') ?? '')
    // the header's date has whole seconds
    return Number.isNaN(date)
      ? found
      : [...found, clock('clock of the store', 'the store', Math.max(0, Math.abs(Date.now() - date - 500) - 500))]
  })
}

export async function disk(installation: Installation): Promise<Finding[]> {
  const folder = installation.way === 'one' ? installation.settings.home : tmpdir()
  return await look('disk', `can ${folder} be read?`, async () => {
    const { bavail, blocks, bsize, ffree, files: inodes } = await statfs(folder)
    const share = bavail / blocks
    const found = `${bytes(bavail * bsize)} free of ${bytes(blocks * bsize)} at ${folder}`
    const next =
      installation.way === 'one'
        ? 'make room, or move the folder to a larger disk: a full one stops all writes'
        : 'give the pod more room for temporary files'
    if (share < 0.03) return fail('disk', found, next)
    if (inodes > 0 && ffree / inodes < 0.03) return fail('disk', `${found}, but almost no file can be made any more (inodes)`, next)
    return share < 0.1 ? warn('disk', found, next) : ok('disk', found)
  })
}
