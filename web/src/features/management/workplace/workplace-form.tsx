// The form of the workplace messenger. Keys are written and never shown: an empty field keeps the stored one.
import { useEffect, useRef } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { invalidate, queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { rowRefusal, savedAgainst } from '../row-form.tsx'
import { type Workplace, workplaceQuery } from './queries.ts'

const keysOf = {
  dingtalk: ['app_key', 'app_secret', 'agent_id'],
  wecom: ['corp_id', 'app_secret', 'agent_id'],
  feishu: ['app_id', 'app_secret'],
  lark: ['app_id', 'app_secret'],
} as const
type Kind = keyof typeof keysOf
const kinds = Object.keys(keysOf) as Kind[]
type KeyName = (typeof keysOf)[Kind][number]
type Values = { kind: Kind | ''; on: boolean } & Record<KeyName, string>

const noKeys: Record<KeyName, string> = { app_key: '', app_secret: '', agent_id: '', corp_id: '', app_id: '' }
const startOf = ({ kind, on }: Workplace): Values => ({ kind: kind ?? '', on, ...noKeys })
/** The server names a key by its place in the body. */
const refusalOf = (failure: unknown) => {
  const { fields, text } = rowRefusal(failure)
  return { text, fields: Object.fromEntries(Object.entries(fields).map(([name, message]) => [name.replace(/^keys\./, ''), message])) }
}

export function WorkplaceForm({ workplace }: { workplace: Workplace }) {
  const t = useTexts('workplace')
  const to = useTexts('organisation')
  const version = useRef(workplace.version)
  /** Whether something is typed, for work that outlives a render. */
  const latest = useRef(false)
  const names = (kind: Kind | '') => (kind ? keysOf[kind] : [])
  const isSet = (kind: Kind | '', name: KeyName) => kind === workplace.kind && workplace.keys.some((key) => key.name === name && key.set)
  const keep = async (stored: Workplace) => {
    version.current = stored.version
    queryClient.setQueryData(workplaceQuery.queryKey, stored)
    await invalidate('GET /api/workplace/chat')
  }
  const turn = async (on: boolean) => {
    try {
      await keep(await call('PUT /api/org/workplace', { body: { kind: workplace.kind, on, version: version.current } }))
      // keys that are typed since then stay
      if (latest.current) form.set({ on })
      else form.reset({ kind: workplace.kind ?? '', on, ...noKeys })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  const form = useForm<Values>({
    start: startOf(workplace),
    check: ({ kind, on, ...keys }) =>
      Object.fromEntries(names(kind).flatMap((name) => (on && keys[name] === '' && !isSet(kind, name) ? [[name, t('keyMissing')]] : []))),
    explain: refusalOf,
    send: async ({ kind, on, ...keys }) => {
      const written = Object.fromEntries(names(kind).flatMap((name) => (keys[name].trim() ? [[name, keys[name].trim()]] : [])))
      const onlyTurned = kind === workplace.kind && on !== workplace.on && Object.keys(written).length === 0
      await savedAgainst(
        version,
        async () => {
          const body = { kind: kind || null, on: kind !== '' && on, version: version.current, ...(kind && { keys: written }) }
          const stored = await call('PUT /api/org/workplace', { body })
          await keep(stored)
          form.reset(startOf(stored))
        },
        () => queryClient.fetchQuery({ ...workplaceQuery, staleTime: 0 }),
      )
      toast({ text: t('saved'), ...(onlyTurned && { undo: () => void turn(!on) }) })
    },
  })
  latest.current = form.changed
  // an untouched form follows what is saved elsewhere
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (latest.current || workplace.version <= version.current) return
    version.current = workplace.version
    form.reset(startOf(workplace))
  }, [workplace.version])
  const { kind } = form.values
  const on = form.field('on')
  return (
    <Section title={t('messenger')}>
      <FormFrame
        form={form}
        className="surface-card space-y-4 p-5 max-tablet:p-4"
        footer={
          <div data-buttons className="flex flex-wrap justify-end gap-2">
            {form.changed && (
              <Button
                variant="quiet"
                onClick={() => {
                  version.current = workplace.version
                  form.reset(startOf(workplace))
                }}
              >
                {to('discard')}
              </Button>
            )}
            <Button type="submit" variant="primary" busy={form.busy} off={form.changed ? undefined : to('nothingChanged')}>
              {to('save')}
            </Button>
          </div>
        }
      >
        <Select<Kind | ''>
          {...form.field('kind')}
          label={t('messenger')}
          help={kind === '' && workplace.kind ? t('removes') : t('messengerHelp')}
          options={[{ value: '', label: t('none') }, ...kinds.map((value) => ({ value, label: t(`messenger.${value}`) }))]}
        />
        {names(kind).map((name) => (
          <PasswordField
            key={name}
            {...form.field(name)}
            label={t(`key.${name}`)}
            help={isSet(kind, name) ? t('keySet') : t('keyNotSet')}
            maxLength={200}
            autoComplete="off"
            inputMode={name === 'agent_id' ? 'numeric' : undefined}
          />
        ))}
        {kind !== '' && <Switch label={t('on')} help={t('onHelp')} checked={on.value} onChange={on.onChange} />}
      </FormFrame>
    </Section>
  )
}
