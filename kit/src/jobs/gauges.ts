// Gauges of a service's jobs: due, oldest and given up, by kind.
import type { Pool } from 'pg'
import { backgroundQueries } from '../database/connections.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** Gauges of due jobs and their age, by kind: transcoding is scaled by them. */
export function gaugeJobs(pool: Pool, kinds: string[], metrics: Metrics): NodeJS.Timeout {
  let counts: Map<string, { due: number; age: number; dead: number }> | undefined
  for (const kind of kinds) {
    // present from the first scrape, so that the first failure is an increase
    for (const outcome of ['done', 'failed', 'dead']) metrics.count(`lyceum_jobs_${outcome}_total`, { kind }, 0)
    metrics.gauge('lyceum_jobs_waiting', () => counts && (counts.get(kind)?.due ?? 0), { kind })
    metrics.gauge('lyceum_jobs_oldest_seconds', () => counts && (counts.get(kind)?.age ?? 0), { kind })
    metrics.gauge('lyceum_jobs_dead', () => counts && (counts.get(kind)?.dead ?? 0), { kind })
  }
  const readCounts = async () => {
    const { rows } = await backgroundQueries(pool).query<{ kind: string; due: number; age: number; dead: number }>(
      `select kind, count(*) filter (where not dead and coalesce(lease_until, '-infinity') < clock_timestamp() and run_at <= clock_timestamp())::int as due,
         coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where not dead and coalesce(lease_until, '-infinity') < clock_timestamp() and run_at <= clock_timestamp())), 0)::float8 as age,
         count(*) filter (where dead)::int as dead
       from kit.jobs where kind = any($1) group by kind`,
      [kinds],
    )
    counts = new Map(rows.map(({ kind, ...count }) => [kind, count]))
  }
  return setInterval(() => void readCounts().catch(() => {}), 10_000).unref()
}
