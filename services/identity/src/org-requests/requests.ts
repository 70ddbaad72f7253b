// Requests as their person makes, reads and withdraws them.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, type Fields, forbidden, invalid, notFound, refused } from '@lyceum/kit/calls/errors'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { userNumber } from '@lyceum/kit/text/user-number'
import { has } from '../../mirror/permissions.ts'
import type { Deps } from '../deps.ts'
import { activeSql } from '../memberships/active.ts'
import { demoClosed } from '../organisations/rules.ts'
import { settingsIn } from '../organisations/settings.ts'
import { accessNow } from '../permissions/current-access.ts'
import { differencesOf } from '../permissions/differences.ts'
import { checkPlaces } from '../study-units/study-units.ts'
import type { OrgRequest, OrgRequestDraft } from './api.ts'
import { emitRequestChanged, type RequestBody, readRequest, readRequests } from './request-row.ts'

/** Open requests of one person. */
const mostOpen = 5

/** Those that are open to join: active, no demo school, and not mine already. */
export async function openOrgs({ db }: Deps, { person }: Actor, { keyword = '', ...page }: PageQuery & { keyword?: string }) {
  const { limit, offset } = limits(page)
  const where = `not o.deleted and o.state = 'active' and not coalesce((o.settings->>'demo')::boolean, false)
    and not exists (select from memberships m where m.org_id = o.id and m.person_id = $1) and ${heldSql(foldedSql('o.name'), '$2')}`
  const values = [person, wordPatterns(keyword)]
  const total = await one<{ n: number }>(db, `select count(*)::int as n from organisations o where ${where}`, ...values)
  const orgs = await rows<{ id: string; name: string }>(
    db,
    `select o.id::text, o.name from organisations o where ${where} order by o.name, o.id limit $3 offset $4`,
    ...values,
    limit,
    offset,
  )
  return pageOf(page, total?.n ?? 0, orgs)
}

const text = (value: string | undefined) => value?.trim() ?? ''

/** The fields of its kind; 400 at each that is missing. */
function bodyOf({ kind, role, user_no, department_id, name, locale, storage_quota, text: why }: OrgRequestDraft): RequestBody {
  const faults: Fields = {
    ...(kind === 'join' && !role && { role: 'field.required' as const }),
    ...(kind === 'new_org' && cleanTitle(name ?? '') === '' && { name: 'field.required' as const }),
    ...(kind === 'new_org' && !locale && { locale: 'field.required' as const }),
    ...(kind === 'storage' && storage_quota === undefined && { storage_quota: 'field.required' as const }),
    ...(kind !== 'join' && text(why) === '' && { text: 'field.required' as const }),
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const number = userNumber(user_no ?? '')
  return {
    ...(kind === 'join' && { role: role!, ...(number && { user_no: number }), ...(department_id && { department_id }) }),
    ...(kind === 'new_org' && { name: cleanTitle(name!), locale: locale! }),
    ...(kind === 'storage' && { storage_quota: storage_quota! }),
    ...(text(why) && { text: text(why) }),
  }
}

/**
 * 404 org.notFound, also for a suspended one; 403 demo.closed into and out of a demo school, account.suspended where the organisation has suspended them,
 * forbidden without the right to ask; 409 orgRequest.member, orgRequest.open for the same once more, requests.tooMany.
 */
export async function makeRequest({ db }: Deps, actor: Actor, draft: OrgRequestDraft): Promise<OrgRequest> {
  const body = bodyOf(draft)
  const { kind, org_id: org } = draft
  // requests of one person come one after the other
  const person = await one<{ made_by_demo: boolean }>(
    db,
    'select made_by_demo from persons where id = $1 and not deleted for update',
    actor.person,
  )
  const organisation = await one<{ name: string; settings: object; mine: boolean | null }>(
    db,
    `select o.name, o.settings, (select ${activeSql('m')} from memberships m where m.org_id = o.id and m.person_id = $2) as mine
     from organisations o where o.id = $1 and not o.deleted and o.state = 'active'`,
    org,
    actor.person,
  )
  if (!person || !organisation) throw notFound('org', org)
  if (person.made_by_demo || settingsIn(organisation.settings).demo) throw demoClosed()
  if (organisation.mine === false) throw refused(403, 'account.suspended', { org: organisation.name })
  if (kind === 'join') {
    if (organisation.mine) throw conflict('orgRequest.member')
    await checkPlaces(db, org, { department_id: body.department_id })
  } else await checkMayAsk(db, actor, org, kind)
  const open = await rows<{ same: boolean }>(
    db,
    `select org_id = $2 and kind = $3 and kind <> 'new_org' as same from org_requests where person_id = $1 and state = 'open'`,
    actor.person,
    org,
    kind,
  )
  if (open.some(({ same }) => same)) throw conflict('orgRequest.open')
  if (open.length >= mostOpen) throw conflict('requests.tooMany', { limit: mostOpen })
  const id = newId()
  await run(
    db,
    'insert into org_requests (id, kind, org_id, person_id, body) values ($1, $2, $3, $4, $5::jsonb)',
    id,
    kind,
    org,
    actor.person,
    JSON.stringify(body),
  )
  await emitRequestChanged(db, id)
  return await readRequest(db, id)
}

/** 403 unless they are in the organisation, and for its storage manage its files. */
export async function checkMayAsk(tx: Tx, actor: Actor, org: string, kind: 'new_org' | 'storage'): Promise<void> {
  const member = await one(
    tx,
    `select from memberships m where m.org_id = $1 and m.person_id = $2 and ${activeSql('m')}`,
    org,
    actor.person,
  )
  if (!member) throw forbidden()
  if (kind === 'new_org') return
  const { can, binding } = await accessNow(tx, { ...actor, org }, await differencesOf(tx, org))
  if (binding || !has(can, 'files.manage')) throw forbidden()
}

export async function ownRequests({ db }: Deps, { person }: Actor, page: PageQuery) {
  const { limit, offset } = limits(page)
  const total = await one<{ n: number }>(db, 'select count(*)::int as n from org_requests where person_id = $1', person)
  const items = await readRequests(db, 'r.person_id = $1', 'r.created_at desc, r.id desc limit $2 offset $3', person, limit, offset)
  return pageOf(page, total?.n ?? 0, items)
}

/** 404 for a request of somebody else; 409 orgRequest.decided once it is not open. */
export async function withdrawRequest({ db }: Deps, { person }: Actor, id: string): Promise<OrgRequest> {
  const row = await one<{ state: string }>(db, 'select state from org_requests where id = $1 and person_id = $2 for update', id, person)
  if (!row) throw notFound('orgRequest', id)
  if (row.state !== 'open') throw conflict('orgRequest.decided')
  await run(db, `update org_requests set state = 'withdrawn' where id = $1`, id)
  await emitRequestChanged(db, id)
  return await readRequest(db, id)
}
