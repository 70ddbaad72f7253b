// Quotas of people and courses for the management: what each keeps and may keep, and changes of what it may.
import { withinSql } from '@lyceum/course/mirror/rules'
import { checkPeopleWithin } from '@lyceum/identity/mirror/departments'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid, notFound } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, indexedSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { CoursePurged } from '@lyceum/proto/course'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import type { QuotaDraft, StorageQuota } from './api.ts'
import { inDepartment } from './departments.ts'
import { courseUseSql, type QuotaKind } from './quota-rules.ts'

type Query = PageQuery & { kind: QuotaKind; q?: string; set?: boolean }
type Row = Omit<StorageQuota, 'kind' | 'used' | 'quota' | 'own' | 'version'> & {
  used: string
  bytes: string | null
  version: string | null
}

/** Of each kind, with the organisation as $1 and the department as $2: who is listed, and in which order. */
const listed = {
  person: {
    // who is suspended is no member in the mirror, and keeps files all the same
    from: `mirror.persons s left join storage_used k on k.org_id = $1 and k.person_id = s.id
      left join storage_quotas quota on quota.org_id = $1 and quota.kind = 'person' and quota.subject_id = s.id`,
    where: `not s.deleted and ($2 = '' or ${inDepartment('s.id')}) and (k.person_id is not null or quota.bytes is not null
      or exists (select from mirror.memberships m where m.org_id = $1 and m.person_id = s.id))`,
    name: 's.name',
    code: 's.user_no',
    used: 'coalesce(k.bytes, 0)',
    order: 'coalesce(k.bytes, 0) desc, s.id',
  },
  course: {
    from: `mirror.courses s left join mirror.departments d on d.id = s.department_id
      left join storage_quotas quota on quota.org_id = $1 and quota.kind = 'course' and quota.subject_id = s.id`,
    where: `s.org_id = $1 and not s.deleted and ${withinSql('$2').replaceAll('c.department_id', 's.department_id')}`,
    name: 's.name',
    code: 's.course_code',
    used: courseUseSql('s.id'),
    order: 's.name, s.id',
  },
} as const

/** Without words to look for, people who keep something or have a quota: everybody else keeps nothing. */
const keeping = `(select person_id as id from storage_used where org_id = $1 union select subject_id from storage_quotas where org_id = $1 and kind = 'person') keeping
  join ${listed.person.from.replace(' s left join', ' s on s.id = keeping.id left join')}`

const columns = (kind: QuotaKind) => {
  const { name, code, used } = listed[kind]
  return `s.id::text, ${name} as name, ${code} as code, (${used})::text as used, quota.bytes::text, quota.version::text`
}
const toQuota =
  ({ config }: Pick<Deps, 'config'>, kind: QuotaKind) =>
  ({ used, bytes, version, ...row }: Row): StorageQuota => ({
    kind,
    ...row,
    used: Number(used),
    quota: bytes !== null ? Number(bytes) : kind === 'person' ? config.personQuota : null,
    own: bytes !== null,
    version: Number(version ?? 0),
  })

/** The quota of a purged course goes with it. */
export const purgeQuota = (tx: Tx, { orgId, courseId }: CoursePurged): Promise<number> =>
  run(tx, `delete from storage_quotas where org_id = $1 and kind = 'course' and subject_id = $2`, orgId, courseId)

export async function storageQuotas(deps: Deps, { org, department = '' }: Actor, { kind, q = '', set = false, ...page }: Query) {
  const { where, name, code, order } = listed[kind]
  const from = kind === 'person' && !q.trim() ? keeping : listed[kind].from
  const values: unknown[] = [org, department]
  const bind = (value: unknown) => `$${values.push(value)}`
  // people by the indexes persons_found, since the mirror has those of every organisation; courses of one organisation are few
  const fits = () => (kind === 'person' ? indexedSql('s.folded', q, bind) : heldSql(foldedSql(name, code), bind(wordPatterns(q))))
  const clauses = [where, set && 'quota.bytes is not null', q.trim() && fits()].filter(Boolean)
  const found = `from ${from} where ${clauses.join(' and ')}`
  const total = await one<{ n: number }>(deps.db, `select count(*)::int as n ${found}`, ...values)
  const { limit, offset } = limits(page)
  const items = await rows<Row>(deps.db, `select ${columns(kind)} ${found} order by ${order} limit ${limit} offset ${offset}`, ...values)
  return pageOf(page, total?.n ?? 0, items.map(toQuota(deps, kind)))
}

/** 400 unless it is of a person or a course; 404 for one that is not of the organisation; 403 department.only; 409 storageQuota.newer. */
export async function setQuota(deps: Deps, actor: Actor, { person_id, course_id, bytes, version }: QuotaDraft): Promise<StorageQuota> {
  const { db } = deps
  const { org, department = '' } = actor
  if (person_id && course_id) throw invalid({ course_id: 'field.unknown' })
  const subject = person_id ?? course_id
  if (!subject) throw invalid({ person_id: 'field.required' })
  const kind: QuotaKind = person_id ? 'person' : 'course'
  const { from, where } = listed[kind]
  // the rule of the list, for the whole organisation: one of nowhere is not found, one of another department refused
  const read = (within: string) =>
    one<Row>(db, `select ${columns(kind)} from ${from} where ${where} and s.id = $3::uuid`, org, within, subject)
  if (!(await read(''))) throw notFound(kind === 'person' ? 'user' : 'course', subject)
  if (kind === 'person') await checkPeopleWithin(db, actor, [subject])
  await run(db, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', `storage quota ${org} ${subject}`)
  const before = await read(department)
  if (!before) throw forbidden('department.only')
  const present = Number(before.version ?? 0)
  if (version < present) throw conflict('storageQuota.newer', { version: present })
  if (bytes === null) await run(db, 'delete from storage_quotas where org_id = $1 and kind = $2 and subject_id = $3', org, kind, subject)
  else
    await run(
      db,
      `insert into storage_quotas as q (org_id, kind, subject_id, bytes, version) values ($1, $2, $3, $4, ${nextVersion('0::bigint')})
       on conflict (org_id, kind, subject_id) do update set bytes = excluded.bytes, version = ${nextVersion('q.version')}`,
      org,
      kind,
      subject,
      String(bytes),
    )
  await audit(db, {
    action: 'storageQuota.changed',
    subject: `${kind}:${subject}`,
    ...(kind === 'person' ? { person: subject } : { course: subject }),
    before: { storage_quota: before.bytes === null ? null : Number(before.bytes) },
    after: { storage_quota: bytes },
  })
  return toQuota(deps, kind)((await read(department))!)
}
