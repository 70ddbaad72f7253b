// User actions on their way to the topic. No outbox and no Prisma here: an action is answered when the bus has it, many in one write.
import type { Actor } from '@lyceum/kit/actor'
import { forbidden, invalid, Problem, unavailable } from '@lyceum/kit/errors'
import { userAction } from '@lyceum/kit/facts'
import { newId } from '@lyceum/kit/ids'
import { Compile } from 'typebox/compile'
import type { Deps } from '../deps.ts'
import { type Accepted, type UserAction, UserActions } from './api.ts'

/** A bus that is away for longer than this is told to the page; the action may still arrive. Milliseconds. */
const patience = 8000

type Kept = { key: string; value: string }
export type Who = Pick<Actor, 'person' | 'org'>

/** Answers how many were kept. 403 when an action names another person or organisation than the session; 503 busy when too many wait. */
export async function recordActions(deps: Deps, who: Who, body: UserAction | UserAction[]): Promise<Accepted> {
  const records = recordsOf(await knowledgeOf(deps, [{ who, actions: listOf(body) }]), who, listOf(body), deps.now().toISOString())
  await append(deps, records)
  return { accepted: records.length }
}

const isRight = Compile(UserActions)

/** The same for what many pages sent: one write. null where a body is malformed or foreign: its own call says so in full. */
export async function recordBatch(deps: Deps, batch: (Who & { body: string })[]): Promise<{ results: (number | null)[] }> {
  const asked = batch.map((who) => ({ who, actions: parsed(who.body) }))
  const knowledge = await knowledgeOf(deps, asked)
  const now = deps.now().toISOString()
  const records: Kept[] = []
  const results = asked.map(({ who, actions }) => {
    if (!actions) return null
    try {
      const own = recordsOf(knowledge, who, actions, now)
      records.push(...own)
      return own.length
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  })
  await append(deps, records)
  return { results }
}
const listOf = (body: UserAction | UserAction[]) => (Array.isArray(body) ? body : [body])
/** undefined: malformed. */
const parsed = (body: string): UserAction[] | undefined => {
  try {
    const actions: unknown = JSON.parse(body)
    return isRight.Check(actions) ? listOf(actions) : undefined
  } catch {
    return undefined
  }
}

/** Which organisations track, and who (`person org`) belongs to another than the session's: asked once for all. */
type Knowledge = { tracks: Map<string, boolean | undefined>; belongs: Map<string, boolean> }
async function knowledgeOf({ tracking }: Deps, asked: { who: Who; actions: UserAction[] | undefined }[]): Promise<Knowledge> {
  const orgs = new Set<string>()
  const members = new Map<string, [person: string, org: string]>()
  for (const { who, actions = [] } of asked) {
    for (const { org_id = who.org } of actions) {
      orgs.add(org_id)
      if (who.person && org_id !== who.org) members.set(`${who.person} ${org_id}`, [who.person, org_id])
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

function recordsOf(knowledge: Knowledge, who: Who, actions: UserAction[], received_at: string): Kept[] {
  const records: Kept[] = []
  for (const action of actions) {
    const org = orgOf(knowledge, who, action)
    if (!knowledge.tracks.get(org)) continue
    records.push(
      userAction({
        id: newId(),
        orgId: org,
        userId: who.person || undefined,
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

/** The session says who. Where is the session's organisation, or another that the page names and the person belongs to. */
function orgOf({ belongs }: Knowledge, actor: Who, { user_id, org_id = actor.org }: UserAction): string {
  if (user_id !== undefined && user_id !== actor.person) throw forbidden('userAction.foreign')
  if (org_id === '') throw invalid({ org_id: 'field.required' })
  if (actor.person && org_id !== actor.org && !belongs.get(`${actor.person} ${org_id}`)) throw forbidden('userAction.foreign')
  return org_id
}

async function append({ actions, load, mostWaiting }: Deps, records: Kept[]) {
  if (records.length === 0) return
  if (load.waiting + records.length > mostWaiting) throw unavailable('busy', { retryAfter: 2 })
  load.waiting += records.length
  const kept = actions.append(records).finally(() => {
    load.waiting -= records.length
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('busy', { retryAfter: 2 })), patience)
  })
  await Promise.race([kept, late]).finally(() => clearTimeout(timer))
}
