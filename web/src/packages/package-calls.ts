// Calls of a package: an attempt with its door on the origin of packages and its contents, the renewal of that door, and saves.
import { type Answer, call } from '../client.ts'
import type { Entry } from '../../package-frame/messages.ts'
import { sendWhileLeaving } from '../parts/base/page/send-while-leaving.ts'
import { deviceId } from '../parts/learning/attempts/device-answers.ts'
import { query } from '../queries.ts'
import type { OpenedPackage } from './package-session.ts'

export type PackageView = Answer<'GET /api/activities/:id/package'>
export type Door = { door: string; url: string; origin: string; expires_at: string }
export type Opened = OpenedPackage & { title: string; door: Door }

/** Each read opens a door, so it is read again only after something has changed. */
export const packageQuery = (activity: string) => ({
  ...query('GET /api/activities/:id/package', { params: { id: activity }, query: { device: deviceId() } }),
  refetchOnWindowFocus: false,
})

/** Goes on with my attempt or begins one; `fresh`: another one after it. Undefined: the package is not ready. */
export async function openAttempt(activity: string, { fresh = false, takeOver = false }): Promise<Opened | undefined> {
  const params = { id: activity }
  const device = deviceId()
  await call('POST /api/activities/:id/package-attempts', {
    params,
    body: { device, ...(fresh && { new: true }), ...(takeOver && { take_over: true }) },
  })
  const { url, origin, door, expires_at, attempt, kind, title, items, learner } = await call('GET /api/activities/:id/package', {
    params,
    query: { device },
  })
  if (url === null || origin === null || door === null || expires_at === null || attempt === null || kind === null) return undefined
  return { kind, title, items, learner, attempt, door: { door, url, origin, expires_at } }
}

/** Another time for a door, whose addresses stay; undefined: it is gone, and another one has to be opened. */
export async function renewDoor(activity: string, { door }: Door): Promise<string | undefined> {
  const page = await call('GET /api/activities/:id/package', { params: { id: activity }, query: { device: deviceId(), door } })
  return page.door === door ? (page.expires_at ?? undefined) : undefined
}

/** My attempt as it is now, by the same door; undefined: another one has begun. */
export async function readAttempt(activity: string, id: string, { door }: Door) {
  const { attempt } = await call('GET /api/activities/:id/package', { params: { id: activity }, query: { device: deviceId(), door } })
  return attempt?.id === id ? attempt : undefined
}

type Sequencing = Record<string, unknown> | undefined
const bodyOf = (attempt: string, entries: readonly Entry[], sequencing: Sequencing) => ({
  attempt,
  device: deviceId(),
  entries: entries.map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })),
  ...(sequencing && { sequencing }),
})

export async function saveEntries(activity: string, attempt: string, entries: readonly Entry[], sequencing: Sequencing) {
  const { saved_at, ...reply } = await call('PUT /api/activities/:id/package-attempt', {
    params: { id: activity },
    body: bodyOf(attempt, entries, sequencing),
  })
  return { ...reply, saved_at: Date.parse(saved_at) }
}

/** Without an answer, which nobody reads any more. */
export const saveWhileLeaving = (activity: string, attempt: string, entries: readonly Entry[]) =>
  sendWhileLeaving(`/api/activities/${activity}/package-attempt`, bodyOf(attempt, entries, undefined), 'PUT')
