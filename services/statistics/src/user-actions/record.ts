// Writes user actions to their topic, without outbox or Prisma: an action is answered when the bus has it, many in one write.
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, invalid, Problem, unavailable } from '@lyceum/kit/calls/errors'
import { fits } from '@lyceum/kit/calls/validation'
import { userAction } from '@lyceum/kit/facts/wire-format'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../deps.ts'
import { actionNames } from './action-names.ts'
import { type Accepted, type UserAction, UserActions } from './api.ts'

/** Milliseconds after which an unavailable bus is a 503 to the page; the action may still arrive. */
const appendTimeout = 8000

type ActionRecord = { key: string; value: string }
export type Sender = Pick<Actor, 'person' | 'org'>

/** Answers the number of written actions. 403 when an action names another person or organisation than the session; 503 busy when too many wait. */
export async function recordActions(deps: Deps, sender: Sender, body: UserAction | UserAction[]): Promise<Accepted> {
  checkVisitor(sender, listOf(body))
  const records = recordsOf(
    await readTrackingState(deps, [{ sender, actions: listOf(body) }]),
    sender,
    listOf(body),
    deps.now().toISOString(),
  )
  await append(deps, records)
  return { accepted: records.length }
}

/** The same for the actions of many pages, in one write. null for a malformed or foreign body, which its own call refuses with the reasons. */
export async function recordBatch(deps: Deps, batch: (Sender & { body: string })[]): Promise<{ results: (number | null)[] }> {
  const entries = batch.map((sender) => ({ sender, actions: parsed(sender.body) }))
  const state = await readTrackingState(deps, entries)
  const now = deps.now().toISOString()
  const records: ActionRecord[] = []
  const results = entries.map(({ sender, actions }) => {
    if (!actions) return null
    try {
      checkVisitor(sender, actions)
      const accepted = recordsOf(state, sender, actions, now)
      records.push(...accepted)
      return accepted.length
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  })
  await append(deps, records)
  return { results }
}
/** Most actions and characters of one call without a session. */
const visitors = { most: 20, characters: 16_384 }
const known = new Set<string>(actionNames)
/** 400 for what a page without a session never sends: anybody may call, and what is stored is kept for a month. */
function checkVisitor({ person }: Sender, actions: UserAction[]): void {
  if (person !== '') return
  if (actions.length > visitors.most || JSON.stringify(actions).length > visitors.characters)
    throw invalid({ actions: ['field.tooMany', { limit: visitors.most }] })
  const strange = actions.findIndex(({ action }) => !known.has(action))
  if (strange >= 0) throw invalid({ [`${strange}.action`]: 'field.choice' })
}

const listOf = (body: UserAction | UserAction[]) => (Array.isArray(body) ? body : [body])
/** undefined: malformed. */
const parsed = (body: string): UserAction[] | undefined => {
  try {
    const actions: unknown = JSON.parse(body)
    return fits(UserActions, actions) ? listOf(actions) : undefined
  } catch {
    return undefined
  }
}

/** The organisations that track, and the memberships (`person org`) outside the sessions' own: one query for the whole batch. */
type TrackingState = { tracks: Map<string, boolean | undefined>; belongs: Map<string, boolean> }
async function readTrackingState(
  { tracking }: Deps,
  entries: { sender: Sender; actions: UserAction[] | undefined }[],
): Promise<TrackingState> {
  const orgs = new Set<string>()
  const members = new Map<string, [person: string, org: string]>()
  for (const { sender, actions = [] } of entries) {
    for (const { org_id = sender.org } of actions) {
      orgs.add(org_id)
      if (sender.person && org_id !== sender.org) members.set(`${sender.person} ${org_id}`, [sender.person, org_id])
    }
  }
  orgs.delete('')
  members.forEach(([, org], key) => org === '' && members.delete(key))
  const [tracks, belongs] = await Promise.all([
    Promise.all([...orgs].map(async (org) => [org, await tracking.tracks(org)] as const)),
    Promise.all([...members].map(async ([key, [person, org]]) => [key, await tracking.belongs(person, org)] as const)),
  ])
  return { tracks: new Map(tracks), belongs: new Map(belongs) }
}

function recordsOf(state: TrackingState, sender: Sender, actions: UserAction[], received_at: string): ActionRecord[] {
  const records: ActionRecord[] = []
  for (const action of actions) {
    const org = orgOf(state, sender, action)
    if (!state.tracks.get(org)) continue
    records.push(
      userAction({
        id: newId(),
        orgId: org,
        userId: sender.person || undefined,
        courseId: action.course_id,
        action: action.action,
        attributes: action.attributes ?? {},
        screenWidth: action.screen_width,
        screenHeight: action.screen_height,
        path: action.path ?? '',
        occurredAt: action.occurred_at ?? received_at,
        receivedAt: received_at,
      }),
    )
  }
  return records
}

/** The person is the session's; the organisation is the session's too, or another of the person's that the page names. */
function orgOf({ belongs }: TrackingState, actor: Sender, { user_id, org_id = actor.org }: UserAction): string {
  if (user_id !== undefined && user_id !== actor.person) throw forbidden('userAction.foreign')
  if (org_id === '') throw invalid({ org_id: 'field.required' })
  if (actor.person && org_id !== actor.org && !belongs.get(`${actor.person} ${org_id}`)) throw forbidden('userAction.foreign')
  return org_id
}

async function append({ actions, load, maxWaiting }: Deps, records: ActionRecord[]) {
  if (records.length === 0) return
  if (load.waiting + records.length > maxWaiting) throw unavailable('busy', { retryAfter: 2 })
  load.waiting += records.length
  const write = actions.append(records).finally(() => {
    load.waiting -= records.length
  })
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('busy', { retryAfter: 2 })), appendTimeout)
  })
  await Promise.race([write, timeout]).finally(() => clearTimeout(timer))
}
