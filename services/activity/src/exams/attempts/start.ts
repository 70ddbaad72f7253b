// The start of an attempt: one insert. A repeated call answers the running one, on the calling device.
import { randomInt, randomUUID } from 'node:crypto'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import { sharedReads } from '@lyceum/kit/database/connections'
import { one, plain, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { slotsOf } from '../../questions/papers/paper-view.ts'
import { bitsOf } from '../../questions/papers/rules.ts'
import type { AttemptHead } from './api.ts'
import { noteEvents } from './attempt-events.ts'
import { toHead } from './attempt-row.ts'
import { checkAddress, checkCode } from '../exam-access/exam-access.ts'
import { readTerms, termsOf } from './exam-terms.ts'
import { acceptUntil, deadlineFrom } from './rules.ts'

/** The greatest seed: a number that JSON and PostgreSQL have alike. */
const mostSeed = 2 ** 47
/** Stands for as many attempts as they like. */
const anyNumber = 1_000_000

type Started = {
  id: string
  activity_id: string
  paper_id: string
  started_at: Date
  deadline: Date
  accept_until: Date
  paused_at: Date | null
  device: string
  seed: string
  trial: boolean
}

/**
 * 403 attempt.codeWrong, .addressRefused and as of every activity that is not open; 409 attempt.noneLeft, paper.empty. Whoever writes already goes on,
 * also once nobody may start any more, from where it may be written.
 */
export async function startAttempt(
  { pool, kv, papers, now }: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { device, code }: { device: string; code?: string },
): Promise<AttemptHead> {
  const reads = sharedReads(pool)
  const time = now()
  const row = await readTerms(reads, actor.person, id)
  if (row?.running) {
    checkAddress(row.running_trial ? [] : (row.ip_ranges ?? []))
    const running = row.running_device === device ? await headOf(reads, row.running) : await moveTo(plain(pool), row.running, device)
    if (running) {
      if (running.device_before !== device) await noteEvents(plain(pool), [running], 'device', null, time)
      return toHead(running, device, time)
    }
  }
  const exam = await termsOf(reads, actor, scope, { id, row }, time)
  const { activity, terms, paper: paperId, code: wanted, ranges, trial } = exam
  checkAddress(trial ? [] : ranges)
  if (!trial) await checkCode(kv, actor, id, wanted, code)
  const paper = paperId ? await papers.of(reads, paperId) : undefined
  if (!paper) throw conflict('paper.empty')
  const shuffling = { questions: activity.settings.shuffle_questions === true, options: activity.settings.shuffle_options === true }
  const seed = String(randomInt(1, mostSeed))
  const versions = slotsOf(paper, { seed, shuffling }).map(({ version }) => version)
  const deadline = deadlineFrom(time, terms)
  const started = await one<Started>(
    plain(pool),
    `
        insert into attempts as a (id, org_id, course_id, activity_id, person_id, paper_id, versions, seed, shuffle, state, trial, device, started_at,
          deadline, accept_until, terms_deadline, seen_at, pseudonym, version, paused_at)
        select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::uuid, $7::uuid[], $8::bigint, $9::smallint, 'running', $10::bool, $11::uuid,
          $12::timestamptz, $13::timestamptz, $14::timestamptz, $13::timestamptz, $12::timestamptz, $15::int, $16::bigint, (
            select $12::timestamptz from exam_access e where e.activity_id = $4 and e.paused_at is not null and not $10::bool)
        from attempts b where b.activity_id = $4 and b.person_id = $5 and b.trial = $10::bool
        having count(*) filter (where b.state <> 'running') < $17::int
        on conflict (activity_id, person_id) where state = 'running' do update set device = excluded.device, seen_at = excluded.seen_at,
          device_changes = a.device_changes + case when a.device = excluded.device then 0 else 1 end
        returning ${headColumns('a')}`,
    // a UUIDv7 would reveal when an anonymous one was begun, which is seen by name
    randomUUID(),
    activity.orgId,
    activity.courseId,
    activity.id,
    actor.person,
    paper.id,
    versions,
    seed,
    bitsOf(shuffling),
    trial,
    device,
    time,
    deadline,
    acceptUntil(deadline),
    randomInt(1, 1_000_000),
    time.getTime(),
    terms.attempts ?? anyNumber,
  )
  if (!started) throw conflict('attempt.noneLeft')
  // the exam stands still for everybody
  if (started.paused_at?.getTime() === time.getTime()) await noteEvents(plain(pool), [started], 'paused', null, time)
  return toHead(started, device, time)
}

const headColumns = (a: string) =>
  `${a}.id::text, ${a}.activity_id::text, ${a}.paper_id::text, ${a}.started_at, ${a}.deadline, ${a}.accept_until, ${a}.paused_at, ${a}.device::text, ${a}.seed::text, ${a}.trial`

type Going = Started & { device_before: string }
/** It goes on where it was; undefined: it has ended meanwhile. */
const headOf = (tx: Tx, attempt: string): Promise<Going | undefined> =>
  one<Going>(
    tx,
    `select ${headColumns('a')}, a.device::text as device_before from attempts a where a.id = $1 and a.state = 'running'`,
    attempt,
  )

/** It is on this device from now on; undefined: it has ended meanwhile. */
const moveTo = (tx: Tx, attempt: string, device: string): Promise<Going | undefined> =>
  one<Going>(
    tx,
    `
    update attempts a set device = $2, device_changes = a.device_changes + case when o.device = $2 then 0 else 1 end
    from (select id, device from attempts where id = $1 and state = 'running' for update) o
    where a.id = o.id returning ${headColumns('a')}, o.device::text as device_before`,
    attempt,
    device,
  )
