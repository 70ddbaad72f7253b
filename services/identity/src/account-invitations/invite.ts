// Invitations of many members: a task finds who gets one, 500 at a time, and leaves them to the sending (sending.ts).
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { within } from '@lyceum/kit/calls/context'
import { invalid } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { requestOrigin } from '@lyceum/kit/http/request-origin'
import { newId } from '@lyceum/kit/ids'
import { taskJob } from '@lyceum/kit/tasks/task-job'
import type {} from '../audit-actions.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { siteOf } from '../emails/emails.ts'
import { type Jobs, startTask } from '../jobs.ts'
import { activeSql } from '../memberships/active.ts'
import { isOperatorSql } from '../memberships/operator.ts'
import { demoClosed, managedOrganisation } from '../organisations/rules.ts'
import { actorNow } from '../users/bulk.ts'
import { fittingMembers } from '../users/fitting.ts'
import type { Wanted } from './api.ts'
import { perHour } from './rules.ts'

/** 400 unless one of ids, conditions and import_id is there, and for conditions that are none. */
export async function inviteUsers(
  deps: Deps,
  actor: Actor,
  wanted: Wanted,
  origin: ReturnType<typeof requestOrigin>,
): Promise<{ task: string }> {
  if ((await managedOrganisation(deps, actor)).demo) throw demoClosed()
  const { ids, conditions, import_id, except_ids } = wanted
  const [first, second] = Object.entries({ ids, conditions, import_id }).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (!first) throw invalid({ ids: 'field.required' })
  if (second) throw invalid({ [second]: 'field.unknown' })
  if (except_ids && !conditions) throw invalid({ except_ids: 'field.unknown' })
  await fittingMembers(deps.db, actor, conditions)
  const task = await startTask(deps.db, actor, {
    kind: 'inviteUsers',
    payload: { actor, base: siteOf(deps.config, origin), wanted },
    subject: import_id === undefined ? `org:${actor.org}` : `import:${import_id}`,
  })
  return { task }
}

const atOnce = 500
const first = '00000000-0000-0000-0000-000000000000'
type Candidate = { id: string; name: string; code: string | null }

/** Members after one, with the reason why an invitation would not reach somebody. */
async function candidates(tx: Tx, actor: Actor, { ids, conditions, import_id, except_ids = [], only_new }: Wanted, after: string) {
  const fitting = await fittingMembers(tx, actor, import_id ? JSON.stringify({ import_id }) : conditions)
  const { from, where, values, bind } = fitting
  const among = ids ? ` and m.person_id = any(${bind(ids)}::uuid[])` : ''
  const isNew = only_new ? ' and m.seen_at is null' : ''
  return await rows<Candidate>(
    tx,
    `
    select m.person_id::text as id, p.name, case when not ${activeSql('m')} then 'invitation.suspended'
      when p.org_id <> m.org_id then 'invitation.guest' when ${isOperatorSql('p')} then 'invitation.operator'
      when p.email is null then 'invitation.noEmail' end as code
    ${from} ${where}${among}${isNew} and m.person_id > ${bind(after)}::uuid and m.person_id <> all(${bind(except_ids)}::uuid[])
    order by m.person_id limit ${atOnce}`,
    ...values,
  )
}

type Invitations = { org: string; base: string; task: string; now: Date }
/** Whoever waits for a mail already waits for one alone, and whom this task has reached before it began again gets no second one. Answers how many wait
 *  now that did not. */
const insertInvitations = (tx: Tx, { org, base, task, now }: Invitations, people: readonly string[]): Promise<number> =>
  run(
    tx,
    `
    insert into account_invitations (id, org_id, person_id, base, created_at, due_at)
    select w.id, $1::uuid, w.person, $2, $3, $3 from unnest($4::uuid[], $5::uuid[]) as w(id, person)
    where not exists (
      select from account_invitations a join kit.tasks t on t.id = $6
      where a.org_id = $1::uuid and a.person_id = w.person and a.sent_at >= t.started_at)
    on conflict (org_id, person_id) where sent_at is null and failed_at is null do nothing`,
    org,
    base,
    now,
    people.map(() => newId()),
    people,
    task,
  )

/** Marks the task by its result; false where it came so far before, and began again. */
const isFirstEnd = async (tx: Tx, task: string, result: object): Promise<boolean> =>
  (await run(tx, 'update kit.tasks set result = $2::jsonb where id = $1 and result is null', task, JSON.stringify(result))) === 1

/** Each 500 with the rights that its actor has then. `hours`: until the last mail is sent. */
export const inviteUsersJob = taskJob<Deps, Jobs['inviteUsers']>(
  async ({ job, deps, progress, report, beginReport }) => {
    const { actor, base, wanted, task } = job.payload
    await beginReport()
    let invited = 0
    let skipped = 0
    for (let after = first; ; ) {
      const present = await actorNow(deps, actor)
      const found = await candidates(deps.sql, present, wanted, after)
      if (found.length === 0) break
      const reached = found.filter(({ code }) => code === null).map(({ id }) => id)
      invited += reached.length
      skipped += found.length - reached.length
      await inTransaction(deps, ({ db }) => insertInvitations(db, { org: actor.org, base, task, now: deps.now() }, reached))
      await report(
        found.flatMap(({ id, name, code }) => (code === null ? [] : [{ item: name || id, outcome: 'skipped', code, params: {} }])),
      )
      after = found.at(-1)!.id
      await progress(0.9, 'people')
    }
    if (invited > 0)
      await within({ requestId: newId(), actor }, () =>
        inTransaction(deps, async ({ db }) => {
          if (await isFirstEnd(db, task, { invited, skipped }))
            await audit(db, { action: 'user.invited', org: actor.org, subject: `org:${actor.org}`, after: { people: invited } })
        }),
      )
    const waiting = await one<{ n: number }>(
      deps.sql,
      'select count(*)::int as n from account_invitations where org_id = $1 and sent_at is null and failed_at is null',
      actor.org,
    )
    return { invited, skipped, hours: Math.ceil((waiting?.n ?? 0) / perHour) }
  },
  { concurrent: 1 },
)
