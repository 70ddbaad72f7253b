// The lines by which a service keeps its own copy of people and organisations. Mount them beside the service's own, and
// mirror/migrations/ as a set of the schema `mirror`.
import { type Consumers, on } from '@lyceum/kit/consumer'
import type { Tx } from '@lyceum/kit/db'
import type { Fact } from '@lyceum/kit/facts'
import { forgetAnswersOf } from '@lyceum/kit/idempotency'
import type { MigrationSet } from '@lyceum/kit/migrate'
import {
  type OrgChanged,
  OrgChangedSchema,
  type PersonChanged,
  PersonChangedSchema,
  type PersonErased,
  PersonErasedSchema,
} from '@lyceum/proto/identity'

export const identityMirrorMigrations: MigrationSet = { schema: 'mirror', folder: new URL('./migrations/', import.meta.url) }

/** A person's whole state: an older one than is known changes nothing, memberships included. */
async function keepPerson(
  tx: Tx,
  { id, orgId, name, userNo, email = '', avatar = '', locale, deleted, memberships, version }: PersonChanged,
) {
  const written = await tx.$executeRawUnsafe(
    `
    insert into mirror.persons as old (id, org_id, name, user_no, email, avatar, locale, deleted, version)
    values ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::bool, $9::text::bigint)
    on conflict (id) do update set org_id = excluded.org_id, name = excluded.name, user_no = excluded.user_no, email = excluded.email,
      avatar = excluded.avatar, locale = excluded.locale, deleted = excluded.deleted, version = excluded.version
    where old.version < excluded.version`,
    id,
    orgId,
    name,
    userNo,
    email,
    avatar,
    locale,
    deleted,
    String(version),
  )
  if (written === 0) return
  const list = JSON.stringify(
    memberships.map((one) => ({
      org_id: one.orgId,
      roles: one.roles,
      department_id: one.departmentId || null,
      department_name: one.departmentName ?? '',
    })),
  )
  await tx.$executeRawUnsafe(
    `delete from mirror.memberships where person_id = $1::uuid and org_id not in (select org_id from jsonb_to_recordset($2::text::jsonb) as m(org_id uuid))`,
    id,
    list,
  )
  await tx.$executeRawUnsafe(
    `
    insert into mirror.memberships (person_id, org_id, roles, department_id, department_name)
    select $1::uuid, m.* from jsonb_to_recordset($2::text::jsonb) as m(org_id uuid, roles text[], department_id uuid, department_name text)
    on conflict (person_id, org_id) do update set roles = excluded.roles, department_id = excluded.department_id, department_name = excluded.department_name`,
    id,
    list,
  )
}

/** The name and everything else goes; the row stays as deleted, so that a late older fact cannot bring the person back. */
async function forgetPerson(tx: Tx, _: PersonErased, { key }: Fact) {
  const id = key.replace(/^person:/, '')
  await tx.$executeRawUnsafe(
    `
    update mirror.persons set name = '', user_no = '', email = '', avatar = '', locale = '', deleted = true, version = 9223372036854775807 where id = $1::uuid`,
    id,
  )
  await tx.$executeRawUnsafe('delete from mirror.memberships where person_id = $1::uuid', id)
  await forgetAnswersOf(tx, id)
}

async function keepOrg(tx: Tx, { id, name, locale, deleted, settings, version }: OrgChanged) {
  await tx.$executeRawUnsafe(
    `
    insert into mirror.orgs as old (id, name, locale, settings, deleted, version) values ($1::uuid, $2, $3, $4::text::jsonb, $5::bool, $6::text::bigint)
    on conflict (id) do update set name = excluded.name, locale = excluded.locale, settings = excluded.settings, deleted = excluded.deleted, version = excluded.version
    where old.version < excluded.version`,
    id,
    name,
    locale,
    JSON.stringify({
      accent: { hue: settings?.accent?.hue ?? 0, vividness: settings?.accent?.vividness ?? 0 },
      guest_preview: settings?.guestPreview ?? false,
      user_action_tracking: settings?.userActionTracking ?? false,
      demo: settings?.demo ?? false,
      max_level_in_upload_folder: settings?.maxLevelInUploadFolder ?? 0,
      max_file_count_in_upload_folder: settings?.maxFileCountInUploadFolder ?? 0,
      toggles: settings?.toggles ?? [],
      upload_limits: Object.fromEntries(
        (['video', 'audio', 'document', 'image', 'other'] as const).map((type) => [type, Number(settings?.uploadLimits?.[type] ?? 0)]),
      ),
    }),
    deleted,
    String(version),
  )
}

export const identityMirror: Consumers = {
  identity: {
    personChanged: on(PersonChangedSchema, keepPerson),
    personErased: on(PersonErasedSchema, forgetPerson),
    orgChanged: on(OrgChangedSchema, keepOrg),
  },
}
