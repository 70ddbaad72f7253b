// The tables of rights (`../flows/rights/`): every call has its row, and is tried in every place that it has.
import { existsSync } from 'node:fs'
import { type Permission, permissions } from '@lyceum/identity/mirror/permissions'
import type { Table } from '@lyceum/kit/calls/contract'
import { describe, expect, test } from 'vitest'
import { departmentRoles, roleNames } from '../flows/rights/places.ts'
import { callsOf, classes, profiles, rightsIn, type Service } from '../flows/rights/table.ts'

const services = (Object.keys(callsOf) as Service[]).filter((service) => Object.keys(callsOf[service]).length > 0)
const rightsOf = (service: Service) => rightsIn(new URL(`../flows/rights/${service}.csv`, import.meta.url))
const all: Table = Object.assign({}, ...Object.values(callsOf))
const rights = services.flatMap(rightsOf)
const placesOf = (profile: string) => Object.keys(profiles[profile] ?? {})

describe('the tables', () => {
  test.each(services)('%s: a row for every call, and no other; a test of its own', (service) => {
    expect(
      rightsOf(service)
        .map(({ call }) => call)
        .sort(),
    ).toEqual(Object.keys(callsOf[service]).sort())
    expect(existsSync(new URL(`../flows/rights/${service}.test.ts`, import.meta.url))).toBe(true)
  })

  test('try a call with a place in all three places, one with a scope in a foreign organisation too', () => {
    for (const { call: name, profile } of rights) {
      const { at, scope } = all[name] ?? {}
      const places = at ? ['own', 'other', 'foreign'] : scope === 'none' ? ['own'] : ['own', 'foreign']
      const wanted = name.includes('/internal-api/') ? ['own'] : places
      expect(placesOf(profile), name).toEqual(expect.arrayContaining(wanted))
    }
  })

  test('try a call about a file also as a student of the course whose file it is', () => {
    const inBody = [
      'POST /api/uploads/move',
      'POST /api/uploads/delete',
      'POST /api/uploads/restore',
      'POST /api/resource-groups/:id/files',
      'GET /api/uptoken',
      'GET /api/courses/:id/resources',
    ]
    for (const { call, profile } of rights)
      if (all[call]?.at === 'upload' || inBody.includes(call)) expect(placesOf(profile), call).toContain('learning')
  })

  /** Calls that ask inside: they name courses, or what is in them, in the body, or change the simulation that would lower the permission. */
  const askInside = [
    'PUT /api/courses/settings',
    'PUT /api/course/enrollments',
    'DELETE /api/course/enrollments',
    'PUT /api/course/enrollments/restore',
    'GET /api/activities/delete-check',
    'DELETE /api/activities',
    'POST /api/activities/restore',
    'PUT /api/activity-resort',
    'PUT /api/course/:id/role',
    'PUT /api/courses/:id/preview',
    'PUT /api/courses/:id/inspect',
  ]
  /** Rules that ask for a permission of courses where no course is named: in whichever course or organisation a bank is of, or anywhere in the organisation. */
  const ofNoCourse = ['reviewsAnywhere', 'teachesAnywhere', 'readBank', 'editBank', 'manageBank']
  test('name the permission that the call names, and agree with its roles', () => {
    for (const { call, permission, profile } of rights) {
      const rule = all[call]?.may ?? ''
      const isPermission = rule in permissions
      expect(
        askInside.includes(call) || ofNoCourse.includes(rule) ? permission in permissions : permission === (isPermission ? rule : ''),
        `${call} ${rule}`,
      ).toBe(true)
      if (!isPermission) continue
      const { place, given } = permissions[rule as Permission] as { place: string; given: readonly string[] }
      const row = profiles[profile]?.[place === 'course' ? 'other' : 'own']
      const wide = (role: string) => place === 'organisation' || /admin|faculty/.test(role)
      for (const role of roleNames.filter((one) => one !== 'visitor' && !(one in departmentRoles)))
        expect(row?.[role], `${call} ${role}`).toBe(given.includes(role) && wide(role) ? 'ok' : 'no')
    }
  })

  test('let managers of a department do there what managers do, but what is about the whole organisation; of another, no course', () => {
    for (const { call, permission, profile } of rights) {
      const { may = '', wide } = all[call] ?? {}
      for (const [place, row] of Object.entries(profiles[profile] ?? {})) {
        const where = `${call} ${place}`
        expect(row.own_department, where).toBe(wide && row.educational_admin === 'ok' ? 'no' : row.educational_admin)
        const registered = permissions[(permission || may) as Permission]
        // a list over courses leaves out those of other departments
        const inCourse = registered?.place === 'course' && may !== 'reviewsAnywhere'
        if (inCourse || wide) expect(row.other_department, where).toBe('no')
        else if (row.educational_admin !== 'ok') expect(row.other_department, where).toBe(row.educational_admin)
      }
    }
  })

  test('guests make these calls under /anonymous-api, and no other', () => {
    const guests = Object.keys(all).filter((call) => all[call]?.anonymous)
    expect(guests.sort()).toEqual([
      'GET /api/activities/:id',
      'GET /api/activities/:id/files',
      'GET /api/activities/:id/pictures',
      'GET /api/course/access-code/:code/validate',
      'GET /api/courses/:id',
      'GET /api/courses/:id/content',
      'GET /api/courses/:id/cover',
      'GET /api/courses/:id/nav-setting',
      'GET /api/courses/:id/syllabuses',
      'GET /api/uploads/:id',
      'GET /api/uploads/:id/blob',
      'GET /api/uploads/:id/preview/:provider',
      'GET /api/uploads/:id/references',
      'GET /api/uploads/:id/rms-preview',
      'GET /api/uploads/:id/rms-video-urls',
      'GET /api/uploads/:id/text',
      'GET /api/uploads/:id/view',
      'GET /api/uploads/audio/:id',
      'GET /api/uploads/reference/document/:id/pdf-info-for-stat',
      'GET /api/uploads/scorm/:id',
      'GET /api/video-quizzes/:id',
    ])
  })

  test('know only their own words, and every profile has a call', () => {
    const answers = Object.values(profiles).flatMap((profile) =>
      Object.values(profile).flatMap((row) => roleNames.map((role) => row[role])),
    )
    expect(answers.filter((answer) => !classes.includes(answer))).toEqual([])
    expect(Object.keys(profiles).sort()).toEqual([...new Set(rights.map(({ profile }) => profile))].sort())
  })
})
