// Load by autocannon: many clients, each of which sends its next request after an answer.
import autocannon from 'autocannon'
import { cpuOf, cpuSince, type Spent } from './cpu.ts'

export type Shot = { method?: string; path: string; body?: string; headers?: Record<string, string> }
/** Percentiles of an answer's time, milliseconds. autocannon has no p95; p97.5 is a little more. */
export type Pounded = { rps: number; p50: number; p97: number; p99: number; errors: number; cpu?: Spent }

export type Pounding = {
  url: string
  shots: Shot[]
  clients: number
  seconds?: number
  /** Seconds of load before the measurement, default 1: by then V8 has compiled little of a long path. */
  warm?: number
  headers?: Record<string, string>
  /** The process whose processor time per request is measured. */
  pid?: number
}

/** One run without a warm-up. Each client sends `shots` by turns. Throws when more than one answer in a thousand is a refusal. */
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

/** A run after a warm-up. */
export async function pound({ pid, warm = 1, ...given }: Pounding): Promise<Pounded> {
  await shoot({ ...given, seconds: warm })
  const before = pid && (await cpuOf(pid))
  const result = await shoot(given)
  const cpu = pid && before ? await cpuSince(pid, before, result.requests.total) : undefined
  return {
    rps: result.requests.average,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
    p99: result.latency.p99,
    errors: result.refused,
    ...(cpu && { cpu }),
  }
}
