// User actions on their way to the topic. No outbox and no Prisma here: an action is answered when the bus has it, many in one write.
import type { Actor } from '@lyceum/kit/actor'
import { forbidden, invalid, unavailable } from '@lyceum/kit/errors'
import { userAction } from '@lyceum/kit/facts'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../service.ts'
import type { Accepted, UserAction } from './api.ts'

/** A bus that is away for longer than this is told to the page; the action may still arrive. Milliseconds. */
const patience = 8000

/** Answers how many were kept. 403 when an action names another person or organisation than the session; 503 busy when too many wait. */
export async function recordActions(deps: Deps, actor: Actor, body: UserAction | UserAction[]): Promise<Accepted> {
  const received_at = deps.now().toISOString()
  const records: { key: string; value: string }[] = []
  for (const action of Array.isArray(body) ? body : [body]) {
    const org = await orgOf(deps, actor, action)
    if (!(await deps.tracking.tracks(org))) continue
    records.push(userAction({
      id: newId(), orgId: org, userId: actor.person || undefined, courseId: action.course_id, action: action.action,
      attributes: action.attributes ?? {}, screenWidth: action.screen_width, screenHeight: action.screen_height, path: action.path ?? '',
      occurredAt: action.occurred_at ?? received_at, receivedAt: received_at,
    }))
  }
  if (records.length > 0) await append(deps, records)
  return { accepted: records.length }
}

/** The session says who. Where is the session's organisation, or another that the page names and the person belongs to. */
async function orgOf({ tracking }: Deps, actor: Actor, { user_id, org_id = actor.org }: UserAction): Promise<string> {
  if (user_id !== undefined && user_id !== actor.person) throw forbidden('userAction.foreign')
  if (org_id === '') throw invalid({ org_id: 'field.required' })
  if (actor.person && org_id !== actor.org && !(await tracking.belongs(actor.person, org_id))) throw forbidden('userAction.foreign')
  return org_id
}

async function append({ actions, load, mostWaiting }: Deps, records: { key: string; value: string }[]) {
  if (load.waiting + records.length > mostWaiting) throw unavailable('busy', { retryAfter: 2 })
  load.waiting += records.length
  const kept = actions.append(records).finally(() => { load.waiting -= records.length })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(unavailable('busy', { retryAfter: 2 })), patience) })
  await Promise.race([kept, late]).finally(() => clearTimeout(timer))
}
