// Load by autocannon: many clients, each asking as soon as it is answered.
import autocannon from 'autocannon'
import { type Cpu, cpuOf, cpuSince } from './cpu.ts'

export type Shot = { method?: string; path: string; body?: string; headers?: Record<string, string> }
export type Pounded = { rps: number; p50: number; p99: number; errors: number; cpu?: Cpu }

export type Pounding = {
  url: string
  shots: Shot[]
  clients: number
  seconds?: number
  headers?: Record<string, string>
  /** Whose processor time per request is wanted. */
  pid?: number
}

/** One run without any before it. `shots` are asked in turn by each client. Throws when more than one answer in a thousand is a refusal. */
export async function shoot({ url, shots, clients, seconds = 6, headers = {} }: Pounding) {
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    headers,
    requests: shots.map(({ method = 'GET', path, body, headers: own }) => ({
      method: method as 'GET',
      path,
      ...(body && { body }),
      headers: { ...headers, ...own },
    })),
  })
  const errors = result['4xx'] + result['5xx'] + result.errors + result.timeouts
  if (errors > result.requests.total / 1000)
    throw new Error(`${errors} of ${result.requests.total} answers of ${url}${shots[0]?.path} were refusals`)
  return { ...result, refused: errors }
}

/** Warms up for a second first. */
export async function pound({ pid, ...given }: Pounding): Promise<Pounded> {
  await shoot({ ...given, seconds: 1 })
  const before = pid && (await cpuOf(pid))
  const result = await shoot(given)
  const cpu = pid && before ? await cpuSince(pid, before, result.requests.total) : undefined
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, errors: result.refused, ...(cpu && { cpu }) }
}
