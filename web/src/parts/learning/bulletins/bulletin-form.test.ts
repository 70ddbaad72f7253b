// Tests of the fields of a bulletin: a draft of a release without groups of courses is a whole one.
import { expect, test } from 'vitest'
import type { Translate } from '../../../i18n.ts'
import { differ } from '../../base/drafts/version-fields.ts'
import { type BulletinForm, bodyOf, formOf, namesOf, versionFields } from './bulletin-form.ts'

const t = ((key: string) => key) as unknown as Translate<'bulletins'>
const biology = { id: 'd1', name: 'Biology' }
/** As it was stored before. */
const earlier = {
  ...formOf(undefined),
  title: 'Boats',
  audience: { departments: [biology], roles: ['student'], courses: [] },
} as unknown as BulletinForm

test('a draft without groups is sent and shown as one for no group', () => {
  expect(bodyOf(earlier)).toMatchObject({ title: 'Boats', departments: ['d1'], roles: ['student'], courses: [], groups: [] })
  expect(namesOf(earlier.audience, t)).toEqual(['Biology', 'role.student'])
  expect(formOf(undefined, biology).audience).toEqual({ departments: [biology], roles: [], courses: [], groups: [] })
})

test('beside a newer version it differs by what was changed, not by the groups that it lacks', () => {
  const audience = versionFields(t).filter(({ label }) => label === 'audience')
  const changed = (part: object) => ({ ...earlier, audience: { ...earlier.audience, groups: [], ...part } })
  expect(differ(audience, earlier, changed({}))).toBe(false)
  expect(differ(audience, earlier, changed({ roles: [] }))).toBe(true)
})
