// The fields by which two versions of an activity's form are compared.
import type { Translate } from '../../../i18n.ts'
import { property, type VersionField } from '../../base/drafts/version-fields.ts'
import { displayLocal } from '../../../ui/format.ts'
import type { ActivityForm } from './activity-form.ts'

const own = (name: string, label: string, kind: 'html' | 'plain'): VersionField<ActivityForm> => ({
  label,
  kind,
  get: (form) => (form.own as Record<string, unknown>)[name],
  put: (form, next) => ({ ...form, own: { ...form.own, [name]: next } }),
})

/** The settings of its type as one field: they hang together. */
const settings = (names: string[], label: string): VersionField<ActivityForm> => ({
  label,
  kind: 'plain',
  get: ({ own }) => Object.fromEntries(names.map((name) => [name, (own as Record<string, unknown>)[name]])),
  put: (form, next) => ({ ...form, own: { ...form.own, ...(next as object) } }),
})

export function versionFields(form: ActivityForm, t: Translate<'course'>): VersionField<ActivityForm>[] {
  const names = Object.keys(form.own).filter((name) => name !== 'body')
  const time = (name: 'start' | 'due' | 'end', label: string) => property<ActivityForm, typeof name>(name, label, { show: displayLocal })
  const completion = (name: 'criterion' | 'prerequisites', label: string): VersionField<ActivityForm> => {
    const { show: _, ...field } = property<ActivityForm, typeof name>(name, label)
    return field
  }
  return [
    property<ActivityForm, 'title'>('title', t('title')),
    ...('body' in form.own ? [own('body', t('text'), 'html')] : []),
    ...(names.length > 0 ? [settings(names, t('otherSettings'))] : []),
    time('start', t('opensAt')),
    time('due', t('dueAt')),
    time('end', t('closesAt')),
    completion('criterion', t('doneWhen')),
    completion('prerequisites', t('opensAfter')),
  ]
}
