// A client of the public calls for a person of the demo school; it waits for a system that is still starting.
import { setTimeout as sleep } from 'node:timers/promises'
import { CallFailed, type Client, createClient } from '@lyceum/kit/calls/client'
import type { contracts as activity } from '@lyceum/activity/contracts'
import type { contracts as calendar } from '@lyceum/calendar/contracts'
import type { contracts as course } from '@lyceum/course/contracts'
import type { contracts as notification } from '@lyceum/notification/contracts'
import type { contracts as upload } from '@lyceum/upload/contracts'

type Calls = typeof calendar & typeof course & typeof activity & typeof notification & typeof upload
export type Person = { call: Client<Calls>; address: string }

/** Signs in by one click, as on the sign-in page of a demo school. */
export async function signIn(address: string, { org, person }: { org: string; person: string }): Promise<Person> {
  const answer = await patiently(async () => {
    const tried = await fetch(`${address}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ demo_person: person }),
    })
    if (tried.ok) return tried
    throw new CallFailed(tried.status, (await tried.json()) as never, Number(tried.headers.get('retry-after')) || undefined)
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const call = createClient<Calls>({ base: address, headers: () => ({ cookie, 'request-scope': org }) })
  return { address, call: ((...given: Parameters<typeof call>) => patiently(() => call(...given))) as Client<Calls> }
}

/** Tries again while the system is busy or its services are behind: a minute at most. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const status = error instanceof CallFailed ? error.status : 0
      if (![0, 429, 502, 503].includes(status) || tries === 60) throw error
      await sleep(Math.min((error as CallFailed).retryAfter ?? 1, 10) * 1000)
    }
  }
}

/** Tries again on these statuses, while the facts that the call needs are still on their way: half a minute at most. */
export async function onceKnown<T>(statuses: number[], work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallFailed) || !statuses.includes(error.status) || tries === 60) throw error
      await sleep(500)
    }
  }
}
