// The review of what is shared into the groups of an organisation: its list, and decisions over many at once. Somebody who is bound to a department
// reviews what its people share.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import type { SharedResource } from '../generated/client.ts'
import type { AuditStatus } from '../groups/api.ts'
import { emitShares } from '../rows/share-facts.ts'
import { inDepartment } from '../storage/departments.ts'
import { readableSql } from '../storage/readable.ts'
import type { Decided, Decision, ReviewedShare } from './api.ts'

type Query = PageQuery & { status?: AuditStatus; group?: string; q?: string; type?: string }

/** Whoever has not found it among so many searches. */
const mostListed = 10_000

/** The newest shares among which a search looks: it reads the name of each. */
const mostSearched = 20_000

/** Shares `s` of the organisation $1, of the people of the department $2; `u` is the file, `g` the group, `m` and `p` who shares it. */
const sharesFrom = (shares: string) => `${shares} s join uploads u on u.id = s.upload_id and not u.deleted
  join resource_groups g on g.id = s.group_id and not g.deleted
  left join resource_group_members m on m.group_id = s.group_id and m.person_id = s.shared_by left join mirror.persons p on p.id = s.shared_by`
const sharesSql = sharesFrom('shared_resources')
/** Numbers of people of other schools are theirs alone. */
const numberSql = 'case when m.org_id is null then p.user_no end'
const withinSql = `s.org_id = $1 and ($2 = '' or ${inDepartment('s.shared_by')})`

const shareColumns = columnsOf<SharedResource>()(
  'id',
  'group_id',
  'upload_id',
  'shared_by',
  'shared_at',
  'audit_status',
  'audited_by',
  'audited_at',
  'added_at',
  'reason',
  'version',
)
type Row = RowOf<typeof shareColumns> & {
  group_name: string
  name: string | null
  type: string
  size: string
  is_folder: boolean
  viewable: boolean
  sharer: string
  user_no: string
  decider: string | null
  items: number | null
  overrides: number
}

const toReviewed = (row: Row): ReviewedShare => ({
  id: row.id,
  share_to_id: row.group_id,
  group: { id: row.group_id, name: row.group_name },
  audit_status: row.audit_status as AuditStatus,
  reason: row.reason,
  audited_by: row.audited_by === null ? null : { id: row.audited_by, name: row.decider ?? '' },
  audited_at: row.audited_at?.toISOString() ?? null,
  added_at: row.added_at?.toISOString() ?? null,
  shared_by: { id: row.shared_by, name: row.sharer, user_no: row.user_no },
  shared_at: row.shared_at.toISOString(),
  upload: {
    id: row.upload_id,
    name: row.name,
    type: row.type,
    size: Number(row.size),
    is_folder: row.is_folder,
    item_count: row.items,
    viewable: row.viewable,
  },
  overrides: row.overrides,
  version: Number(row.version),
})

export async function listReviewed(
  { db }: Pick<Deps, 'db'>,
  { org, department = '' }: Actor,
  { status, group, q = '', type, ...page }: Query,
) {
  const values: unknown[] = [org, department]
  const bind = (value: unknown) => `$${values.push(value)}`
  // conditions that are not set stand nowhere in the statement: they would keep it from its index
  const ofShares = [withinSql, status && `s.audit_status = ${bind(status)}`, group && `s.group_id = ${bind(group)}::uuid`].filter(Boolean)
  const words =
    q.trim() && heldSql(foldedSql(`case when ${readableSql} then u.name end`, 'g.name', 'p.name', numberSql), bind(wordPatterns(q)))
  const clauses = [...ofShares, type && `u.type = ${bind(type)}`, words].filter(Boolean)
  const shares = words
    ? `(select s.* from shared_resources s where ${ofShares.join(' and ')} order by s.shared_at desc, s.id desc limit ${mostSearched})`
    : 'shared_resources'
  const found = `from ${sharesFrom(shares)} where ${clauses.join(' and ')}`
  const { limit, offset } = limits(page)
  const total = await one<{ n: number }>(db, `select count(*)::int as n from (select 1 ${found} limit ${mostListed}) found`, ...values)
  const waiting = await one<{ n: number }>(
    db,
    `select count(*)::int as n from (select 1 from ${sharesSql} where ${withinSql} and s.audit_status = 'wait' limit ${mostListed}) found`,
    org,
    department,
  )
  const items = await rows<Row>(
    db,
    `
    select ${shareColumns('s')}, g.name as group_name, case when ${readableSql} then u.name end as name, u.type, u.size::text, u.is_folder,
      not u.is_folder and (u.status = 'ready' or u.playable) as viewable, coalesce(p.name, '') as sharer, coalesce(${numberSql}, '') as user_no,
      (select d.name from mirror.persons d where d.id = s.audited_by) as decider,
      case when u.is_folder then (select count(*)::int from uploads i where i.parent_id = u.id and not i.deleted) end as items,
      (select count(*)::int from shared_overrides o where o.share_id = s.id) as overrides
    ${found} order by s.shared_at desc, s.id desc limit least(${limit}, greatest(0, ${mostListed} - ${offset})) offset ${offset}`,
    ...values,
  )
  return { ...pageOf(page, total?.n ?? 0, items.map(toReviewed)), waiting: waiting?.n ?? 0 }
}

type Locked = {
  id: string
  upload_id: string
  group_id: string
  shared_by: string
  audit_status: AuditStatus
  reason: string | null
  version: string
}

/**
 * Decides over shares of the organisation. An undone decision is `wait`, or the status of before. Each that changes is told to who shares it, by a fact,
 * and is a line of the audit log. 400 for a rejection without a reason.
 */
export async function decideShares({ db }: Pick<Deps, 'db'>, actor: Actor, { shares, audit_status, reason }: Decision): Promise<Decided> {
  const said = reason?.trim() ?? ''
  if (audit_status === 'reject' && said === '') throw invalid({ reason: 'field.required' })
  const { org, department = '' } = actor
  const found = await rows<Locked>(
    db,
    `select s.id::text, s.upload_id::text, s.group_id::text, s.shared_by::text, s.audit_status, s.reason, s.version::text
     from ${sharesSql} where ${withinSql} and s.id = any($3::uuid[]) order by s.id for update of s`,
    org,
    department,
    shares.map(({ id }) => id),
  )
  const present = new Map(found.map((row) => [row.id, row]))
  const kept = audit_status === 'reject' ? said : null
  const outcomes = new Map<string, Decided['items'][number]>()
  const changed: Locked[] = []
  for (const { id, version } of shares) {
    const row = present.get(id)
    if (!row) outcomes.set(id, { id, outcome: 'refused', version: 0 })
    else if (version < Number(row.version)) outcomes.set(id, { id, outcome: 'newer', version: Number(row.version) })
    else if (row.audit_status === audit_status && row.reason === kept)
      outcomes.set(id, { id, outcome: 'same', version: Number(row.version) })
    else if (!changed.includes(row)) changed.push(row)
  }
  for (const { id, version } of await writeDecision(db, actor, changed, audit_status, kept))
    outcomes.set(id, { id, outcome: 'changed', version })
  return { items: [...outcomes.values()] }
}

async function writeDecision(
  db: Deps['db'],
  { org, person }: Actor,
  changed: Locked[],
  status: AuditStatus,
  reason: string | null,
): Promise<{ id: string; version: number }[]> {
  if (changed.length === 0) return []
  const decided = status !== 'wait'
  const written = await rows<{ id: string; version: string }>(
    db,
    `update shared_resources set audit_status = $2, reason = $3, audited_by = nullif($4, '')::uuid, audited_at = case when $5::bool then now() end,
       version = ${nextVersion()} where id = any($1::uuid[]) returning id::text, version::text`,
    changed.map(({ id }) => id),
    status,
    reason,
    decided ? person : '',
    decided,
  )
  const versions = new Map(written.map(({ id, version }) => [id, version]))
  if (status === 'agree') await endRejections(db, changed)
  await emitShares(
    db,
    org,
    changed.map((row) => ({ ...row, version: versions.get(row.id) ?? '0' })),
    { status, ...(decided && { by: person }) },
  )
  await audit(
    db,
    changed.map(({ upload_id, group_id, shared_by, audit_status }) => ({
      action: 'sharing.decided' as const,
      subject: `upload:${upload_id}`,
      person: shared_by,
      before: { audit_status },
      after: { audit_status: status, resource_group: group_id, ...(reason !== null && { texts: ['reason'] }) },
    })),
  )
  return written.map(({ id, version }) => ({ id, version: Number(version) }))
}

/** Agreed files that were rejected before may be shared again like any other. */
const endRejections = (tx: Tx, agreed: Locked[]) =>
  run(
    tx,
    'delete from shared_rejections r using unnest($1::uuid[], $2::uuid[]) as a(group_id, upload_id) where r.group_id = a.group_id and r.upload_id = a.upload_id',
    agreed.map(({ group_id }) => group_id),
    agreed.map(({ upload_id }) => upload_id),
  )
