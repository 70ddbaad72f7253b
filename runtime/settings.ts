// Settings of the process as a whole, read from its environment; each service's own part is in its config.ts.
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { type Env, environment } from '@lyceum/kit/config'

export type Settings = ReturnType<typeof settings>

export function settings(env: Env) {
  const read = environment(env)
  const demo = read.flag('LYCEUM_DEMO', true)
  const port = read.integer('PORT', 8080, { min: 1, max: 65_534 })
  const stopSeconds = read.integer('STOP_SECONDS', 30, { min: 1, max: 3600 })
  return {
    env,
    port,
    /** Port of the bytes listener of one process: another origin, without a cookie. */
    bytesPort: read.integer('BYTES_PORT', port + 1, { min: 1, max: 65_535 }),
    host: read.text('HOST', '0.0.0.0'),
    /** Addresses of one process. Every person who reaches a demo school can sign in to it: with HOST unset that is this computer alone. */
    hosts: read.optional('HOST') === undefined && demo ? ['127.0.0.1', '::1'] : [read.text('HOST', '0.0.0.0')],
    home: resolve(read.text('LYCEUM_HOME', '.lyceum').replace(/^~/, homedir())),
    logLevel: read.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    /** Port for metrics alone; unset: the port of calls, where one process answers this machine alone and servers answer private addresses. */
    metricsPort: read.integer('METRICS_PORT', 0, { max: 65_535 }),
    /** Seconds from the signal to end until proxies send no more calls; and until calls under way are cut off. */
    drainSeconds: read.integer('DRAIN_SECONDS', 0, { max: 300 }),
    stopSeconds,
    /** Milliseconds of those that calls under way have; jobs, connections and databases need the rest. */
    stopGrace: Math.min(10_000, (1000 * stopSeconds) / 6),
    /** The port of a process's first service; each further one of the same process takes the next. */
    firstPort: read.integer('HTTP_PORT', 8100, { min: 1, max: 65_535 }),
    demo,
    release: read.text('LYCEUM_RELEASE', '0.1.0'),
    /** Prefix of databases, topics, buckets and keys, so that several systems share the same servers. */
    prefix: read.text('LYCEUM_PREFIX', 'lyceum'),
  }
}

export const processEnv = (): Env => process.env

/** Joins an address with its password, which are separate settings so that only the password is a secret file. */
export function withPassword<T extends string | undefined>(url: T, password: string | undefined): T {
  if (url === undefined || password === undefined) return url
  return Object.assign(new URL(url), { password: encodeURIComponent(password) }).href as T
}
