// Readiness of the BFF: every service behind it is ready and none is of an older release. On servers this is checked until it has held once:
// from then on the outage of one service stays the outage of that service alone (docs/decisions/0012-bff-readiness-during-outages.md).
import type { ServiceBehind } from './services.ts'

const patience = 1500

export const readiness = (services: ServiceBehind[], release: string, { staysOpen }: { staysOpen: boolean }) => {
  let opened = false
  return async (): Promise<void> => {
    if (opened) return
    await Promise.all(
      services.map(async ({ name, transport }) => {
        const answer = await transport.send({ method: 'GET', url: '/readyz', headers: {}, timeout: patience }).catch(() => undefined)
        if (answer?.status !== 200) throw new Error(`${name} is not ready`)
        const theirs = (JSON.parse(answer.body.toString()) as { release: string }).release
        if (isOlder(theirs, release)) throw new Error(`${name} runs the older release ${theirs}`)
      }),
    )
    opened = staysOpen
  }
}

/** Compares the numbers of two releases: 1.9.0 is older than 1.10.0. Names without numbers are never older. */
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
