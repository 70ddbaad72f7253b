// The fields of a bulletin in its editor, by which two versions of it are compared. Files are beside it: they are kept as they are sent.
import type { Translate } from '../../../i18n.ts'
import { fromIso, isLocal, toIso } from '../../../ui/dates.ts'
import { displayLocal, list } from '../../../ui/format.ts'
import { property, type VersionField } from '../../base/drafts/version-fields.ts'
import type { Audience } from './audience-fields.tsx'
import type { BulletinOwner } from './managed.ts'
import type { Bulletin } from './queries.ts'

export type BulletinForm = {
  title: string
  content: string
  publishAt: string
  expiresAt: string
  pinned: boolean
  confirm: boolean
  audience: Audience
}

/** A draft or an answer of an earlier release knows no groups. */
export const audienceOf = (known: Partial<Audience>): Audience => ({ departments: [], roles: [], courses: [], groups: [], ...known })

/** `bound`: the department to which the writer of a new one is limited. */
export const formOf = (bulletin: Bulletin | undefined, bound: Audience['departments'][number] | null = null): BulletinForm => ({
  title: bulletin?.title ?? '',
  content: bulletin?.content ?? '',
  publishAt: fromIso(bulletin?.publish_at),
  expiresAt: fromIso(bulletin?.expires_at),
  pinned: bulletin?.pinned ?? false,
  confirm: bulletin?.confirm ?? false,
  audience: audienceOf(bulletin?.audience ?? { departments: bound ? [bound] : [] }),
})

const timeOf = (local: string) => (isLocal(local, 'datetime') ? toIso(local) : null)
export const bodyOf = ({ title, content, publishAt, expiresAt, pinned, confirm, audience }: BulletinForm) => {
  const { departments, roles, courses, groups } = audienceOf(audience)
  return {
    title,
    content,
    publish_at: timeOf(publishAt),
    expires_at: timeOf(expiresAt),
    pinned,
    confirm,
    departments: departments.map(({ id }) => id),
    roles,
    courses: courses.map(({ id }) => id),
    groups: groups.map(({ id }) => id),
  }
}

/** The name of the draft of a new one. */
export const newIn = (place: BulletinOwner): string => `new ${'course' in place ? place.course : place.org}`

/** Of departments, roles, courses and groups; none for everybody. */
export function namesOf(audience: Partial<Audience>, t: Translate<'bulletins'>): string[] {
  const { departments, roles, courses, groups } = audienceOf(audience)
  return [
    ...departments.map(({ name }) => name),
    ...roles.map((role) => t(`role.${role}` as 'role.student')),
    ...courses.map(({ name }) => name),
    ...groups.map(({ name }) => name),
  ]
}

export function versionFields(t: Translate<'bulletins'>): VersionField<BulletinForm>[] {
  const mark = (name: 'pinned' | 'confirm', label: string) =>
    property<BulletinForm, typeof name>(name, label, { show: (on) => (on ? label : '') })
  return [
    property<BulletinForm, 'title'>('title', t('fieldTitle')),
    property<BulletinForm, 'content'>('content', t('fieldContent'), { kind: 'html' }),
    {
      ...property<BulletinForm, 'audience'>('audience', t('audience'), { show: (audience) => list(namesOf(audience, t)) || t('everyone') }),
      get: ({ audience }) => audienceOf(audience),
    },
    property<BulletinForm, 'publishAt'>('publishAt', t('publishAt'), { show: displayLocal }),
    property<BulletinForm, 'expiresAt'>('expiresAt', t('expiresAt'), { show: displayLocal }),
    mark('pinned', t('pin')),
    mark('confirm', t('confirm')),
  ]
}
