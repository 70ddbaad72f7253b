// The form of an account at a provider of meetings. Its secret is written and never shown: an empty field keeps the stored one.
import { useEffect, useRef } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { rowRefusal, savedAgainst } from '../row-form.tsx'
import { accountsQuery, type MeetingAccount } from './queries.ts'

const fieldsOf = { bigbluebutton: ['url', 'hash'], tencent: ['app_id', 'sdk_id', 'secret_id', 'operator_id'] } as const
const hashes = ['sha256', 'sha512', 'sha1'] as const
type Name = (typeof fieldsOf)[keyof typeof fieldsOf][number]
type Values = { on: boolean; fetches: boolean; secret: string } & Record<Name, string>

const startOf = ({ account, on, fetches }: MeetingAccount): Values => ({
  on,
  fetches,
  secret: '',
  url: account.url ?? '',
  hash: account.hash ?? 'sha256',
  app_id: account.app_id ?? '',
  sdk_id: account.sdk_id ?? '',
  secret_id: account.secret_id ?? '',
  operator_id: account.operator_id ?? '',
})
/** The server names a field of the account by its place in the body. */
const refusalOf = (failure: unknown) => {
  const { fields, text } = rowRefusal(failure)
  return { text, fields: Object.fromEntries(Object.entries(fields).map(([name, message]) => [name.replace(/^account\./, ''), message])) }
}

export function AccountForm({ account, keepable }: { account: MeetingAccount; keepable: boolean }) {
  const t = useTexts('meeting-providers')
  const tl = useTexts('live')
  const to = useTexts('organisation')
  const { provider, has_secret } = account
  const names: readonly Name[] = fieldsOf[provider]
  const version = useRef(account.version)
  const latest = useRef(false)
  const stored = () =>
    queryClient.fetchQuery({ ...accountsQuery, staleTime: 0 }).then(({ items }) => items.find((one) => one.provider === provider))
  const form = useForm<Values>({
    start: startOf(account),
    check: ({ on, secret, fetches: _, ...values }) => ({
      ...Object.fromEntries(names.flatMap((name) => (on && values[name].trim() === '' ? [[name, t('missing')]] : []))),
      ...(on && secret === '' && !has_secret && { secret: t('missing') }),
    }),
    explain: refusalOf,
    send: async ({ on, fetches, secret, ...values }) => {
      const written = Object.fromEntries(names.flatMap((name) => (values[name].trim() ? [[name, values[name].trim()]] : [])))
      // without anything else the kind of a checksum is no account
      const isEmpty = names.every((name) => name === 'hash' || values[name].trim() === '')
      await savedAgainst(
        version,
        async () => {
          const body = {
            provider,
            account: isEmpty && !on ? {} : written,
            on,
            fetches,
            version: version.current,
            ...(secret && { secret: secret.trim() }),
          }
          const answer = await call('PUT /api/org/meeting-providers', { body })
          const now = answer.items.find((one) => one.provider === provider)
          version.current = now?.version ?? 0
          queryClient.setQueryData(accountsQuery.queryKey, answer)
          if (now) form.reset(startOf(now))
        },
        stored,
      )
      toast({ text: t('saved', { provider: tl(`provider.${provider}`) }) })
    },
  })
  latest.current = form.changed
  // an untouched form follows what is saved elsewhere
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (latest.current || account.version <= version.current) return
    version.current = account.version
    form.reset(startOf(account))
  }, [account.version])
  const [on, fetches] = [form.field('on'), form.field('fetches')]
  return (
    <Section title={tl(`provider.${provider}`)} help={t(`help.${provider}`)}>
      <FormFrame
        form={form}
        id={`account-${provider}`}
        className="surface-card space-y-4 p-5 max-tablet:p-4"
        footer={
          <div data-buttons className="flex flex-wrap justify-end gap-2">
            {form.changed && (
              <Button
                variant="quiet"
                onClick={() => {
                  version.current = account.version
                  form.reset(startOf(account))
                }}
              >
                {to('discard')}
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              busy={form.busy}
              off={keepable ? (form.changed ? undefined : to('nothingChanged')) : t('notKeepable')}
            >
              {to('save')}
            </Button>
          </div>
        }
      >
        {names.map((name) =>
          name === 'hash' ? (
            <Select
              key={name}
              {...form.field(name)}
              label={t('field.hash')}
              options={hashes.map((value) => ({ value, label: value.toUpperCase() }))}
            />
          ) : (
            <TextField
              key={name}
              {...form.field(name)}
              label={t(`field.${name}`)}
              {...((name === 'url' || name === 'operator_id') && { help: t(`fieldHelp.${name}`) })}
              type={name === 'url' ? 'url' : 'text'}
              autoComplete="off"
              maxLength={name === 'url' ? 500 : 200}
            />
          ),
        )}
        <PasswordField
          {...form.field('secret')}
          label={t(`secret.${provider}`)}
          help={has_secret ? t('secretSet') : t('secretNotSet')}
          maxLength={200}
          autoComplete="off"
        />
        <Switch label={t('fetches')} help={t('fetchesHelp')} checked={fetches.value} onChange={fetches.onChange} />
        <Switch label={t('on')} help={t('onHelp')} checked={on.value} onChange={on.onChange} />
      </FormFrame>
    </Section>
  )
}
