// Consumers that keep the identity mirror. A service merges them with its own, and migrates mirror/migrations/ as the schema `mirror`.
import { type Consumers, on, onMany } from '@lyceum/kit/facts/consumer'
import { run, type Tx } from '@lyceum/kit/database/database'
import type { Fact } from '@lyceum/kit/facts/wire-format'
import { eraseAnswersOf } from '@lyceum/kit/calls/idempotency'
import { eraseAuditOf, setAuditRetention } from '@lyceum/kit/audit/audit'
import { eraseTasksOf } from '@lyceum/kit/tasks/tasks'
import type { MigrationSet } from '@lyceum/kit/database/migrate'
import {
  type DepartmentChanged,
  DepartmentChangedSchema,
  type OrgChanged,
  OrgChangedSchema,
  type PersonChanged,
  PersonChangedSchema,
  type PersonErased,
  PersonErasedSchema,
  type StudyUnitChanged,
  StudyUnitChangedSchema,
} from '@lyceum/proto/identity'
import { personOfKey } from './person-key.ts'

export const identityMirrorMigrations: MigrationSet = { schema: 'mirror', folder: new URL('./migrations/', import.meta.url) }

/**
 * Writes the whole states of people, active memberships included, so that nobody else is a member here: the newest of each; an older version than the
 * stored one changes nothing.
 */
const upsertPeople = (tx: Tx, facts: { data: PersonChanged }[]) =>
  run(
    tx,
    `
    with told as (
      select distinct on (t.id) t.* from jsonb_to_recordset($1::jsonb) as t(id uuid, org_id uuid, name text, user_no text, email text, avatar text,
        locale text, deleted boolean, version bigint, suspended_in uuid[], memberships jsonb)
      order by t.id, t.version desc),
    written as (
      insert into mirror.persons as old (id, org_id, name, user_no, email, avatar, locale, deleted, version, suspended_in)
      select id, org_id, name, user_no, email, avatar, locale, deleted, version, suspended_in from told
      on conflict (id) do update set org_id = excluded.org_id, name = excluded.name, user_no = excluded.user_no, email = excluded.email,
        avatar = excluded.avatar, locale = excluded.locale, deleted = excluded.deleted, version = excluded.version, suspended_in = excluded.suspended_in
      where old.version < excluded.version
      returning id),
    present as (
      select told.id as person_id, m.* from written join told on told.id = written.id
      cross join jsonb_to_recordset(told.memberships) as m(org_id uuid, roles text[], department_id uuid, department_name text, klass_id uuid)),
    gone as (
      delete from mirror.memberships m using written w where m.person_id = w.id
        and not exists (select from present p where p.person_id = m.person_id and p.org_id = m.org_id))
    insert into mirror.memberships (person_id, org_id, roles, department_id, department_name, klass_id)
    select p.person_id, p.org_id, p.roles, p.department_id, coalesce(d.name, p.department_name), p.klass_id
    from present p left join mirror.departments d on d.id = p.department_id
    on conflict (person_id, org_id) do update set roles = excluded.roles, department_id = excluded.department_id,
      department_name = excluded.department_name, klass_id = excluded.klass_id`,
    JSON.stringify(
      facts.map(({ data: { id, orgId, name, userNo, email = '', avatar = '', locale, deleted, memberships, version, suspendedIn } }) => ({
        ...{
          id,
          org_id: orgId,
          name,
          user_no: userNo,
          email,
          avatar,
          locale,
          deleted,
          version: String(version),
          suspended_in: suspendedIn,
        },
        memberships: memberships.map((one) => ({
          org_id: one.orgId,
          roles: one.roles,
          department_id: one.departmentId || null,
          department_name: one.departmentName ?? '',
          klass_id: one.klassId || null,
        })),
      })),
    ),
  )

/** Clears the name and every other field; the row stays as deleted, so that a late older fact cannot bring the person back. */
async function erasePerson(tx: Tx, _: PersonErased, { key }: Fact) {
  const id = personOfKey(key)
  await run(
    tx,
    `
    update mirror.persons set name = '', user_no = '', email = '', avatar = '', locale = '', deleted = true, suspended_in = '{}', version = 9223372036854775807 where id = $1`,
    id,
  )
  await run(tx, 'delete from mirror.memberships where person_id = $1', id)
  await eraseAnswersOf(tx, id)
  await eraseAuditOf(tx, id)
  await eraseTasksOf(tx, id)
}

async function upsertOrg(tx: Tx, { id, name, locale, deleted, settings, version, rolePermissions, state }: OrgChanged) {
  const written = await run(
    tx,
    `
    insert into mirror.orgs as old (id, name, locale, settings, deleted, version, role_permissions, state)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (id) do update set name = excluded.name, locale = excluded.locale, settings = excluded.settings, deleted = excluded.deleted,
      version = excluded.version, role_permissions = excluded.role_permissions, state = excluded.state
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
      time_zone: settings?.timeZone || 'UTC',
      publish_required: settings?.publishRequired ?? true,
      invite_students: settings?.inviteStudents ?? true,
      storage_quota: Number(settings?.storageQuota ?? 0),
      review_sharing: settings?.reviewSharing ?? false,
      upload_limits: Object.fromEntries(
        (['video', 'audio', 'document', 'image', 'other'] as const).map((type) => [type, Number(settings?.uploadLimits?.[type] ?? 0)]),
      ),
    }),
    deleted,
    String(version),
    JSON.stringify(Object.fromEntries(rolePermissions.map(({ role, given, taken }) => [role, { given, taken }]))),
    state || 'active',
  )
  if (written > 0 && settings?.auditDays) await setAuditRetention(tx, id, settings.auditDays)
}

/** Facts about people carry the name that their department had then: its members get the present one. */
async function upsertDepartment(tx: Tx, { id, orgId, name, parentId, path, code, deleted, version, mergedInto }: DepartmentChanged) {
  const written = await run(
    tx,
    `
    insert into mirror.departments as old (id, org_id, name, parent_id, path, code, deleted, version, merged_into)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (id) do update set org_id = excluded.org_id, name = excluded.name, parent_id = excluded.parent_id, path = excluded.path,
      code = excluded.code, deleted = excluded.deleted, version = excluded.version, merged_into = excluded.merged_into
    where old.version < excluded.version`,
    id,
    orgId,
    name,
    parentId ?? null,
    path,
    code,
    deleted,
    String(version),
    mergedInto ?? null,
  )
  if (written > 0)
    await run(
      tx,
      'update mirror.memberships set department_name = $3 where org_id = $1 and department_id = $2 and department_name <> $3',
      orgId,
      id,
      name,
    )
}

async function upsertStudyUnit(tx: Tx, { id, orgId, kind, name, deleted, version, departmentId, programId }: StudyUnitChanged) {
  await run(
    tx,
    `
    insert into mirror.study_units as old (id, org_id, kind, name, deleted, version, department_id, program_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (id) do update set org_id = excluded.org_id, kind = excluded.kind, name = excluded.name, deleted = excluded.deleted,
      version = excluded.version, department_id = excluded.department_id, program_id = excluded.program_id
    where old.version < excluded.version`,
    id,
    orgId,
    kind,
    name,
    deleted,
    String(version),
    departmentId ?? null,
    programId ?? null,
  )
}

export const identityMirror: Consumers = {
  identity: {
    personChanged: onMany(PersonChangedSchema, upsertPeople),
    personErased: on(PersonErasedSchema, erasePerson),
    orgChanged: on(OrgChangedSchema, upsertOrg),
    departmentChanged: on(DepartmentChangedSchema, upsertDepartment),
    studyUnitChanged: on(StudyUnitChangedSchema, upsertStudyUnit),
  },
}
