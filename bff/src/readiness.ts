// Ready when every service behind the door is, and none of them is older than the door. With services in processes of their own this is
// asked until it is true for the first time: from then on a service that is away is that service's outage alone, and a door that closed
// with it would make it everybody's (docs/decisions/0012-the-door-stays-open.md).
import { unavailable } from '@lyceum/kit/errors'
import type { ServiceBehind } from './services.ts'

const patience = 1500

export const readiness = (services: ServiceBehind[], release: string, { staysOpen }: { staysOpen: boolean }) => {
  let opened = false
  return async (): Promise<void> => {
    if (opened) return
    await Promise.all(
      services.map(async ({ name, transport }) => {
        const answer = await transport.send({ method: 'GET', url: '/readyz', headers: {}, timeout: patience }).catch(() => undefined)
        if (answer?.status !== 200) throw unavailable(`service.${name}.notReady`)
        const theirs = (JSON.parse(answer.body.toString()) as { release: string }).release
        if (isOlder(theirs, release)) throw unavailable(`service.${name}.older`)
      }),
    )
    opened = staysOpen
  }
}

/** By the numbers in them: 1.9.0 is older than 1.10.0. Names without numbers are never older. */
export function isOlder(one: string, other: string): boolean {
  const numbers = (release: string) => (/^v?\d+(\.\d+)*/.exec(release)?.[0] ?? '').replace('v', '').split('.').filter(Boolean).map(Number)
  const [a, b] = [numbers(one), numbers(other)]
  if (a.length === 0 || b.length === 0) return false
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
