// The code that opens an exam and the addresses it is written from: set by teachers, checked at a start.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { context } from '@lyceum/kit/calls/context'
import { audit } from '@lyceum/kit/audit/audit'
import { forbidden, invalid, Problem } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import type { Kv } from '@lyceum/kit/kv/kv'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import { askerOf, readActivityRow } from '../../questions/papers/papers.ts'
import type { ExamAccess } from './api.ts'
import { isWithin, networkOf } from '../attempts/rules.ts'

export async function readExamAccess({ db }: Deps, id: string): Promise<ExamAccess> {
  askerOf(await readActivityRow(db, id))
  return await readAccess(db, id)
}
const readAccess = async (tx: Tx, id: string): Promise<ExamAccess> =>
  (await one<ExamAccess>(tx, 'select code, ip_ranges from exam_access where activity_id = $1', id)) ?? { code: null, ip_ranges: [] }

/** 400 names an address that is none. The code is never in the audit log. */
export async function putExamAccess({ db }: Deps, id: string, { code, ip_ranges }: ExamAccess): Promise<ExamAccess> {
  const activity = await readActivityRow(db, id)
  askerOf(activity)
  const wrong = ip_ranges.findIndex((range) => !networkOf(range))
  if (wrong >= 0) throw invalid({ [`ip_ranges.${wrong}`]: 'field.format' })
  const before = await readAccess(db, id)
  const after = { code: code?.trim() || null, ip_ranges: ip_ranges.map((range) => range.trim()) }
  await run(
    db,
    `insert into exam_access (activity_id, code, ip_ranges) values ($1, $2, $3)
     on conflict (activity_id) do update set code = excluded.code, ip_ranges = excluded.ip_ranges`,
    id,
    after.code,
    after.ip_ranges,
  )
  const audited = ({ code, ip_ranges }: ExamAccess) => ({ has_code: code !== null, ip_ranges })
  await audit(db, {
    action: 'exam.accessChanged',
    subject: `activity:${id}`,
    org: activity.orgId,
    course: activity.courseId,
    before: audited(before),
    after: audited(after),
  })
  return after
}

/** Wrong codes of a person at an exam in so many seconds. */
const [mostWrong, window] = [10, 300]
const digest = (text: string) => createHash('sha256').update(text.normalize('NFKC').trim().toLocaleLowerCase()).digest()

/** 403 attempt.codeWrong, and attempt.codeTooOften after ten of them in five minutes. Capitals do not count. */
export async function checkCode(
  kv: Kv,
  { person }: Actor,
  activity: string,
  code: string | null,
  typed: string | undefined,
): Promise<void> {
  if (code === null) return
  const key = `exam-code:${activity}:${person}`
  // counted before it is compared, so that parallel guesses count too, and taken back where it is right or none was entered
  const tries = await kv.incr(key, window)
  const right = tries <= mostWrong && timingSafeEqual(digest(code), digest(typed ?? ''))
  if (right || typed === undefined) await kv.decr(key)
  if (tries > mostWrong) throw new Problem(429, 'attempt.codeTooOften', { headers: { 'retry-after': String(window) } })
  if (!right) throw forbidden('attempt.codeWrong')
}

/** 403 attempt.addressRefused for a call from elsewhere. */
export function checkAddress(ranges: readonly string[]): void {
  if (!isWithin(context()?.address ?? '', ranges)) throw forbidden('attempt.addressRefused')
}
