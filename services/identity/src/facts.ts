// identity's facts: each carries the whole state of its row, because the topic is compacted.
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf, type SqlRow } from '@lyceum/kit/database/sql-row'
import { emit, nextVersion } from '@lyceum/kit/facts/outbox'
import { OrgChangedSchema, PersonChangedSchema } from '@lyceum/proto/identity'
import type { Membership, Organisation, Person } from './generated/client.ts'
import { personKey } from '../mirror/person-key.ts'
import { differencesOf } from './permissions/differences.ts'
import { defaults, type OrganisationSettings, zoneOf } from './organisations/settings.ts'

const personColumns = columnsOf<Person>()('id', 'org_id', 'version', 'name', 'user_no', 'email', 'avatar', 'locale', 'deleted')
type PersonRow = RowOf<typeof personColumns>
type MembershipRow = Pick<SqlRow<Membership>, 'org_id' | 'roles' | 'department_id'> & { department_name: string | null }
const organisationColumns = columnsOf<Organisation>()('name', 'locale', 'deleted', 'version')
type OrganisationRow = RowOf<typeof organisationColumns> & { settings: Partial<OrganisationSettings> }

/** Raises the person's version and emits their present state. Call it after the last write to the person or a membership. */
export async function emitPersonChanged(tx: Tx, id: string): Promise<void> {
  const person = await one<PersonRow>(tx, `update persons set version = ${nextVersion()} where id = $1 returning ${personColumns()}`, id)
  if (!person) return
  const memberships = await rows<MembershipRow>(
    tx,
    `
    select m.org_id, m.roles, m.department_id, d.name as department_name
    from memberships m left join departments d on d.id = m.department_id where m.person_id = $1 order by m.org_id`,
    id,
  )
  await emit(
    tx,
    PersonChangedSchema,
    { key: personKey(id), org: person.org_id },
    {
      id,
      orgId: person.org_id,
      version: BigInt(person.version),
      name: person.name,
      userNo: person.user_no,
      email: person.email ?? undefined,
      avatar: person.avatar ?? undefined,
      locale: person.locale ?? '',
      deleted: person.deleted,
      memberships: memberships.map(({ org_id, roles, department_id, department_name }) => ({
        orgId: org_id,
        roles,
        departmentId: department_id ?? undefined,
        departmentName: department_name ?? undefined,
      })),
    },
  )
}

const bytesOf = ({ video = 0, audio = 0, document = 0, image = 0, other = 0 }: OrganisationSettings['uploadLimits']) => ({
  video: BigInt(video),
  audio: BigInt(audio),
  document: BigInt(document),
  image: BigInt(image),
  other: BigInt(other),
})

/** The same for an organisation. */
export async function emitOrgChanged(tx: Tx, id: string): Promise<void> {
  const org = await one<OrganisationRow>(
    tx,
    `update organisations set version = ${nextVersion()} where id = $1 returning ${organisationColumns()}, settings`,
    id,
  )
  if (!org) return
  const settings = { ...defaults, ...org.settings }
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
      settings: {
        accent: settings.accent,
        guestPreview: settings.guest_preview,
        userActionTracking: settings.user_action_tracking,
        demo: settings.demo,
        maxLevelInUploadFolder: settings.maxLevelInUploadFolder,
        maxFileCountInUploadFolder: settings.maxFileCountInUploadFolder,
        uploadLimits: bytesOf(settings.uploadLimits),
        toggles: settings.toggles,
        timeZone: zoneOf(org),
      },
    },
  )
}
