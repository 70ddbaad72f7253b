// A part of the organisation's settings as a card of its own.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Answer, call, type CallInput } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { invalidate, query, queryClient } from '../../../queries.ts'
import { refetchSession } from '../../../session/session.ts'
import type { Form } from '../../../ui/fields/form.tsx'
import { RowForm, useRowForm } from '../row-form.tsx'

export type OrgSettings = Answer<'GET /api/org/settings'>
type Changes = Omit<CallInput<'PUT /api/org/settings'>['body'], 'version'>
export const settingsQuery = query('GET /api/org/settings')

/** Keeps what is stored for all parts; the page itself stands by some of it: name, accent, features. */
function keepSettings(stored: OrgSettings): OrgSettings {
  queryClient.setQueryData(settingsQuery.queryKey, stored)
  void refetchSession()
  // roles and settings have one version
  void invalidate('GET /api/org/permissions')
  return stored
}

export function SettingsForm<V extends Record<string, unknown>>({
  title,
  start,
  check,
  changes = (values) => values as Changes,
  children,
}: {
  title: string
  /** The fields as the settings have them. */
  start: (settings: OrgSettings) => V
  check?: (values: V) => Partial<Record<keyof V & string, string | undefined>>
  /** The settings that these fields make; default: the fields themselves. */
  changes?: (values: V) => Changes
  children: (form: Form<V>) => ReactNode
}) {
  const t = useTexts('organisation')
  const { data: settings } = useQuery(settingsQuery)
  if (!settings) throw new Error('the settings are read before their form')
  const of = useRowForm({
    row: settings,
    read: () => queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }),
    start,
    changes,
    ...(check && { check }),
    write: async (part, version) => keepSettings(await call('PUT /api/org/settings', { body: { ...part, version } })),
    saved: t('settingsSaved', { title }),
  })
  return (
    <RowForm title={title} of={of}>
      {children(of.form)}
    </RowForm>
  )
}
