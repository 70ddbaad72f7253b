// identity's facts: each carries the whole state of its row, because the topic is compacted.
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf, type SqlRow } from '@lyceum/kit/database/sql-row'
import { emit, emitAll, fact, nextVersion } from '@lyceum/kit/facts/outbox'
import { DepartmentChangedSchema, OrgChangedSchema, PersonChangedSchema, StudyUnitChangedSchema } from '@lyceum/proto/identity'
import type { Department, Membership, Organisation, Person, StudyUnit } from './generated/client.ts'
import { personKey } from '../mirror/person-key.ts'
import { activeSql } from './memberships/active.ts'
import { differencesOf } from './permissions/differences.ts'
import { factSettings, type OrganisationSettings } from './org-settings/api.ts'
import { settingsIn, zoneOf } from './organisations/settings.ts'
import { joinedNumber } from './users/joined-number.ts'

const personColumns = columnsOf<Person>()('id', 'org_id', 'version', 'name', 'user_no', 'email', 'avatar', 'locale', 'deleted')
type PersonRow = RowOf<typeof personColumns>
type MembershipRow = Pick<
  SqlRow<Membership>,
  'person_id' | 'org_id' | 'roles' | 'department_id' | 'grade_id' | 'klass_id' | 'program_id'
> & {
  department_name: string | null
  active: boolean
}
const organisationColumns = columnsOf<Organisation>()('name', 'locale', 'deleted', 'version', 'state')
type OrganisationRow = RowOf<typeof organisationColumns> & { settings: Partial<OrganisationSettings> }

/** Raises the person's version and emits their present state. Call it after the last write to the person or a membership. */
export const emitPersonChanged = (tx: Tx, id: string): Promise<Versions> => emitPeopleChanged(tx, [id])

/** Of a roster's change: pages get no hint of it, and nobody is notified. */
type Emitting = { quiet?: boolean }
/** The present versions, by id. */
type Versions = Map<string, number>
const versionsOf = (raised: readonly { id: string; version: bigint | string }[]): Versions =>
  new Map(raised.map(({ id, version }) => [id, Number(version)]))

/** The same for many people, in four statements; `raised`: their versions were raised by the write itself. Suspended memberships are left out, so that every mirror refuses their people at once. */
export async function emitPeopleChanged(
  tx: Tx,
  ids: readonly string[],
  { raised, ...how }: Emitting & { raised?: boolean } = {},
): Promise<Versions> {
  if (ids.length === 0) return new Map()
  const persons = await rows<PersonRow>(
    tx,
    raised
      ? `select ${personColumns('p')} from unnest($1::uuid[]) as r(id) cross join lateral (select * from persons where id = r.id limit 1) p order by p.id`
      : `
    update persons p set version = ${nextVersion('p.version')}
    from (select id from persons where id = any($1) order by id for no key update) l where p.id = l.id returning ${personColumns('p')}`,
    ids,
  )
  const memberships = await rows<MembershipRow>(
    tx,
    `
    select m.person_id, m.org_id, m.roles, m.department_id, m.grade_id, m.klass_id, m.program_id, d.name as department_name, ${activeSql('m')} as active
    from memberships m left join departments d on d.id = m.department_id where m.person_id = any($1) order by m.org_id`,
    ids,
  )
  const externals = await rows<{ subject: string; org_id: string; source: string; external_id: string }>(
    tx,
    `select subject::text, org_id::text, source, external_id from kit.external_ids where subject = any($1) and kind = 'person' and source <> $2 order by org_id, source`,
    ids,
    joinedNumber,
  )
  const ofPerson = Map.groupBy(memberships, ({ person_id }) => person_id)
  const idsOf = Map.groupBy(externals, ({ subject }) => subject)
  await emitAll(
    tx,
    persons.map((person) => {
      const { id, org_id } = person
      const { active = [], suspended = [] } = Object.groupBy(ofPerson.get(id) ?? [], (one) => (one.active ? 'active' : 'suspended'))
      return fact(
        PersonChangedSchema,
        { key: personKey(id), org: org_id, ...how },
        {
          id,
          orgId: org_id,
          version: BigInt(person.version),
          name: person.name,
          userNo: person.user_no,
          email: person.email ?? undefined,
          avatar: person.avatar ?? undefined,
          locale: person.locale ?? '',
          deleted: person.deleted,
          memberships: active.map((one) => ({
            orgId: one.org_id,
            roles: one.roles,
            departmentId: one.department_id ?? undefined,
            departmentName: one.department_name ?? undefined,
            gradeId: one.grade_id ?? undefined,
            klassId: one.klass_id ?? undefined,
            programId: one.program_id ?? undefined,
          })),
          suspendedIn: suspended.map((one) => one.org_id),
          externalIds: (idsOf.get(id) ?? []).map((one) => ({ orgId: one.org_id, source: one.source, externalId: one.external_id })),
          externalIdsKnown: true,
        },
      )
    }),
  )
  return versionsOf(persons)
}

const inBytes = ({ video = 0, audio = 0, document = 0, image = 0, other = 0 }: OrganisationSettings['uploadLimits']) => ({
  video: BigInt(video),
  audio: BigInt(audio),
  document: BigInt(document),
  image: BigInt(image),
  other: BigInt(other),
})

/** guest_preview → guestPreview: a setting's name as the fact's field. */
const fieldOf = (setting: string) => setting.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const settingsFact = (settings: OrganisationSettings) => ({
  ...Object.fromEntries(factSettings.map((name) => [fieldOf(name), settings[name]])),
  uploadLimits: inBytes(settings.uploadLimits),
  storageQuota: BigInt(settings.storage_quota),
})

/** The same for an organisation. */
export async function emitOrgChanged(tx: Tx, id: string): Promise<void> {
  const org = await one<OrganisationRow>(
    tx,
    `update organisations set version = ${nextVersion()} where id = $1 returning ${organisationColumns()}, settings`,
    id,
  )
  if (!org) return
  const differences = await differencesOf(tx, id)
  await emit(
    tx,
    OrgChangedSchema,
    { key: `org:${id}`, org: id },
    {
      id,
      orgId: id,
      version: BigInt(org.version),
      name: org.name,
      locale: org.locale,
      deleted: org.deleted,
      rolePermissions: Object.entries(differences).map(([role, difference]) => ({ role, ...difference })),
      state: org.state,
      settings: {
        ...settingsFact(settingsIn(org.settings)),
        // nobody sees anything of a suspended one, in services of the release before either
        ...(org.state === 'suspended' && { guestPreview: false }),
        timeZone: zoneOf(org),
      },
    },
  )
}

const departmentColumns = columnsOf<Department>()('id', 'org_id', 'name', 'parent_id', 'path', 'code', 'deleted', 'merged_into', 'version')

/** The same for departments, each after the one above it. */
export async function emitDepartmentsChanged(tx: Tx, ids: readonly string[], how: Emitting = {}): Promise<Versions> {
  const departments = await rows<RowOf<typeof departmentColumns>>(
    tx,
    `update departments set version = ${nextVersion()} where id = any($1) returning ${departmentColumns()}`,
    ids,
  )
  await emitAll(
    tx,
    departments
      .sort((a, b) => a.path.length - b.path.length)
      .map(({ id, org_id, parent_id, merged_into, version, ...same }) =>
        fact(
          DepartmentChangedSchema,
          { key: `department:${id}`, org: org_id, ...how },
          { id, orgId: org_id, parentId: parent_id ?? undefined, mergedInto: merged_into ?? undefined, version: BigInt(version), ...same },
        ),
      ),
  )
  return versionsOf(departments)
}

const studyUnitColumns = columnsOf<StudyUnit>()('id', 'org_id', 'kind', 'name', 'deleted', 'version', 'department_id', 'program_id')

/** Emits the present state of grades, classes and programs. Call it after their rows are written, with their version. */
export async function emitStudyUnitsChanged(tx: Tx, ids: readonly string[], how: Emitting = {}): Promise<Versions> {
  const units = await rows<RowOf<typeof studyUnitColumns>>(
    tx,
    `select ${studyUnitColumns()} from study_units where id = any($1) order by id`,
    ids,
  )
  await emitAll(
    tx,
    units.map(({ id, org_id, version, department_id, program_id, ...same }) =>
      fact(
        StudyUnitChangedSchema,
        { key: `study-unit:${id}`, org: org_id, ...how },
        {
          id,
          orgId: org_id,
          version: BigInt(version),
          departmentId: department_id ?? undefined,
          programId: program_id ?? undefined,
          ...same,
        },
      ),
    ),
  )
  return versionsOf(units)
}
