// Entries of operators into an organisation: a membership with an end, as its administrator, which everybody who manages its people sees.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { emit, nextVersion } from '@lyceum/kit/facts/outbox'
import { OrgEntryChangedSchema } from '@lyceum/proto/identity'
import { personKey } from '../../mirror/person-key.ts'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { emitPersonChanged } from '../facts.ts'
import { writeRoles } from '../memberships/grants.ts'
import { settingsIn } from '../organisations/settings.ts'
import { demoClosed } from '../organisations/rules.ts'
import { checkUntil } from '../users/change.ts'
import type { InstallationOrg } from './api.ts'
import { readInstallationOrg } from './orgs.ts'

const longest = 24 * 3_600_000
/** Clocks of a page and the server differ by a little. */
const grace = 60_000

/** 400 at `until` for an end that has passed or is more than a day away. */
function endOf(deps: Deps, until: string): Date {
  checkUntil(deps, until)
  const end = new Date(until)
  if (end.getTime() > deps.now().getTime() + longest + grace) throw invalid({ until: 'operator.tooLong' })
  return end
}

type Entered = { active: boolean; by_hand: boolean }

/** The membership of the operator, locked; `by_hand`: something else than an entry grants it. */
const readEntered = (tx: Tx, org: string, person: string) =>
  one<Entered>(
    tx,
    `
    select m.state = 'active' and coalesce(m.until > now(), true) as active,
      not exists (select from role_grants g where g.person_id = m.person_id and g.org_id = m.org_id and g.source = 'operator')
        or exists (select from role_grants g where g.person_id = m.person_id and g.org_id = m.org_id and g.source <> 'operator') as by_hand
    from memberships m where m.org_id = $1 and m.person_id = $2 for update of m`,
    org,
    person,
  )

async function checkOpen(tx: Tx, id: string): Promise<string> {
  const org = await one<{ name: string; state: string; settings: object }>(
    tx,
    'select name, state, settings from organisations where id = $1 and not deleted for share',
    id,
  )
  if (!org) throw notFound('org', id)
  if (org.state === 'suspended') throw conflict('org.suspended')
  if (settingsIn(org.settings).demo) throw demoClosed()
  return org.name
}

/** 409 operator.member for who is in it without an entry, suspended or not; org.suspended. */
export async function enterOrg(deps: Deps, actor: Actor, org: string, until: string): Promise<InstallationOrg> {
  const end = endOf(deps, until)
  const { db } = deps
  const { person } = actor
  const name = await checkOpen(db, org)
  await run(db, 'select from persons where id = $1 for no key update', person)
  const before = await readEntered(db, org, person)
  if (before?.by_hand) throw conflict('operator.member')
  await run(
    db,
    `
    insert into memberships (person_id, org_id, roles, until) values ($1, $2, '{}', $3)
    on conflict (person_id, org_id) do update set state = 'active', until = excluded.until`,
    person,
    org,
    end,
  )
  await writeRoles(db, { org, source: 'operator', by: person }, [{ person, roles: ['admin'] }])
  await write(deps, actor, { org, name, until: end }, 'operator.entered')
  return await readInstallationOrg(db, actor, org)
}

/** 409 operator.notEntered for who is not in it, or not by an entry. */
export async function moveEntry(deps: Deps, actor: Actor, org: string, until: string): Promise<InstallationOrg> {
  const end = endOf(deps, until)
  const name = await checkOpen(deps.db, org)
  await checkEntered(deps, actor, org)
  await run(deps.db, 'update memberships set until = $3 where person_id = $1 and org_id = $2', actor.person, org, end)
  await write(deps, actor, { org, name, until: end }, 'operator.entered')
  return await readInstallationOrg(deps.db, actor, org)
}

/** Ends it at once; a session of the operator goes on elsewhere, and their tokens of this organisation hold for a minute at most. */
export async function leaveOrg(deps: Deps, actor: Actor, org: string): Promise<InstallationOrg> {
  const { db, now } = deps
  const { name } = await readInstallationOrg(db, actor, org)
  await checkEntered(deps, actor, org)
  const until = now()
  await run(db, `update memberships set until = $3, state = 'suspended' where person_id = $1 and org_id = $2`, actor.person, org, until)
  await write(deps, actor, { org, name, until, ended: true }, 'operator.left')
  return await readInstallationOrg(db, actor, org)
}

/** Ends every open entry of who is no operator any more; answers whether there was one. A membership that has become one without an end stays. */
export async function endEntries(deps: Deps, person: string): Promise<boolean> {
  const { db, now } = deps
  await run(db, 'select from persons where id = $1 for no key update', person)
  const until = now()
  const ended = await rows<{ org: string; name: string }>(
    db,
    `
    update memberships m set until = $2, state = 'suspended' from organisations o
    where m.person_id = $1 and o.id = m.org_id and m.state = 'active' and m.until > $2
      and exists (select from role_grants g where g.person_id = m.person_id and g.org_id = m.org_id and g.source = 'operator')
    returning m.org_id::text as org, o.name`,
    person,
    until,
  )
  for (const { org, name } of ended) await write(deps, { person }, { org, name, until, ended: true }, 'operator.left')
  return ended.length > 0
}

async function checkEntered({ db }: Deps, { person }: Actor, org: string): Promise<void> {
  await run(db, 'select from persons where id = $1 for no key update', person)
  const before = await readEntered(db, org, person)
  if (!before?.active || before.by_hand) throw conflict('operator.notEntered')
}

type Written = { org: string; name: string; until: Date; ended?: true }
async function write(
  { db }: Deps,
  { person }: Pick<Actor, 'person'>,
  { org, name, until, ended }: Written,
  action: 'operator.entered' | 'operator.left',
) {
  await emitPersonChanged(db, person)
  const { version } = (await one<{ version: string }>(db, `select ${nextVersion('0::bigint')}::text as version`))!
  await emit(
    db,
    OrgEntryChangedSchema,
    { key: `org-entry:${org}:${person}`, org, actor: person },
    { orgId: org, personId: person, until: until.toISOString(), ended: ended === true, version: BigInt(version), orgName: name },
  )
  await audit(db, { action, subject: personKey(person), person, org, ...(!ended && { after: { until: until.toISOString() } }) })
}
