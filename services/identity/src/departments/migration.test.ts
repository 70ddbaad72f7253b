// An older database with departments: the migration gives them their path and tells other services of them.
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { migrate, type MigrationSet } from '@lyceum/kit/database/migrate'
import { migrationSetsOf } from '@lyceum/kit/service'
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { service } from '../service.ts'

const folder = new URL('../../prisma/migrations/', import.meta.url)
const directories = '20261122201900_directories'

test('departments of before get their path, and are told once', async () => {
  const server = inject('postgres')
  const name = `identity_before_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client(`${server}postgres`)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = server + name
  const sets: MigrationSet[] = migrationSetsOf(service)
  const before = readdirSync(folder).filter((one) => one < directories)
  const kit = readdirSync(new URL('../../../../kit/migrations/', import.meta.url)).map((one) => one.replace(/\.sql$/, ''))
  await migrate({ url, sets, only: { public: before, kit } })
  const db = new pg.Client(url)
  await db.connect()
  const [org, top, below] = [newId(), newId(), newId()]
  await db.query(
    `insert into organisations (id, org_id, name, locale, hosts, settings, version) values ($1, $1, 'Reef', 'en', '{}', '{}', 1)`,
    [org],
  )
  await db.query(`insert into departments (id, org_id, parent_id, name) values ($1, $2, null, 'Sea'), ($3, $2, $1, 'Reefs')`, [
    top,
    org,
    below,
  ])
  await migrate({ url, sets })
  expect((await db.query('select path, code, deleted from departments order by cardinality(path)')).rows).toEqual([
    { path: [top], code: '', deleted: false },
    { path: [top, below], code: '', deleted: false },
  ])
  const { rows } = await db.query(`select key, org_id, version, value from kit.outbox where type like '%DepartmentChanged' order by seq`)
  expect(rows.map(({ key, org_id }) => [key, org_id])).toEqual([
    [`department:${top}`, org],
    [`department:${below}`, org],
  ])
  expect(JSON.parse(rows[1].value)).toEqual({
    id: below,
    org_id: org,
    name: 'Reefs',
    parent_id: top,
    path: [top, below],
    code: '',
    deleted: false,
    version: rows[1].version,
  })
  await db.end()
})
