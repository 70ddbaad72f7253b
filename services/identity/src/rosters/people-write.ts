// Writing of judged people: accounts, memberships, roles, external ids and keepers, each in one statement for all; then their facts, which are quiet.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { run } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { setExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { personKey } from '../../mirror/person-key.ts'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { emitPeopleChanged } from '../facts.ts'
import { enqueue } from '../jobs.ts'
import { keepFields } from '../keepers/keepers.ts'
import { enqueueNotice } from '../mails/mails.ts'
import { writeRoles } from '../memberships/grants.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { keeperOf, type Values, type Writing } from './deciding.ts'
import type { Judged } from './people-judge.ts'
import { ownFields, placeFields } from './people-read.ts'

const kind = 'person'
const places = 'department_id uuid, grade_id uuid, klass_id uuid, program_id uuid'

const has = (write: Values, fields: readonly string[]) => fields.some((field) => write[field] !== undefined)
/** Every field as it is afterwards. */
const after = ({ id, present, decided: { write } }: Judged, fields: readonly string[]) => ({
  id,
  ...Object.fromEntries(fields.map((field) => [field, write[field] ?? (field in write ? null : (present?.[field as 'name'] ?? null))])),
})

/** Answers the versions of those whose facts were emitted. People who stay as they are get neither. */
export async function writePeople(deps: Deps, actor: Actor, writing: Writing, judged: readonly (Judged & { external_id: string })[]) {
  const { db } = deps
  const { org } = actor
  const keeper = keeperOf(writing)
  const changed = judged.filter(({ present, decided, link }) => !present || link || Object.keys(decided.write).length > 0)
  await writeAccounts(deps, actor, changed)
  await writeMemberships(deps, actor, writing, changed)
  await writeRoles(
    db,
    { org, source: keeper, by: actor.person },
    changed.flatMap(({ id, decided: { write } }) => (Array.isArray(write.roles) ? [{ person: id, roles: write.roles }] : [])),
  )
  await setExternalIds(
    db,
    { org, kind, source: writing.source },
    changed.flatMap(({ id, present, link, external_id }) => (link || !present ? [{ subject: id, id: external_id }] : [])),
  )
  await keepFields(
    db,
    { org, kind },
    keeper,
    judged.map(({ id, decided: { keep } }) => ({ subject: id, fields: keep })),
  )
  await endSessions(deps, changed)
  await auditStates(deps, writing, changed)
  return await emitPeopleChanged(
    db,
    changed.map(({ id }) => id),
    { quiet: true, raised: true },
  )
}

async function writeAccounts({ db, now }: Deps, { org }: Actor, changed: readonly Judged[]): Promise<void> {
  const made = changed.filter(({ present }) => !present)
  if (made.length > 0)
    await run(
      db,
      `
      insert into persons (id, org_id, user_no, name, email, mobile_phone, version)
      select id, $1::uuid, user_no, name, email, mobile_phone, ${nextVersion('0')}
      from jsonb_to_recordset($2::jsonb) as w(id uuid, user_no text, name text, email text, mobile_phone text)`,
      org,
      JSON.stringify(made.map((one) => after(one, ownFields))),
    )
  // with the version of all who change: a row that is written twice enters every index twice
  const others = changed.filter(({ present }) => present)
  if (others.length > 0)
    await run(
      db,
      `
      update persons p set name = w.name, user_no = w.user_no, email = w.email, mobile_phone = w.mobile_phone, updated_at = now(),
        version = ${nextVersion('p.version')},
        email_verified_at = case when w.email is not distinct from p.email then p.email_verified_at end,
        mobile_verified_at = case when w.mobile_phone is not distinct from p.mobile_phone then p.mobile_verified_at end
      from jsonb_to_recordset($1::jsonb) as w(id uuid, user_no text, name text, email text, mobile_phone text) where p.id = w.id`,
      JSON.stringify(others.map((one) => after(one, ownFields))),
    )
  const reached = others.filter(({ decided }) => has(decided.write, ['email', 'mobile_phone']))
  if (reached.length === 0) return
  // codes and links that went to what they had before open nothing any more
  const ids = reached.map(({ id }) => id)
  await run(db, 'update auth_codes set used_at = $2 where person_id = any($1) and used_at is null', ids, now())
  await run(db, 'delete from email_links where person_id = any($1)', ids)
  for (const { id, present, decided } of reached)
    if (present?.email_verified && 'email' in decided.write)
      await enqueueNotice(db, { kind: 'emailChanged', person: id, org, to: present.email! })
}

async function writeMemberships({ db }: Deps, { org }: Actor, { importId }: Writing, changed: readonly Judged[]): Promise<void> {
  const rows = changed
    .filter(
      ({ present, decided: { write } }) =>
        !present || has(write, [...placeFields, 'state']) || (present.roles === null && has(write, ['roles'])),
    )
    .map((one) => ({
      ...after(one, placeFields),
      state: one.decided.write.state ?? null,
      back: one.decided.write.state === 'active',
      there: one.present !== undefined,
    }))
  if (rows.length === 0) return
  await run(
    db,
    `
    insert into memberships as m (person_id, org_id, roles, department_id, grade_id, klass_id, program_id, state, import_id)
    select id, $1::uuid, '{}', department_id, grade_id, klass_id, program_id, coalesce(state, 'active'), $3::uuid
    from jsonb_to_recordset($2::jsonb) as w(id uuid, ${places}, state text) order by id
    on conflict (person_id, org_id) do nothing`,
    org,
    JSON.stringify(rows),
    importId ?? null,
  )
  // an end that has passed is removed for whoever returns
  await run(
    db,
    `
    update memberships m set department_id = w.department_id, grade_id = w.grade_id, klass_id = w.klass_id, program_id = w.program_id,
      state = coalesce(w.state, m.state), until = case when w.back and m.until <= now() then null else m.until end
    from jsonb_to_recordset($2::jsonb) as w(id uuid, ${places}, state text, back boolean) where m.org_id = $1 and m.person_id = w.id`,
    org,
    JSON.stringify(rows.filter(({ there }) => there)),
  )
}

async function endSessions(deps: Deps, changed: readonly Judged[]): Promise<void> {
  const suspended = changed.filter(({ present, decided }) => present && decided.write.state === 'suspended').map(({ id }) => id)
  if (suspended.length === 0) return
  const ended = (await endSessionsOf(deps, suspended)).map(({ id, hash }) => ({ id, hash }))
  if (ended.length > 0) await enqueue(deps.db, { kind: 'publishEndedSessions', key: `ended:${ended[0]!.id}`, payload: { ended } })
}

/** A line for each person who loses or gains access; of other changes the line of the call has the numbers. */
const auditStates = ({ db }: Deps, { source }: Writing, changed: readonly Judged[]): Promise<void> =>
  audit(
    db,
    changed.flatMap(({ id, present, decided: { write } }) =>
      present && write.state
        ? [
            {
              action: write.state === 'suspended' ? ('user.suspended' as const) : ('user.resumed' as const),
              subject: personKey(id),
              person: id,
              after: { source },
            },
          ]
        : [],
    ),
  )
