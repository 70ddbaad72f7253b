// Load by autocannon: many clients, each asking as soon as it is answered.
import autocannon from 'autocannon'
import { type Cpu, cpuOf, cpuSince } from './cpu.ts'

export type Shot = { method?: string; path: string; body?: string; headers?: Record<string, string> }
export type Pounded = { rps: number; p50: number; p99: number; errors: number; cpu?: Cpu }

/** `shots` are asked in turn by each client. Warms up for a second first. `pid`: whose processor time per
 *  request is wanted. Throws when more than one answer in a thousand is not 2xx. */
export async function pound({
  url,
  shots,
  clients,
  seconds = 6,
  headers = {},
  pid,
}: {
  url: string
  shots: Shot[]
  clients: number
  seconds?: number
  headers?: Record<string, string>
  pid?: number
}): Promise<Pounded> {
  const run = (duration: number) =>
    autocannon({
      url,
      connections: clients,
      duration,
      headers,
      requests: shots.map(({ method = 'GET', path, body, headers: own }) => ({
        method: method as 'GET',
        path,
        ...(body && { body }),
        headers: { ...headers, ...own },
      })),
    })
  await run(1)
  const before = pid && (await cpuOf(pid))
  const result = await run(seconds)
  const cpu = pid && before ? await cpuSince(pid, before, result.requests.total) : undefined
  const errors = result.non2xx + result.errors + result.timeouts
  if (errors > result.requests.total / 1000)
    throw new Error(`${errors} of ${result.requests.total} answers of ${url}${shots[0]?.path} were not 2xx`)
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, errors, ...(cpu && { cpu }) }
}
