// Decisions of requests: what is agreed to is done in the transaction of the decision, with the rights that the decider has at that moment.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { setExternalId } from '@lyceum/kit/external-ids/external-ids'
import { userNumber } from '@lyceum/kit/text/user-number'
import { personKey } from '../../mirror/person-key.ts'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { emitOrgChanged } from '../facts.ts'
import { insertOrganisation, writeQuota } from '../installation/orgs.ts'
import { activeSql } from '../memberships/active.ts'
import { addMember } from '../memberships/add-member.ts'
import { checkPlaces } from '../study-units/study-units.ts'
import { joinedNumber } from '../users/joined-number.ts'
import { checkNumber } from '../users/numbers.ts'
import { readGiving, refusalOf } from '../users/roles.ts'
import type { JoinDecision, OrgRequest, RequestKind, WorkgroupDecision } from './api.ts'
import { emitRequestChanged, readRequest, readRequests, type StoredRequest } from './request-row.ts'
import { checkMayAsk } from './requests.ts'

/** Requests of these kinds to the actor's organisation: open ones the oldest first, the others by their decision, the newest first. */
export async function requestsTo(
  { db }: Deps,
  { org }: Actor,
  kinds: readonly RequestKind[],
  { state = 'open', ...page }: PageQuery & { state?: OrgRequest['state'] },
) {
  const { limit, offset } = limits(page)
  const where = 'r.org_id = $1 and r.kind = any($2::text[]) and r.state = $3'
  const total = await one<{ n: number }>(db, `select count(*)::int as n from org_requests r where ${where}`, org, kinds, state)
  const order = state === 'open' ? 'r.created_at, r.id' : 'coalesce(r.decided_at, r.created_at) desc, r.id desc'
  const items = await readRequests(db, where, `${order} limit $4 offset $5`, org, kinds, state, limit, offset)
  return pageOf(page, total?.n ?? 0, items)
}

type Decision = { decision: 'agree' | 'reject'; reason?: string; version: number }

/** The request, locked. 404 for one of another organisation or kind, and to agree with who may ask no more; 409 orgRequest.decided, orgRequest.newer; 400 for a rejection without a reason. */
async function lockOpen({ db }: Deps, { org }: Actor, id: string, kinds: readonly RequestKind[], { decision, reason, version }: Decision) {
  if (decision === 'reject' && !reason?.trim()) throw invalid({ reason: 'field.required' })
  const row = await one<StoredRequest>(
    db,
    `select id::text, kind, org_id::text, person_id::text, body, state, version::text from org_requests where id = $1 and org_id = $2 and kind = any($3::text[]) for update`,
    id,
    org,
    kinds,
  )
  if (!row) throw notFound('orgRequest', id)
  if (row.state !== 'open') throw conflict('orgRequest.decided')
  if (version < Number(row.version)) throw conflict('orgRequest.newer', { version: Number(row.version) })
  if (decision === 'agree') await checkStillAsks(db, row.person_id)
  return row
}

/** 404 user.notFound for who is gone, or is suspended wherever they are: they may ask for nothing any more. */
async function checkStillAsks(tx: Tx, person: string): Promise<void> {
  const active = await one(
    tx,
    `select from persons p where p.id = $1 and not p.deleted and exists (select from memberships m where m.person_id = p.id and ${activeSql('m')})
     for no key update`,
    person,
  )
  if (!active) throw notFound('user', person)
}

async function close({ db, now }: Deps, actor: Actor, row: StoredRequest, { decision, reason = '' }: Decision): Promise<OrgRequest> {
  const { id, kind, person_id } = row
  const agreed = decision === 'agree'
  await run(
    db,
    'update org_requests set state = $2, reason = $3, decided_by = $4, decided_at = $5 where id = $1',
    id,
    agreed ? 'agreed' : 'rejected',
    reason.trim(),
    actor.person,
    now(),
  )
  await audit(db, {
    action: agreed ? 'orgRequest.agreed' : 'orgRequest.rejected',
    subject: personKey(person_id),
    person: person_id,
    after: { kind },
  })
  await emitRequestChanged(db, id)
  return await readRequest(db, id)
}

/**
 * Agreeing makes the membership, judged as a new account of the organisation is: 400 permission.notYours, department.unknown, 403 department.only, 409
 * user.numberTaken; 409 orgRequest.member for who has become one meanwhile. The number is that of this organisation: the account keeps its own, and it
 * stands beside it as an external id.
 */
export async function decideJoin(deps: Deps, actor: Actor, id: string, decision: JoinDecision): Promise<OrgRequest> {
  const { db } = deps
  const { org } = actor
  const row = await lockOpen(deps, actor, id, ['join'], decision)
  if (decision.decision === 'agree') {
    const { person_id: person, body } = row
    const role = decision.role ?? body.role ?? 'student'
    const department = (decision.department_id === undefined ? body.department_id : decision.department_id) ?? null
    const number = userNumber(decision.user_no ?? body.user_no ?? '')
    const refused = refusalOf(await readGiving(db, actor), undefined, { roles: [role], department })
    if (refused) throw refused
    await checkPlaces(db, org, { department_id: department })
    if (number) await checkNumber(db, actor, number, person)
    if (!(await addMember(db, { org, person, roles: [role], department, by: actor.person }))) throw conflict('orgRequest.member')
    if (number) await setExternalId(db, { org, kind: 'person', id: person }, { source: joinedNumber, id: number })
    await audit(db, {
      action: 'user.joined',
      subject: personKey(person),
      person,
      after: { roles: [role], ...(department && { department_id: department }) },
    })
  }
  return await close(deps, actor, row, decision)
}

/**
 * Agreeing sets the quota, the one asked for unless another is named, or makes the organisation with its person as the administrator. 409 user.oneself for
 * a request of the decider's own; 403 when its person may not ask for it any more.
 */
export async function decideForWorkgroup(deps: Deps, actor: Actor, id: string, decision: WorkgroupDecision): Promise<OrgRequest> {
  const row = await lockOpen(deps, actor, id, ['new_org', 'storage'], decision)
  const { kind, person_id: person, body } = row
  const { db } = deps
  if (decision.decision === 'agree') {
    if (person === actor.person) throw conflict('user.oneself')
    await checkMayAsk(db, { ...actor, kind: 'person', person }, actor.org, kind as 'new_org' | 'storage')
  }
  if (decision.decision === 'agree' && kind === 'storage') {
    const storage_quota = decision.storage_quota ?? body.storage_quota!
    await writeQuota(db, actor.org, storage_quota)
    await emitOrgChanged(db, actor.org)
    await audit(db, { action: 'org.quotaChanged', subject: `org:${actor.org}`, after: { storage_quota } })
  }
  if (decision.decision === 'agree' && kind === 'new_org') {
    const org = await insertOrganisation(deps, { name: body.name!, locale: body.locale! })
    await addMember(db, { org, person, roles: ['admin'], by: actor.person })
  }
  return await close(deps, actor, row, decision)
}
