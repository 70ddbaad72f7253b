// User actions on their way to the topic. No outbox and no Prisma here: an action is answered when the bus has it, many in one write.
import type { Actor } from '@lyceum/kit/actor'
import { forbidden, invalid, Problem, unavailable } from '@lyceum/kit/errors'
import { userAction } from '@lyceum/kit/facts'
import { newId } from '@lyceum/kit/ids'
import { Compile } from 'typebox/compile'
import type { Deps } from '../service.ts'
import { type Accepted, type UserAction, UserActions } from './api.ts'

/** A bus that is away for longer than this is told to the page; the action may still arrive. Milliseconds. */
const patience = 8000

type Kept = { key: string; value: string }
export type Who = Pick<Actor, 'person' | 'org'>

/** Answers how many were kept. 403 when an action names another person or organisation than the session; 503 busy when too many wait. */
export async function recordActions(deps: Deps, who: Who, body: UserAction | UserAction[]): Promise<Accepted> {
  const records = await recordsOf(deps, who, body)
  await append(deps, records)
  return { accepted: records.length }
}

const isRight = Compile(UserActions)

/** The same for what many pages sent: one write. null where a body is malformed or foreign: its own call says so in full. */
export async function recordBatch(deps: Deps, batch: (Who & { body: string })[]): Promise<{ results: (number | null)[] }> {
  const read = await Promise.all(
    batch.map(async ({ body, ...who }) => {
      const actions = parsed(body)
      return isRight.Check(actions) ? await recordsOf(deps, who, actions).catch(refused) : undefined
    }),
  )
  await append(
    deps,
    read.flatMap((records) => records ?? []),
  )
  return { results: read.map((records) => records?.length ?? null) }
}
const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
const refused = (error: unknown) => {
  if (error instanceof Problem) return undefined
  throw error
}

async function recordsOf(deps: Deps, who: Who, body: UserAction | UserAction[]): Promise<Kept[]> {
  const received_at = deps.now().toISOString()
  const records: Kept[] = []
  for (const action of Array.isArray(body) ? body : [body]) {
    const org = await orgOf(deps, who, action)
    if (!(await deps.tracking.tracks(org))) continue
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
async function orgOf({ tracking }: Deps, actor: Who, { user_id, org_id = actor.org }: UserAction): Promise<string> {
  if (user_id !== undefined && user_id !== actor.person) throw forbidden('userAction.foreign')
  if (org_id === '') throw invalid({ org_id: 'field.required' })
  if (actor.person && org_id !== actor.org && !(await tracking.belongs(actor.person, org_id))) throw forbidden('userAction.foreign')
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
