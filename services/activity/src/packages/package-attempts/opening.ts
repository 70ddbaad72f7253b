// The opening of a package: what its page begins with, the beginning of attempts, and which device holds one.
import { createHash } from 'node:crypto'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { type OpenedActivity, openActivity } from '../../activity/open-activity.ts'
import { uploadsById } from '../../activity/uploads/uploads.ts'
import type { Deps } from '../../deps.ts'
import { grantFor } from '../../progress/plays/grants.ts'
import { recordVisit } from '../../progress/progress.ts'
import { countsProgress } from '../../trial.ts'
import { definitionOf } from '../../types/activity-types.ts'
import { settingsOf } from '../../types/settings.ts'
import { attemptColumns, type AttemptRow, endedSql, statesOf, toAttempt, toState } from '../attempt-row.ts'
import { openedPackage } from '../opened-packages.ts'
import type { PackageView } from './api.ts'

type Settings = {
  attempts: { most: number | null; new: 'never' | 'completed' | 'always' }
  window: 'frame' | 'own'
  resume: 'ask' | 'always'
}
type Last = AttemptRow & { sequencing: Record<string, unknown> | null; ended_at: Date | null; begun: number }

/** Without a save for so long an attempt is taken over by another device without a question. */
const heldFor = 15 * 60_000
/** Attempts of one person at one package, whatever its settings say. */
const mostEver = 500
/** A device that takes an attempt over numbers its entries so far above those of the device before, which may have some that it has not sent yet. */
const seqGap = 100_000

/** Opens to nobody by its name: the same in one course, another in each. */
const aliasOf = (course: string, person: string) =>
  createHash('sha256').update(`learner ${course} ${person}`).digest('base64url').slice(0, 22)

/** 409 package.notOffered for an activity of another type; 404 and 403 as every activity that is not open. */
async function openPackageActivity(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<OpenedActivity> {
  const activity = await openActivity(deps, actor, scope, id)
  if (!definitionOf(activity.type)?.packaged) throw conflict('package.notOffered')
  return activity
}

/** The last attempt that is not in the bin; `begun`: how many there are. */
const lastAttempt = (tx: Tx, activity: string, person: string, trial: boolean): Promise<Last | undefined> =>
  one<Last>(
    tx,
    `select ${attemptColumns}, p.sequencing, ${endedSql} as ended_at, count(*) over ()::int as begun
     from package_attempts p where p.activity_id = $1 and p.person_id = $2 and p.trial = $3 and p.deleted_at is null order by p.n desc limit 1`,
    activity,
    person,
    trial,
  )

const settingsIn = (activity: OpenedActivity) => settingsOf(activity) as Settings
const leftOf = ({ attempts: { most } }: Settings, begun: number): number | null => (most === null ? null : Math.max(0, most - begun))

/** Whether another one may be begun after the last. */
function mayBegin(settings: Settings, last: Last | undefined): boolean {
  if (leftOf(settings, last?.begun ?? 0) === 0 || (last?.begun ?? 0) >= mostEver) return false
  if (!last || settings.attempts.new === 'always') return true
  return settings.attempts.new === 'completed' && (last.status === 'completed' || last.success !== 'unknown')
}

export async function readPackage(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  device: string | undefined,
): Promise<PackageView> {
  const activity = await openPackageActivity(deps, actor, scope, id)
  const last = await lastAttempt(deps.db, id, actor.person, !countsProgress(scope))
  return await viewOf(deps, actor, scope, activity, last, device)
}

async function viewOf(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  activity: OpenedActivity,
  last: Last | undefined,
  device: string | undefined,
): Promise<PackageView> {
  const { db } = deps
  const settings = settingsIn(activity)
  // one that has begun goes on with its file, also when another took its place
  const upload = last?.upload_id ?? activity.uploadIds[0]
  if (!upload) throw conflict('activity.noUpload')
  const opened = await openedPackage(db, upload)
  const items = new Map(opened?.items.map((item) => [item.id, item]))
  const learner = await one<{ name: string }>(db, 'select name from mirror.persons where id = $1', actor.person)
  const file = (await uploadsById(db, [upload])).get(upload)
  const { grant } = grantFor(deps, actor, scope, activity, { id: upload, allow_download: file?.allow_download ?? false })
  return {
    grant,
    upload_id: upload,
    kind: opened?.kind ?? null,
    title: opened?.title ?? '',
    items: opened?.items ?? [],
    settings: { window: settings.window, resume: settings.resume },
    learner: { alias: aliasOf(activity.courseId, actor.person), name: learner?.name ?? '' },
    attempt: last
      ? toAttempt(
          last,
          (await statesOf(db, last.id)).map((state) => toState(last.kind, state, items.get(state.sco)?.mastery ?? '')),
        )
      : null,
    device: last && device ? { mine: last.device === device, at: heldSince(last).toISOString() } : null,
    left: leftOf(settings, last?.begun ?? 0),
    can_new: mayBegin(settings, last),
  }
}
const heldSince = ({ device_at, updated_at }: Pick<Last, 'device_at' | 'updated_at'>): Date =>
  device_at > updated_at ? device_at : updated_at

type Beginning = { device: string; take_over?: boolean; new?: boolean }

/**
 * 409 package.notReady until the package is opened, packageAttempt.noneLeft, package.elsewhere with `at`: another device has saved within a quarter of an
 * hour. Two calls at once begin one attempt.
 */
export async function beginPackage(deps: Deps, actor: Actor, scope: CourseScope, id: string, asked: Beginning): Promise<PackageView> {
  const { db, now } = deps
  const activity = await openPackageActivity(deps, actor, scope, id)
  const time = now()
  const counts = countsProgress(scope)
  await run(db, `select pg_advisory_xact_lock(hashtextextended('package:' || $1 || $2, 0))`, id, actor.person)
  const last = await lastAttempt(db, id, actor.person, !counts)
  const begins = !last || asked.new === true
  if (begins && !mayBegin(settingsIn(activity), last)) throw conflict('packageAttempt.noneLeft')
  if (last && last.device !== asked.device) checkHeld(last, asked, time)
  if (begins) await insertAttempt(db, activity, actor.person, { device: asked.device, trial: !counts, time })
  else if (last.device !== asked.device) await moveTo(db, last, asked.device, time)
  // last, as saves lock the attempt before the progress
  await recordVisit(db, activity, actor.person, { now: time, counts })
  const after = await lastAttempt(db, id, actor.person, !counts)
  return await viewOf(deps, actor, scope, activity, after, asked.device)
}

async function insertAttempt(
  tx: Tx,
  activity: OpenedActivity,
  person: string,
  { device, trial, time }: { device: string; trial: boolean; time: Date },
): Promise<void> {
  const upload = activity.uploadIds[0]
  const opened = upload === undefined ? undefined : await openedPackage(tx, upload)
  if (!opened) throw conflict('package.notReady')
  await run(
    tx,
    `insert into package_attempts (id, org_id, course_id, activity_id, person_id, trial, n, upload_id, kind, package, device, device_at, started_at, updated_at)
     select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::bool,
       coalesce((select max(n) from package_attempts where activity_id = $4::uuid and person_id = $5::uuid and trial = $6::bool), 0) + 1,
       $7::uuid, $8::text, $9::text, $10::uuid, $11::timestamptz, $11::timestamptz, $11::timestamptz`,
    newId(),
    activity.orgId,
    activity.courseId,
    activity.id,
    person,
    trial,
    upload,
    opened.kind,
    opened.etag,
    device,
    time,
  )
}

/** Neither is an attempt taken from a device that plays it, nor ended by the next one. */
function checkHeld(last: Last, { take_over }: Beginning, time: Date): void {
  const since = heldSince(last)
  if (!take_over && time.getTime() - since.getTime() < heldFor) throw conflict('package.elsewhere', { at: since.toISOString() })
}

async function moveTo(tx: Tx, last: Last, device: string, time: Date): Promise<void> {
  await run(
    tx,
    'update package_attempts set device = $2, device_at = $3, seq = seq + $4, version = version + 1 where id = $1',
    last.id,
    device,
    time,
    seqGap,
  )
}
