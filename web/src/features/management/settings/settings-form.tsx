// A part of the organisation's settings as a card of its own: sends what has changed, against the version that was read, and offers to undo it.
import { type ReactNode, useId } from 'react'
import { type Answer, call, type CallInput } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText, refusal } from '../../../parts/base/errors/problem-text.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { query, queryClient } from '../../../queries.ts'
import { refetchSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { type Form, FormFrame, useForm } from '../../../ui/fields/form.tsx'

export type OrgSettings = Answer<'GET /api/org/settings'>
type Changes = Omit<CallInput<'PUT /api/org/settings'>['body'], 'version'>
export const settingsQuery = query('GET /api/org/settings')

export function SettingsForm<V extends { [K in keyof V]: V[K] } & Record<string, unknown>>({
  title,
  help,
  start,
  check,
  changes,
  children,
}: {
  title: string
  help?: string
  /** The fields as the settings have them. */
  start: (settings: OrgSettings) => V
  check?: (values: V) => Partial<Record<keyof V & string, string | undefined>>
  /** The settings that these fields make; default: the fields themselves. */
  changes?: (values: V, settings: OrgSettings) => Changes
  children: (form: Form<V>) => ReactNode
}) {
  const t = useTexts('organisation')
  const id = useId()
  const settings = queryClient.getQueryData<OrgSettings>(settingsQuery.queryKey)
  if (!settings) throw new Error('the settings are read before their form')
  const made = (values: V): Changes => changes?.(values, settings) ?? (values as Changes)
  const write = async (body: Changes): Promise<OrgSettings> => {
    const { version } = queryClient.getQueryData<OrgSettings>(settingsQuery.queryKey) ?? settings
    const stored = await call('PUT /api/org/settings', { body: { ...body, version } })
    queryClient.setQueryData(settingsQuery.queryKey, stored)
    form.reset(start(stored))
    // the page itself stands by some of them: name, accent, features
    void refetchSession()
    return stored
  }
  const form: Form<V> = useForm<V>({
    start: start(settings),
    ...(check && { check }),
    explain: refusal,
    send: async (values) => {
      const before = made(start(settings))
      const after = made(values)
      const changed = Object.keys(after).filter(
        (name) => JSON.stringify(after[name as keyof Changes]) !== JSON.stringify(before[name as keyof Changes]),
      )
      const of = (all: Changes) => Object.fromEntries(changed.map((name) => [name, all[name as keyof Changes]])) as Changes
      try {
        await write(of(after))
        toast({
          text: t('settingsSaved', { title }),
          undo: () => void write(of(before)).catch((failure) => toast({ text: problemText(failure), error: true })),
        })
      } catch (failure) {
        // somebody else has saved: what is typed stays, the next attempt is against what is stored now
        await queryClient.refetchQueries({ queryKey: settingsQuery.queryKey })
        throw failure
      }
    },
  })
  return (
    <Section title={title} {...(help !== undefined && { help })}>
      <FormFrame
        form={form}
        id={id}
        className="surface-card space-y-4 p-5 max-tablet:p-4"
        footer={
          <div data-buttons className="flex flex-wrap justify-end gap-2">
            {form.changed && (
              <Button variant="quiet" onClick={() => form.reset(start(settings))}>
                {t('discard')}
              </Button>
            )}
            <Button type="submit" variant="primary" busy={form.busy} off={form.changed ? undefined : t('nothingChanged')}>
              {t('save')}
            </Button>
          </div>
        }
      >
        {children(form)}
      </FormFrame>
    </Section>
  )
}
