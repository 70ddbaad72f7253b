// The audit log of one service: who changed what, for whom, from which address. Lines hold ids and values, never names or texts.
import { context } from '../calls/context.ts'
import { run, type Tx } from '../database/database.ts'
import { newId } from '../ids.ts'

/** All actions, `<thing>.<what happened>`: a service adds its own in src/audit-actions.ts, by declaration merging. Each has a text in
 *  web/src/i18n/<locale>/audit.json. */
export interface AuditActions {
  kit: never
}
export type AuditAction = AuditActions[keyof AuditActions]

export type AuditEntry = {
  action: AuditAction
  /** The changed subject, as the key of its facts: `course:<id>`. */
  subject: string
  /** Whom it concerns. Once they are erased, before and after of the line are empty. */
  person?: string | undefined
  course?: string | undefined
  /** The organisation, when it is not that of the request's actor. */
  org?: string | undefined
  /** Values before and after; ids instead of names, and no text that somebody wrote. `changesOf` leaves only what differs. */
  before?: object | undefined
  after?: object | undefined
}

/** Days for which lines are kept unless the organisation sets another number. */
export const defaultAuditDays = 730
/** Days for which a line names the address and the session. */
const addressDays = 90

/**
 * Writes lines in the transaction of their change. The actor, their session and address are those of the request; in a job or a consumer there
 * is none. A change of many rows at once (an import) is one line.
 */
export async function audit(tx: Tx, entries: AuditEntry | AuditEntry[]): Promise<void> {
  const list = Array.isArray(entries) ? entries : [entries]
  if (list.length === 0) return
  const request = context()
  const { person, session, org } = request?.actor ?? {}
  const lines = list.map((entry) => ({
    id: newId(),
    org_id: entry.org || org,
    actor: person || null,
    session: session || null,
    address: (person && request?.address) || null,
    action: entry.action,
    subject: entry.subject,
    person: entry.person ?? null,
    course: entry.course ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
  }))
  if (lines.some(({ org_id }) => !org_id)) throw new Error('an audit line needs an organisation')
  await run(
    tx,
    `
    insert into kit.audit (id, org_id, at, actor, session, address, action, subject, person, course, before, after)
    select id, org_id, clock_timestamp(), actor, session, address, action, subject, person, course, before, after
    from jsonb_to_recordset($1::jsonb) as line(id uuid, org_id uuid, actor uuid, session text, address text, action text, subject text,
      person uuid, course uuid, before jsonb, after jsonb)`,
    JSON.stringify(lines),
  )
}

/** The fields of two states that differ, as a line's before and after; undefined when nothing does. */
export function changesOf<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return
  const pick = (from: T) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}

/** Empties the lines about an erased person, and their addresses in lines of what they did. Their id stays and leads to nobody. */
export const eraseAuditOf = (tx: Tx, person: string): Promise<number> =>
  run(
    tx,
    `
    update kit.audit set before = case when person = $1 then null else before end, after = case when person = $1 then null else after end,
      address = case when actor = $1 then null else address end, session = case when actor = $1 then null else session end
    where (person = $1 and (before is not null or after is not null)) or (actor = $1 and (address is not null or session is not null))`,
    person,
  )

/** Keeps an organisation's lines for so many days. Run by identity and by services with the mirror of organisations, which know its settings. */
export const setAuditRetention = (tx: Tx, org: string, days: number): Promise<number> =>
  run(
    tx,
    `
    insert into kit.audit_retention as old (org_id, days) values ($1, $2)
    on conflict (org_id) do update set days = excluded.days where old.days <> excluded.days`,
    org,
    days,
  )

/** Deletes at most `size` lines that are older than their organisation keeps them, and returns their number. */
export const deleteExpiredAudit = (tx: Tx, size: number): Promise<number> =>
  run(
    tx,
    `
    delete from kit.audit where id in (
      select line.id from kit.audit line left join kit.audit_retention kept on kept.org_id = line.org_id
      where line.at < now() - make_interval(days => (select least(min(days), $2::int) from kit.audit_retention))
        and line.at < now() - make_interval(days => coalesce(kept.days, $2::int)) limit $1)`,
    size,
    defaultAuditDays,
  )

/** Removes address and session from at most `size` old lines, and returns their number. */
export const clearOldAddresses = (tx: Tx, size: number): Promise<number> =>
  run(
    tx,
    `
    update kit.audit set address = null, session = null where id in (
      select id from kit.audit where (address is not null or session is not null) and at < now() - make_interval(days => $2) limit $1)`,
    size,
    addressDays,
  )
