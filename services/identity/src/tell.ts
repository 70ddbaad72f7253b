// identity's facts: each carries the whole state of its row, because the topic is compacted.
import { one, rows, type Tx } from '@lyceum/kit/db'
import { emit, nextVersion } from '@lyceum/kit/outbox'
import { OrgChangedSchema, PersonChangedSchema } from '@lyceum/proto/identity'
import { defaults, type OrganisationSettings } from './organisations/settings.ts'

type PersonRow = {
  id: string
  org_id: string
  version: bigint
  name: string
  user_no: string
  email: string | null
  avatar: string | null
  locale: string | null
  deleted: boolean
}
type MembershipRow = { org_id: string; roles: string[]; department_id: string | null; department_name: string | null }

/** Raises the person's version and tells the others what is true of them now. Call it after the last write to the person or a membership. */
export async function tellPerson(tx: Tx, id: string): Promise<void> {
  const person = await one<PersonRow>(
    tx,
    `
    update persons set version = ${nextVersion()} where id = $1::uuid
    returning id::text, org_id::text, version, name, user_no, email, avatar, locale, deleted`,
    id,
  )
  if (!person) return
  const memberships = await rows<MembershipRow>(
    tx,
    `
    select m.org_id::text, m.roles, m.department_id::text, d.name as department_name
    from memberships m left join departments d on d.id = m.department_id where m.person_id = $1::uuid order by m.org_id`,
    id,
  )
  await emit(
    tx,
    PersonChangedSchema,
    { key: `person:${id}`, org: person.org_id, version: person.version },
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
export async function tellOrganisation(tx: Tx, id: string): Promise<void> {
  const org = await one<{ name: string; locale: string; settings: Partial<OrganisationSettings>; deleted: boolean; version: bigint }>(
    tx,
    `update organisations set version = ${nextVersion()} where id = $1::uuid returning name, locale, settings, deleted, version`,
    id,
  )
  if (!org) return
  const settings = { ...defaults, ...org.settings }
  await emit(
    tx,
    OrgChangedSchema,
    { key: `org:${id}`, org: id, version: org.version },
    {
      id,
      orgId: id,
      version: BigInt(org.version),
      name: org.name,
      locale: org.locale,
      deleted: org.deleted,
      settings: {
        accent: settings.accent,
        guestPreview: settings.guest_preview,
        userActionTracking: settings.user_action_tracking,
        demo: settings.demo,
        maxLevelInUploadFolder: settings.maxLevelInUploadFolder,
        maxFileCountInUploadFolder: settings.maxFileCountInUploadFolder,
        uploadLimits: bytesOf(settings.uploadLimits),
        toggles: settings.toggles,
      },
    },
  )
}
