// The demo school and its people: one transaction on identity's database, so that a kill leaves all of it or nothing.
import { changeSettings, makeDepartment, makeKlass, makeOrganisation, makePerson } from '@lyceum/identity/demo'
import { openPool } from '@lyceum/kit/database/connections'
import { plain, plainDatabase } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'

/** The ids of people by user number, of departments by name. */
export type School = { org: string; name: string; people: Map<string, string>; departments: Map<string, string> }

const name = 'Aldermoor University'
const departments = [
  ['Oceanography', 'Natural Sciences'],
  ['Mathematics', 'Natural Sciences'],
  ['Languages', 'Humanities'],
] as const

/** A manager of no department manages the whole school. */
const staff = [
  { user_no: 'M1001', name: 'Siti Rahmah Yusof', roles: ['admin'], department: 'Humanities' },
  { user_no: 'M1002', name: 'Grace Lindqvist', roles: ['educational_admin'], department: null },
  { user_no: 'T1001', name: 'Dr. Elena Petrova', roles: ['instructor'], department: 'Oceanography' },
  { user_no: 'T1002', name: 'Arthit Suwan', roles: ['instructor'], department: 'Mathematics' },
  { user_no: 'T1003', name: 'Prof. Daniel Okafor', roles: ['instructor'], department: 'Mathematics' },
  { user_no: 'T1004', name: 'Nurul Aziz', roles: ['instructor'], department: 'Languages' },
  { user_no: 'T1005', name: 'Dr. Budi Santoso', roles: ['instructor'], department: 'Mathematics' },
  { user_no: 'T1006', name: '陈嘉怡', roles: ['instructor'], department: 'Languages' },
] as const

/** Students of all regions in turn: the sign-in page shows the first of them. */
const students = [
  'Maya Thornton',
  '陈思远',
  '林佳穎',
  'ณัฐธิดา ศรีสุข',
  'Putri Wulandari',
  'Ahmad Faiz bin Osman',
  'Oliver Hartley',
  '王雨桐',
  '黃柏翰',
  'ธนกร วงศ์ทอง',
  'Bayu Pratama',
  'Nurul Izzah binti Hamid',
  'Amelia Fairweather',
  '李浩然',
  '張雅筑',
  'พิมพ์ชนก แสงจันทร์',
  'Dewi Lestariningsih',
  'Muhammad Haziq bin Ramli',
  'Samuel Okoro',
  '赵欣怡',
  '吳承恩',
  'กิตติพงษ์ บุญมา',
  'Rizky Nugroho',
  'Aisyah binti Kamal',
  'Ingrid Solheim',
  '周子墨',
  '蔡宜蓁',
  'สุภาวดี เจริญสุข',
  'Ayu Maharani',
  'Tan Wei Ling',
]
const studentNo = (at: number) => `26${1001 + at}`
/** The user numbers of so many students, from the one at this place. */
export const studentNos = ({ students, from = 0 }: { students: number; from?: number }) =>
  Array.from({ length: students }, (_, at) => studentNo(from + at))
export const emailOf = (userNo: string) => `${userNo.toLowerCase()}@aldermoor.example`

/** Students are in one and the other by turns. */
const klasses = ['Class 2026 A', 'Class 2026 B']

/**
 * The demo school that is being made; undefined when there is one that is complete or of an earlier release, or when other organisations are there
 * and none is the demo school, so this is a real installation.
 */
export async function makeSchool(databaseUrl: string): Promise<School | undefined> {
  const pool = openPool(databaseUrl, { max: 2 })
  const client = await pool.connect()
  const tx = plain(client)
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('lyceum demo school'))`)
    const { rows: orgs } = await client.query<{ id: string; demo: boolean; preparing: boolean; name: string }>(
      `select id::text, coalesce((settings->>'demo')::boolean, false) as demo, coalesce((settings->>'demo_preparing')::boolean, false) as preparing, name
       from organisations`,
    )
    let org = orgs.find((one) => one.demo && one.preparing && one.name === name)?.id
    if (!org && orgs.length > 0) return undefined
    if (!org) {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      org = await makeOrganisation(tx, {
        name,
        locale: 'en',
        settings: { demo: true, demo_preparing: true, time_zone, user_action_tracking: true, toggles: ['timetables', 'cloud_classrooms'] },
      })
      await makePeople(tx, org)
    }
    const { rows } = await client.query<{ id: string; user_no: string }>('select id::text, user_no from persons where org_id = $1', [org])
    const { rows: parts } = await client.query<{ id: string; name: string }>(
      'select id::text, name from departments where org_id = $1 and not deleted',
      [org],
    )
    await client.query('commit')
    return {
      org,
      name,
      people: new Map(rows.map(({ id, user_no }) => [user_no, id])),
      departments: new Map(parts.map((part) => [part.name, part.id])),
    }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
    await pool.end()
  }
}

/** Says that the school is complete. */
export async function finishSchool(databaseUrl: string, org: string): Promise<void> {
  const pool = openPool(databaseUrl, { max: 1 })
  try {
    await plainDatabase(pool).$transaction((tx) => changeSettings(tx, org, { demo_preparing: false }))
  } finally {
    await pool.end()
  }
}

/** People without passwords: they sign in by one click. */
async function makePeople(tx: ReturnType<typeof plain>, org: string) {
  const ids = new Map<string, string>()
  let sort = 0
  for (const parent of new Set(departments.map(([, above]) => above)))
    ids.set(parent, await makeDepartment(tx, { id: newId(), org, name: parent, sort: sort++ }))
  for (const [one, above] of departments)
    ids.set(one, await makeDepartment(tx, { id: newId(), org, name: one, parent: ids.get(above), sort: sort++ }))
  for (const { department, roles, ...person } of staff)
    await makePerson(tx, {
      org,
      made_by_demo: true,
      ...person,
      email: emailOf(person.user_no),
      roles: [...roles],
      department: department === null ? undefined : ids.get(department),
    })
  const klassIds: string[] = []
  for (const [at, one] of klasses.entries()) klassIds.push(await makeKlass(tx, { org, name: one, sort: at }))
  for (const [at, student] of students.entries())
    await makePerson(tx, {
      org,
      made_by_demo: true,
      name: student,
      user_no: studentNo(at),
      email: emailOf(studentNo(at)),
      roles: ['student'],
      department: ids.get(departments[at % departments.length]![0]),
      klass: klassIds[at % klassIds.length],
    })
}
